"""The guided first fight: played by key, left, and gone astray in."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.store.saves import Saves
from referee.store.settings import GUIDE, keep_setting, setting
from referee.ui.input.first_fight_guide import PARTS
from referee.ui.input.messages import OfferClicked, VerbClicked
from referee.ui.panes.footer import Footer
from referee.ui.screens.shelf import Shelf
from tests.ui.table import drawn, page, playing, press, table, within

pytestmark = pytest.mark.one_in(10)

OFFER = "guided first fight"


def hint(pilot: Pilot[None]) -> str:
    """The hint, which fits its line; empty if there is none."""
    screen = table(pilot)
    lines = screen.query_one(Footer).asking.guide
    assert len(lines) <= 1, lines
    assert not lines or lines[0] in " ".join(within(screen.query_one(Footer)))
    return lines[0] if lines else ""


async def to_part(pilot: Pilot[None], number: int, *keys: str) -> str:
    """Presses the keys; the hint after them, which is of that part."""
    await press(pilot, *keys)
    said = hint(pilot)
    assert said.startswith(f"Hint {number}/{len(PARTS)}: "), (keys, said)
    return said


async def test_who_reads_only_the_hints_plays_a_first_fight(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert OFFER in drawn(pilot)
        assert "Press n" in await to_part(pilot, 1, "g")
        assert "Ulf's turn. Press a" in await to_part(pilot, 2, "n")
        assert "letter" in await to_part(pilot, 2, "a") and "Ulf attacks whom?" in drawn(pilot)
        assert "d6" in await to_part(pilot, 2, "d")
        assert "Press u" in await to_part(pilot, 3, "4", "enter")
        assert "again" in await to_part(pilot, 4, "u")
        assert "d6" in await to_part(pilot, 4, "a", "space")
        assert "press h, then a" in await to_part(pilot, 5, "5", "enter")
        assert "Press 6 for Grave Lord" in await to_part(
            pilot, 6, "h", "a", *"2", "enter", "6", "enter", "enter", "escape"
        )
        assert "damage by hand" in await to_part(pilot, 6, "6", "d")
        await to_part(pilot, 7, "1", "enter")
        await to_part(pilot, 8, "c", "<cursed>", "space", "2", "r", "enter")
        assert "Rat" in await to_part(pilot, 9, "n")
        await press(pilot, "a")
        while "save" in (said := hint(pilot)) or "letter" in said:
            await press(pilot, "space")
        assert "Press ?" in await to_part(pilot, 10)
        assert "That is all" in await to_part(pilot, 11, "?", "escape")
        assert not setting(GUIDE)
        await press(pilot, "n")
        assert not hint(pilot) and setting(GUIDE)
        grave = table(pilot).table.session.encounter.figures["grave-lord"]
        assert "cursed" in str(grave.conditions) and table(pilot).table.session.step_log.corrections()
        await press(pilot, "q")
        assert "First fight" in drawn(pilot)
        await press(pilot, "enter")
        assert not hint(pilot), "it is an ordinary encounter"
        await press(pilot, "q", "x", "y", "enter")
        assert isinstance(page(pilot), Shelf) and "No encounter yet" in drawn(pilot) and OFFER not in drawn(pilot)


async def test_esc_ends_the_hints_and_they_come_again_only_when_asked_for(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert "Ulf's turn" in await to_part(pilot, 2, "g", "n")
        assert "letter" in await to_part(pilot, 2, "a")
        assert "Ulf's turn" in await to_part(pilot, 2, "escape"), "it cancels the attack first"
        await press(pilot, "escape")
        assert not hint(pilot) and "press g on the shelf" in drawn(pilot) and setting(GUIDE)
        assert table(pilot).table.view.encounter.turn == "ulf"
        await press(pilot, "q")
        assert "Press n" in await to_part(pilot, 1, "g")
        assert table(pilot).table.title == "First fight 2"


async def remove(pilot: Pilot[None], *tags: str) -> None:
    """Takes these figures off the table."""
    for tag in tags:
        await press(pilot, ":", "<remove>", "space", f"<{tag}>", "enter")


async def test_the_hints_find_back_to_whoever_goes_another_way(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, "g", "n", "2", "d", "1", "enter")
        assert "Answer the question first" in await to_part(pilot, 2), "Tia is dead"
        assert "Press a" in await to_part(pilot, 2, "r")
        assert "d6" in await to_part(pilot, 2, ":", "<attack>", "space", "r", "2", "enter"), "a typed command counts"
        await to_part(pilot, 3, "space")
        assert "again" in await to_part(pilot, 4, "u")
        await to_part(pilot, 5, ":", "<attack>", "space", "r", "2", "enter", "3", "enter")
        last = f"{table(pilot).table.session.step_log.position - 2}"
        await to_part(pilot, 6, ":", "<amend>", "space", *last, "space", "1", "space", "1", "enter")
        await to_part(pilot, 7, ":", "<damage>", "space", "<bran>", "space", "0", "enter")
        await remove(pilot, "r1", "r2")
        await to_part(pilot, 8, ":", "<condition>", "space", "<bran>", "space", "<tired>", "enter")
        await press(pilot, "n")
        assert hint(pilot).startswith(f"Hint 10/{len(PARTS)}"), "nobody is left to be attacked"


async def test_what_cannot_be_done_is_passed_over(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        await press(pilot, "g")
        await remove(pilot, "r1", "r2", "grave-lord")
        assert "Press u" in await to_part(pilot, 3, "n"), "nobody has a turn, and nobody can be attacked"


async def test_an_app_that_rolls_everything_asks_for_no_die(tmp_path: Path) -> None:
    keep_setting("dice", "app")
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert "letter" in await to_part(pilot, 2, "g", "n", "a")
        await to_part(pilot, 3, "d")


async def test_clicks_count_and_a_save_rolled_at_the_table_is_asked_for(tmp_path: Path) -> None:
    keep_setting("dice", "table")
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        await to_part(pilot, 2, "g", "n")
        table(pilot).post_message(VerbClicked("attack"))
        assert "letter" in await to_part(pilot, 2)
        table(pilot).post_message(OfferClicked("r1"))
        assert "what your d6 shows" in await to_part(pilot, 2)
        assert "Now the save" in await to_part(pilot, 2, "3", "enter")
        await to_part(pilot, 3, "1", "enter")
