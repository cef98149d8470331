"""A condition by its letter: `c` offers those of the game and the referee's own."""

from pathlib import Path

import pytest

from referee.engine.state.condition import DAMAGED, ROUND, Condition, Until
from referee.text.choice_letters import lettered
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

GOBLIN = ("add hero Mira hp=10", "add goblin hp=20")


def test_each_word_has_a_letter_of_its_own_where_there_are_enough() -> None:
    assert lettered(["prone", "poisoned", "pp"]) == {"p": "prone", "o": "poisoned", "a": "pp"}
    assert len(lettered(f"w{n}" for n in range(40))) == 26


async def test_a_condition_is_laid_in_five_keys(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "2", "c")
        assert "Which condition for Goblin" in drawn(pilot) and "s stunned" in drawn(pilot)
        await press(pilot, "s")
        assert screen.table.line.order.text.startswith("condition goblin stunned") and "how long?" in drawn(pilot)
        await press(pilot, "3", "enter")
        (condition,) = screen.table.session.encounter.figures["goblin"].conditions
        assert condition.kind == "stunned" and condition.until is not None and condition.until.left == 3


async def test_the_marked_one_says_what_it_does_and_space_takes_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "2", "c", "down", "down")
        assert "blinded: SETBACK on the figure" in drawn(pilot)
        await press(pilot, "space")
        assert table(pilot).table.line.order.text.startswith("condition goblin blinded")
        await press(pilot, "escape", "c", "escape")
        assert table(pilot).table.line.mode == "KEYS"
        assert not table(pilot).table.session.encounter.figures["goblin"].conditions


async def test_one_of_the_referees_own_is_typed_once_and_offered_then(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "2", "c", "<hexed>", "enter", "1", "c")
        assert "h hexed: your own" in drawn(pilot)
        await press(pilot, "h", "enter")
        assert [there.kind for there in table(pilot).table.session.encounter.figures["ulf"].conditions] == ["hexed"]
        await press(pilot, "c", "/", "<hated>", "enter")
        assert len(table(pilot).table.session.encounter.figures["ulf"].conditions) == 2


async def test_without_conditions_of_the_game_its_word_is_typed_at_once_and_the_line_says_how(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        await press(pilot, "1", "c")
        assert "Which condition for Ulf? Type its name, then how long: 3 (turns)" in drawn(pilot)
        await press(pilot, "<cold>")
        assert "3 (turns), 3r (rounds)" in drawn(pilot) and "such as" not in drawn(pilot)


async def test_whoever_it_was_for_may_have_gone_meanwhile(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "2", "c", "ctrl+z")  # the goblin has not come
        assert "Undone" in drawn(pilot) and "Which condition" not in drawn(pilot)
        assert table(pilot).table.line.mode == "KEYS"


async def test_what_is_counted_down_for_the_table_is_no_condition(tmp_path: Path) -> None:
    lines = (*GOBLIN, "countdown 2 the gate falls", "condition mira dazzled")
    async with playing(prepare(tmp_path, *lines, system="olde_swords"), size=(120, 40)) as pilot:
        await press(pilot, "2", "c")
        assert "dazzled" in drawn(pilot).partition("Which condition")[2]
        assert "gate" not in drawn(pilot).partition("Which condition")[2]


async def test_each_way_to_end_has_a_letter_and_words_stand_behind_the_slash(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        session = table(pilot).table.session

        def lying() -> Condition:
            (condition,) = session.encounter.figures["goblin"].conditions
            return condition

        await press(pilot, "2", "c", "s")
        text = drawn(pilot)
        assert "Stunned for Goblin: how long?" in text
        assert "l until lifted" in text and "e until the end of a turn" in text
        await press(pilot, "l")
        assert lying().until is None and not lying().ends
        await press(pilot, "u", "c", "s", "h")
        assert [ending.event for ending in lying().ends] == [DAMAGED]
        await press(pilot, "u", "c", "s", "v", "<15>", "enter")
        assert lying().ends
        await press(pilot, "u", "c", "s", "/", "<x2 2r note cold>", "enter")
        assert lying().note == "cold" and lying().until == Until(edge="end", of=ROUND, left=2)
        await press(pilot, "u", "c", "s", "2", "r", "enter")
        assert lying().until == Until(edge="end", of=ROUND, left=2)


async def test_what_is_no_duration_and_who_is_nobody_is_said_and_changes_nothing(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        line = table(pilot).table.line
        await press(pilot, "2", "c", "s", "q")
        assert line.is_error and "q is not a duration here" in drawn(pilot) and line.mode == "DURATION"
        await press(pilot, "e", "z")
        assert line.is_error and "Nobody has the letter z" in drawn(pilot)
        await press(pilot, "escape")
        assert not line.until and line.mode == "DURATION"
        await press(pilot, "escape")
        assert line.mode == "KEYS" and not table(pilot).table.session.encounter.figures["goblin"].conditions


async def test_a_click_on_a_figure_says_whose_turn_ends_it(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "2", "c", "s", "e")
        y = next(
            n for n, row in enumerate(drawn(pilot).splitlines()) if "Mira" in row and "HP" not in row and "│" in row
        )
        _ = await pilot.click(offset=(14, y))
        await pilot.pause()
        (condition,) = table(pilot).table.session.encounter.figures["goblin"].conditions
        assert condition.until is not None and (condition.until.edge, condition.until.of) == ("end", "mira")


@pytest.mark.parametrize(("keys", "words"), [(("c",), "stunned end mira"), (("c", "s"), "end mira")])
async def test_pasted_words_go_on_with_the_order(tmp_path: Path, keys: tuple[str, ...], words: str) -> None:
    async with playing(prepare(tmp_path, *GOBLIN, system="olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, "2", *keys)
        table(pilot).take_paste(words)
        await press(pilot, "enter")
        (condition,) = table(pilot).table.session.encounter.figures["goblin"].conditions
        assert (condition.kind, condition.until and condition.until.of) == ("stunned", "mira")


async def test_the_name_of_a_condition_can_be_typed_after_c(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add goblin x2", system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "2", "c")
        assert "Which condition for Goblin 2? Its letter, or / and its name" in drawn(pilot)
        await press(pilot, "<prone>", "enter")  # p is paralysed, and r is no duration
        figures = table(pilot).table.session.encounter.figures
        assert [each.kind for each in figures["g2"].conditions] == ["prone"]
        await press(pilot, "1", "c", "/", "<poi>")
        assert "Which condition for Goblin 1? Type its name, then how long" in drawn(pilot) and "poisoned" in drawn(
            pilot
        )
        await press(pilot, "tab", "<2r>", "enter")
        (laid,) = table(pilot).table.session.encounter.figures["g1"].conditions
        assert laid.kind == "poisoned" and laid.until is not None and laid.until.left == 2


async def test_damage_healing_and_conditions_ask_in_one_way(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add goblin x3", "damage g1-3 3", system="fifth"), size=(80, 24)) as pilot:
        for key, asked in (("d", "Damage to Goblin 2: how much?"), ("+", "Heal Goblin 2: how much?")):
            await press(pilot, "2", key)
            assert asked in drawn(pilot) and table(pilot).table.line.mode == "COMMAND"
            await press(pilot, "1", "enter", "u")
            assert table(pilot).table.session.encounter.figures["g2"].tracks["hp"].now == 4
        await press(pilot, "1", "space", "2", "3", "%", "d")
        assert "Damage to 3 marked figures, half to Goblin 3: how much?" in drawn(pilot)
        await press(pilot, "escape", "escape", "2", "c", "o", "3")
        assert "for Goblin 2: how long?" in drawn(pilot)


@pytest.mark.parametrize("kind", ["blinded", "charmed", "restrained", "deafened"])
async def test_a_name_whose_second_letter_is_a_duration_does_nothing_before_enter(tmp_path: Path, kind: str) -> None:
    async with playing(prepare(tmp_path, "add goblin x4", system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "2", "c", f"<{kind}>")
        session = table(pilot).table.session
        assert not any(figure.conditions for figure in session.encounter.figures.values())
        await press(pilot, "enter")
        figures = table(pilot).table.session.encounter.figures
        assert [(tag, each.kind) for tag in figures for each in figures[tag].conditions] == [("g2", kind)]


async def test_a_duration_that_may_be_a_name_waits_for_enter(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add goblin x4", system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "2", "c", "b", "l")
        assert table(pilot).table.line.order.text == "condition g2 blinded open"
        await press(pilot, "enter")
        (laid,) = table(pilot).table.session.encounter.figures["g2"].conditions
        assert laid.kind == "blinded" and laid.until is None


async def test_the_likely_ones_stand_first_and_whoever_has_fallen_ends_none(tmp_path: Path) -> None:
    lines = ("add hero Ann hp=30", "add hero Bob hp=30", "add goblin x2 hp=7", "damage g1 9", "condition ann outlined")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "c")
        first = drawn(pilot).partition("its name")[2].split("…")[0].split("\n")[1]
        assert first.split()[:4] == ["p", "prone", "o", "poisoned"]
        await press(pilot, "o", "e")
        offered = drawn(pilot).partition("whose turn?")[2]
        assert "Bob" in offered and "Goblin 2" in offered and "Goblin 1" not in offered
        await press(pilot, "c")
        assert table(pilot).table.line.is_error, "c was Goblin 1's letter"
        await press(pilot, "b")
        lying = table(pilot).table.session.encounter.figures["ann"].conditions
        assert [there.kind for there in lying] == ["outlined", "poisoned"]
        await press(pilot, "c", "/", "<outl>")
        assert "Faerie Fire" in drawn(pilot)
