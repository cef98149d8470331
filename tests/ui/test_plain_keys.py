"""How few keys a fight takes in the game that asks for nothing but numbers."""

from pathlib import Path

import pytest

from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

NINE = ("Ann", "Bob", "Cyd", "Dee", "Eli", "Fay")
NUMBERS = (18, 15, 12, 11, 9, 7, 20, 14, 3)


async def test_nine_typed_numbers_begin_a_fight_with_27_keys_at_most(tmp_path: Path) -> None:
    adds = (*(f"add hero {name}" for name in NINE), "add foe Boss", "add foe Orc", "add foe Imp x4")
    saves = prepare(tmp_path, *adds, system="plain")
    keys = ["n", *" ".join(map(str, NUMBERS)), "enter"]
    assert len(keys) <= 27
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, *("space" if key == " " else key for key in keys))
        encounter = table(pilot).table.session.encounter
        assert (encounter.round, encounter.turn) == (1, "boss")
        assert [slot.label for slot in encounter.order] == sorted(map(str, (*NUMBERS, 3, 3, 3)), key=int, reverse=True)
        await press(pilot, "n")
        assert table(pilot).table.session.encounter.turn == "ann"


async def test_heroes_are_typed_and_the_app_throws_for_the_rest(tmp_path: Path) -> None:
    saves = prepare(tmp_path, "add hero Ann", "add hero Bob", "add foe Imp x4", "add foe Boss", system="plain")
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "n", "1", "8", "space", "7", "enter")
        figures = table(pilot).table.session.encounter.figures
        assert (figures["ann"].traits["init"], figures["bob"].traits["init"]) == (18, 7)
        assert 1 <= int(str(figures["boss"].traits["init"])) <= 20


async def test_space_throws_for_all(tmp_path: Path) -> None:
    saves = prepare(tmp_path, "add hero Ann", "add hero Bob", "add foe Imp x4", system="plain")
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "n", "space")
        assert table(pilot).table.session.encounter.round == 1


async def test_equals_take_one_key_and_a_reaction_two(tmp_path: Path) -> None:
    saves = prepare(tmp_path, "add hero Ann 12", "add hero Bob 12", system="plain")
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "n")
        assert "first" in drawn(pilot) and "Tie on 12" in drawn(pilot)
        await press(pilot, "b")
        assert table(pilot).table.session.encounter.turn == "bob"
        await press(pilot, "j", "a")
        assert "no reaction" in drawn(pilot)


async def test_figures_are_added_one_after_the_other_and_another_command_ends_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add hero Ann 12", system="plain"), size=(80, 24)) as pilot:
        await press(pilot, "A", "<hero Bob 5>", "enter", "<nobody>", "enter")
        assert table(pilot).table.line.is_error and table(pilot).table.line.order.text == "add nobody"
        await press(pilot, "ctrl+u", "<add foe Orc x2 hp=9>", "enter", ":", "<set bob hp 3>", "enter")
        assert list(table(pilot).table.session.encounter.figures) == ["ann", "bob", "o1", "o2"]
        assert table(pilot).table.session.encounter.figures["bob"].tracks["hp"].now == 3
        assert table(pilot).table.line.mode == "KEYS"
        await press(pilot, "A", "enter")
        assert table(pilot).table.line.mode == "KEYS", "Enter alone ends it"


async def test_another_figure_is_typed_over_one_that_was_refused(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add hero Ann 12", system="plain"), size=(80, 24)) as pilot:
        await press(pilot, "A", "<nobody Zed>", "enter")
        assert table(pilot).table.line.is_error and table(pilot).table.line.order.text == "add nobody Zed"
        await press(pilot, "<hero Bob 5>")
        assert table(pilot).table.line.order.text == "add hero Bob 5"
        await press(pilot, "enter", "escape", "1", "d", "<x>", "enter", "3", "enter")
        assert [*table(pilot).table.session.encounter.figures] == ["ann", "bob"]
