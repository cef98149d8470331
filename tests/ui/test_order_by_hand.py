"""The order of turns, changed by keys: up, down, wait, return; and figures beyond the ninth."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.store.saves import Saves
from tests.ui.table import drawn, playing, prepare, press, table
from tests.ui.test_roster import sample

pytestmark = pytest.mark.one_in(10)

BEGUN = {
    "black_keep": ("dice app", "next"),
    "descent": ("dice app", "next", "< harl"),
    "olde_swords": ("next", "< 20", "< 20", "< 20", "< 20", "< mira"),
}

TWO_HEROES = {
    "descent": ("add brawler Ann", "add scout Bob", "add ghoul x2", "next"),
    "olde_swords": ("add hero Ann", "add hero Bob", "add foe Gob", "next", "< 20", "< 20"),
}


def order(pilot: Pilot[None]) -> list[str]:
    return [slot.who for slot in table(pilot).table.session.encounter.order]


@pytest.mark.parametrize("system", BEGUN)
async def test_who_is_under_the_cursor_goes_down_and_up_again(tmp_path: Path, system: str) -> None:
    async with playing(sample(tmp_path, system, *BEGUN[system]), size=(80, 24)) as pilot:
        before = order(pilot)
        await press(pilot, "f5", "home", "down")
        row = table(pilot).table.cursor.row
        assert row is not None
        at = before.index(row.tag)
        await press(pilot, ">")
        moved = [*before[:at], before[at + 1], row.tag, *before[at + 2 :]]
        assert order(pilot) == moved
        await press(pilot, "<<>")
        assert order(pilot) == before
        await press(pilot, "u", "u")
        assert order(pilot) == before


@pytest.mark.parametrize("system", BEGUN)
async def test_space_makes_wait_and_return(tmp_path: Path, system: str) -> None:
    async with playing(sample(tmp_path, system, *BEGUN[system]), size=(80, 24)) as pilot:
        await press(pilot, "f5", "end")
        row = table(pilot).table.cursor.row
        assert row is not None
        await press(pilot, "space")
        slot = table(pilot).table.session.encounter.slot(row.tag)
        assert slot is not None and slot.held
        await press(pilot, "space")
        slot = table(pilot).table.session.encounter.slot(row.tag)
        assert slot is not None and not slot.held


@pytest.mark.parametrize("keys", [("<(>",), ("f5", "space")], ids=["hold", "space"])
@pytest.mark.parametrize("system", TWO_HEROES)
async def test_one_key_makes_wait_whose_turn_it_is_and_begins_the_next(
    tmp_path: Path, system: str, keys: tuple[str, ...]
) -> None:
    # Two of a side: of three or more the table is asked who is next.
    async with playing(two_heroes(tmp_path, system), size=(80, 24)) as pilot:
        controller = table(pilot).table
        before = controller.session.encounter
        acts = len(controller.session.entries())
        assert before.turn == "ann"
        await press(pilot, *keys)
        waiting = controller.session.encounter.slot("ann")
        assert waiting is not None and waiting.held and controller.session.encounter.turn == "bob"
        assert len(controller.session.entries()) == acts + 1
        await press(pilot, "h")
        assert drawn(pilot).count("hold ann next") == 1
        await press(pilot, "escape", "u")
        assert controller.session.encounter == before


@pytest.mark.parametrize("system", TWO_HEROES)
async def test_whoever_is_typed_to_wait_makes_way_for_nobody(tmp_path: Path, system: str) -> None:
    async with playing(two_heroes(tmp_path, system), size=(80, 24)) as pilot:
        await press(pilot, ":", "<hold ann>", "enter")
        assert table(pilot).table.session.encounter.turn is None
        await press(pilot, "u", ":", "<hold ann n>", "tab", "enter")
        assert table(pilot).table.session.encounter.turn == "bob"


@pytest.mark.parametrize(
    "keys", [("<(>",), ("f5", "end", "space"), (":", "<hold cyd>", "enter")], ids=["hold", "space", "typed"]
)
async def test_enter_confirms_a_wait_that_loses_the_turn(tmp_path: Path, keys: tuple[str, ...]) -> None:
    lines = ("add hero Ann init=18", "add hero Cyd init=5", "next", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(80, 24)) as pilot:
        session = table(pilot).table.session
        assert session.encounter.turn == "cyd"
        await press(pilot, *keys)
        assert session.encounter.turn == "cyd"
        assert "Cyd would lose the turn by waiting" in drawn(pilot)
        await press(pilot, "escape")
        assert session.encounter.turn == "cyd"
        await press(pilot, *keys, "enter")
        assert session.encounter.round == 2


def two_heroes(folder: Path, system: str) -> Saves:
    """A fight of two heroes and an enemy, in which it is Ann's turn."""
    return prepare(folder, *TWO_HEROES[system], "< ann", system=system)


async def test_the_first_goes_no_further_up_and_the_last_no_further_down(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *BEGUN["olde_swords"]), size=(80, 24)) as pilot:
        before = order(pilot)
        await press(pilot, "f5", "end", ">")
        assert "already last" in drawn(pilot) and order(pilot) == before


async def test_those_marked_move_together(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *BEGUN["olde_swords"]), size=(80, 24)) as pilot:
        await press(pilot, "6", "space", "7", "<<>")
        assert order(pilot)[4:8] == ["g2", "g3", "g1", "g4"]
        await press(pilot, ">")
        assert order(pilot)[4:8] == ["g1", "g2", "g3", "g4"]


async def test_the_order_of_a_side_stays_over_rounds(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", *BEGUN["olde_swords"]), size=(80, 24)) as pilot:
        await press(pilot, "8", "<<>", "<<>")
        moved = order(pilot)
        assert moved[4:8] == ["g1", "g4", "g2", "g3"]
        for _ in range(12):
            await press(pilot, "n", "space")
        assert table(pilot).table.session.encounter.round > 1
        assert order(pilot) == moved


async def test_a_number_beyond_the_ninth_is_found_and_marked(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "add goblin x5"), size=(80, 24)) as pilot:
        await press(pilot, "f", "1", "2", "enter")
        assert table(pilot).table.cursor.chosen == "g6"
        assert "12›" in drawn(pilot)
        await press(pilot, "space", "f", "<13>", "enter")
        assert table(pilot).table.cursor.marks.tags == ("g6", "g7")
        await press(pilot, "f", "<99>", "enter")
        assert "99" in drawn(pilot)


async def test_who_cannot_wait_is_named_with_the_reason(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "black_keep", "dice app", "next", "next"), size=(80, 24)) as pilot:
        await press(pilot, "f5", "home", "space")
        assert "Fight 1 is a group" in drawn(pilot)
        await press(pilot, "down", "space")
        assert "Ulf has already acted." in drawn(pilot)
