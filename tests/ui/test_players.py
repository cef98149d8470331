"""The players' screen: what it shows, that it follows, and that nothing hidden is ever drawn."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.players.app import PlayersApp
from referee.ui.players.big_letters import big
from tests.ui.table import drawn, prepare

pytestmark = pytest.mark.one_in(10)

FIGHT = (
    "add hero Ann init=18 hp=30",
    "add foe Goblin x2 init=12 hp=7",
    "add foe Vex init=20 hp=9 hidden=yes",
    "condition ann poisoned 3r",
    "next",
    "next",
)


@asynccontextmanager
async def looking_on(
    saves: Saves, size: tuple[int, int] = (60, 18), numbers: bool = False
) -> AsyncIterator[Pilot[None]]:
    app = PlayersApp(saves, "fight", numbers)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


def do(saves: Saves, *lines: str) -> None:
    journal = saves.open("fight")
    session = Session(registry.load("plain"), journal)
    for each in lines:
        if each in ("undo", "redo"):
            getattr(session, each)()
        else:
            run_line(session, each)
    journal.close()


def look(pilot: Pilot[None]) -> str:
    app = pilot.app
    assert isinstance(app, PlayersApp)
    app.look()
    return drawn(pilot)


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return prepare(tmp_path, *FIGHT, system="plain")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50), (40, 12), (20, 5)])
async def test_it_shows_turn_order_figures_and_what_lies_on_them(saves: Saves, size: tuple[int, int]) -> None:
    async with looking_on(saves, size) as pilot:
        text = drawn(pilot)
        assert "Vex" not in text
        if size[0] >= 80:
            assert "█" in text and "╭ next ─" in text and "│ Goblin 1 " in text and "poisoned for 3 rounds" in text
            assert "unhurt" in text or size[0] == 80, "on its card; else it is in big letters"
            assert "Round 1" in text and "7/7" not in text
        assert len(text.splitlines()) == size[1]


async def test_it_follows_what_is_done_forth_and_back(saves: Saves) -> None:
    async with looking_on(saves) as pilot:
        do(saves, "damage g1 6", "damage ann 4")
        text = look(pilot)
        assert "badly hurt" in text and "26/30" in text and "Ann takes 4 damage: HP 30 → 26." in text
        do(saves, "undo", "undo")
        assert "badly hurt" not in look(pilot)
        do(saves, "reveal vex")
        assert "Vex appears" in look(pilot)
        do(saves, "hide vex")
        assert "Vex" not in look(pilot)


async def test_the_numbers_of_foes_can_be_shown(saves: Saves) -> None:
    async with looking_on(saves, numbers=True) as pilot:
        assert "7/7" in drawn(pilot)


async def test_the_board_stands_beside_the_figures_or_in_their_place(saves: Saves) -> None:
    do(saves, "map 8x6", "place ann b2", "place g1 c2", "place vex d2", "reveal b2-d3")
    async with looking_on(saves, (120, 40)) as pilot:
        text = drawn(pilot).lower()
        assert "▶ann  " in text and "  3        ·" in text and "vex" not in text
    do(saves, "reveal map")
    async with looking_on(saves, (80, 16)) as pilot:
        assert "30/30" in drawn(pilot) and " g1 " not in drawn(pilot) and "m: the board" in drawn(pilot)
        await pilot.press("m")
        assert " g1 " in drawn(pilot) and "30/30" not in drawn(pilot) and "m: the figures" in drawn(pilot)


async def test_it_tells_whether_the_referee_is_there(saves: Saves) -> None:
    async with looking_on(saves) as pilot:
        assert "referee is away" in drawn(pilot)
        journal = saves.open("fight")
        assert "referee is away" not in look(pilot)
        journal.close()
        assert "referee is away" in look(pilot)
        saves.rename("fight", "Ambush")
        assert "is closed" not in look(pilot)
        saves.remove("ambush")
        assert "is closed" in look(pilot) and "Ann" in drawn(pilot)
        saves.restore("ambush")
        assert "is closed" not in look(pilot)


async def test_damage_and_absence_end_nothing(saves: Saves) -> None:
    async with looking_on(saves) as pilot:
        path = saves.folder / "fight" / "journal.jsonl"
        whole = path.read_bytes()
        for raw in (b"", b"\xff" * 99, whole[:-40], whole[:200], whole):
            path.write_bytes(raw)
            assert look(pilot)
        assert "Ann" in drawn(pilot)


def test_letters_are_as_big_as_there_is_room() -> None:
    assert len(big("Mira", 40)) == 3 and len(big("Mira", 80, 2)) == 5
    assert big("Mira", 8) == ["M I R A"] and big("Mira", 4) == ["Mira"]
    assert big("Ægir", 80) == ["Æ G I R"] and len(big("Zoë", 40)) == 3
