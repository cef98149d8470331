"""The map answers: what may be answered is lit, arrows jump among it, and Enter OKs, never a free change."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules.descent.kinds import MOVES
from referee.rules.registry import load
from referee.store.saves import Saves
from referee.ui.controller.reply import map_key
from referee.ui.map.board_answers import BoardAnswers, board_answers
from referee.ui.screens.encounter import EncounterScreen
from referee.ui.screens.map import MapPage
from tests.ui.table import drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

CRYPT = (
    "add scout",
    "add brawler",
    "add ghoul x3",
    "map 12x8",
    "place wren c4",
    "place harl b2",
    "place g1-3 f4 j6 f8",
    "wall g4-g8 east",
    "next",
    "< wren",
)


def crypt(folder: Path, *more: str) -> Saves:
    """Two heroes and three ghouls on a board; it is Wren's turn."""
    return prepare(folder, *CRYPT, *more, system="descent")


def here(pilot: Pilot[None]) -> str:
    """The space under the cursor of the map, which is on top."""
    found = page(pilot)
    assert isinstance(found, MapPage)
    return found.here


def stands(screen: EncounterScreen, tag: str) -> tuple[str, ...]:
    """The spaces a figure fills."""
    board = screen.table.session.encounter.board
    assert board is not None
    return board.figures[tag]


async def test_spaces_in_reach_are_lit_with_their_cost_and_enter_walks_there(tmp_path: Path) -> None:
    async with playing(crypt(tmp_path, "run"), size=(80, 24)) as pilot:
        screen = table(pilot)
        encounter = screen.table.session.encounter
        had = MOVES.of(encounter, "wren")
        await press(pilot, "w", "m")
        assert here(pilot) == "c4" and "To which space?" in drawn(pilot)
        row = next(row for row in drawn(pilot).splitlines() if row.startswith("│ [4]"))
        assert row.split("Wren")[1].strip(" │").split()[:2] == ["1", "2"]
        await press(pilot, "enter")
        assert stands(screen, "wren") == ("c4",) and screen.table.session.questions
        await press(pilot, "right", "right")
        assert here(pilot) == "e4"
        await press(pilot, "right")
        assert here(pilot) == "g4", "a foe's space is passed over"
        await press(pilot, "left", "enter")
        assert stands(screen, "wren") == ("e4",) and not screen.table.session.questions
        assert MOVES.of(screen.table.session.encounter, "wren") == had - 2
        await press(pilot, "u", "u")
        assert stands(screen, "wren") == ("c4",)


async def test_nothing_is_placed_freely_while_it_is_asked_where(tmp_path: Path) -> None:
    async with playing(crypt(tmp_path, "run"), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "w", "m", "right")
        place = screen.table.session.step_log.position
        await press(pilot, "p")
        assert "Answer first" in drawn(pilot)
        await press(pilot, "r", "x", "d")
        assert screen.table.session.step_log.position == place and stands(screen, "wren") == ("c4",)
        await press(pilot, "escape")
        assert screen.table.session.questions and isinstance(pilot.app.screen, EncounterScreen)
        await press(pilot, "<d4>", "enter")
        assert stands(screen, "wren") == ("d4",), "words at the table answer as before"


async def test_other_spaces_are_reached_with_shift_and_say_why_not(tmp_path: Path) -> None:
    async with playing(crypt(tmp_path, "run"), size=(80, 24)) as pilot:
        await press(pilot, "w", "m", "shift+right", "shift+right", "shift+right")
        assert here(pilot) == "f4"
        await press(pilot, "enter")
        assert "f4 is too far away, occupied" in drawn(pilot)
        await press(pilot, "/", "<d4>", "enter")
        assert stands(table_of(pilot), "wren") == ("d4",)


def table_of(pilot: Pilot[None]) -> EncounterScreen:
    """The encounter screen, under the page that is open or on top."""
    return next(screen for screen in pilot.app.screen_stack if isinstance(screen, EncounterScreen))


async def test_a_target_is_chosen_on_the_map_with_its_line_of_sight(tmp_path: Path) -> None:
    async with playing(crypt(tmp_path, "battle"), size=(100, 30)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "m")
        assert here(pilot) == "f4" and "cg1" in drawn(pilot)
        assert "Wren c4 to Ghoul 1 f4: in sight; 3 spaces" in drawn(pilot)
        await press(pilot, "right")
        assert here(pilot) == "j6" and "blocked by" in drawn(pilot) and "X" in drawn(pilot)
        await press(pilot, "left")
        assert here(pilot) in ("f4", "f8")
        await press(pilot, "c")
        assert isinstance(pilot.app.screen, EncounterScreen), "what is asked next is answered at the table"
        assert screen.table.view.question is not None and not isinstance(screen.table.view.question, Pick)


async def test_several_figures_are_marked_on_the_map(tmp_path: Path) -> None:
    lines = ("add player Ulf", "add rat x3", "map 10x6", "place r1-3 c2 f2 h4", "place ulf a1")
    async with playing(prepare(tmp_path, *lines), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, ":", *"damage", "enter", "m")
        assert "Space ticks" in drawn(pilot)
        await press(pilot, "tab", "space")
        marked = screen.table.line.picked
        assert len(marked) == 1
        await press(pilot, "space")
        assert not screen.table.line.picked
        await press(pilot, "enter")
        assert "Tick first" in drawn(pilot)
        await press(pilot, "d", "b", "enter")
        assert isinstance(pilot.app.screen, EncounterScreen)
        await press(pilot, "1", "enter")
        dealt = [entry for entry in screen.table.session.entries() if entry.command.verb == "damage"]
        assert len(dealt) == 1


async def test_the_map_is_opened_by_f4_where_m_may_be_an_answer(tmp_path: Path) -> None:
    async with playing(
        crypt(tmp_path, "run", "map 20x8", "place wren j4", "place g1-3 a1 a2 a3"), size=(80, 24)
    ) as pilot:
        await press(pilot, "w")
        assert "F4 map" in drawn(pilot)
        await press(pilot, "m")
        assert isinstance(pilot.app.screen, EncounterScreen)
        await press(pilot, "f4")
        assert here(pilot) == "j4"


async def test_keys_of_the_map_are_listed_while_it_asks(tmp_path: Path) -> None:
    async with playing(crypt(tmp_path, "run"), size=(80, 24)) as pilot:
        await press(pilot, "w", "m")
        assert "ANSWER" in drawn(pilot) and "Enter OK" in drawn(pilot)
        await press(pilot, "z")
        assert "ANSWER" in drawn(pilot)
        await press(pilot, "z", "?")
        assert "line of sight" in drawn(pilot)


def test_what_has_no_place_on_the_board_is_not_answered_there() -> None:
    bare = Encounter(system="descent")
    where = Text(key="spaces", prompt="Where?", spaces={"m5": "2", "c5": "1"})
    assert board_answers(where, bare) is None and map_key(where, bare) == ""
    assert board_answers(None, bare) is None


@pytest.mark.parametrize(
    ("here", "way", "there"),
    [((0, 0), (1, 0), (2, 0)), ((2, 0), (1, 0), (5, 4)), ((2, 0), (0, 1), (2, 6)), ((5, 4), (1, 0), (5, 4))],
)
def test_arrows_go_to_the_nearest_in_their_direction(
    here: tuple[int, int], way: tuple[int, int], there: tuple[int, int]
) -> None:
    answers = BoardAnswers({(2, 0): "c1", (5, 4): "f5", (2, 6): "c7"})
    assert answers.next(here, way) == there


def test_m_is_left_to_a_figure_whose_letter_it_is() -> None:
    rules = load("black_keep")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in (*(f"add player Hero{n}" for n in range(14)), "map 20x5", "place hero0 a1", "place hero12 b1"):
        run_line(session, line)
    tags = tuple(session.encounter.figures)
    few, all_of_them = (Pick(key="who", prompt="Who?", among=among) for among in (tags[:3], tags))
    assert map_key(few, session.encounter) == "m" and map_key(all_of_them, session.encounter) == "F4"
