"""Plan: all that a board tells can be read from its letters alone, without any colour."""

import pytest

from referee.command_language.keyed_offers import figure_letters
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.board import space_of
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.ui.drawing import bars, text_line
from referee.ui.drawing.glyphs import ASCII, UNICODE, Glyphs
from referee.ui.map import board_plan, map_drawing
from referee.ui.map.board_plan import Plan
from referee.ui.map.line_of_sight import sighting
from referee.ui.map.map_drawing import MapDrawing
from referee.ui.map.map_size import LABEL, Zoom

pytestmark = pytest.mark.one_in(10)

CRYPT = (
    "add scout",
    "add brawler",
    "add adept",
    "add ghoul x3",
    "map 12x8",
    "place wren c4",
    "place harl b2",
    "place oriel a6",
    "place g1-3 f4 h6 f8",
    "ground d2",
    "ground e2 rough",
    "ground f2 void",
    "wall g2-h2",
    "wall h2-i2 door",
    "wall i2-j2 open",
    "wall c5-c6",
    "wall d5-d6 door",
    "wall e5-e6 open",
    "next",
    "< wren",
    "damage g2 9",
    "damage oriel 9",
)

NEAR = Zoom(1, True, 4)

NEAR = Zoom(1, True, 4)


def laid() -> Session:
    """Three heroes and three ghouls on a board that has one of everything; Wren acts, and two have fallen."""
    session = Session(registry.load("descent"), MemoryStepLog(Encounter(system="descent")))
    for line in CRYPT:
        run_line(session, line)
    return session


def text(session: Session, chosen: str, end: str = "", cursor: str = "l1") -> list[str]:
    """The board in letters, row by row; with a line of sight from the chosen figure, if it ends somewhere."""
    board = session.encounter.board
    assert board is not None
    sight = sighting(session.rules, session.encounter, chosen, space_of(end)) if end else None
    return letters_of(Plan(session.rules, session.encounter, board, chosen, space_of(cursor), sight))


def letters_of(plan: Plan, zoom: Zoom = NEAR) -> list[str]:
    """All rows of a drawing, without the heading."""
    drawing = MapDrawing(plan, zoom)
    lines = drawing.lines(drawing.rows(), range(plan.board.width))
    return ["".join(word for word, _ in each.words) for each in lines[1:]]


def use(monkeypatch: pytest.MonkeyPatch, signs: Glyphs) -> None:
    """The map is drawn with these signs."""
    for module in (bars, board_plan, map_drawing, text_line):
        monkeypatch.setattr(module, "GLYPHS", signs)


def cell(rows: list[str], name: str) -> str:
    """The letters of a space."""
    x, y = space_of(name)
    left = LABEL + 1 + NEAR.step * x
    return rows[2 * y + 1][left : left + NEAR.cell]


def east(rows: list[str], name: str) -> str:
    """The letter at the right of a space."""
    x, y = space_of(name)
    return rows[2 * y + 1][LABEL + NEAR.step * (x + 1)]


def south(rows: list[str], name: str) -> str:
    """The letters below a space."""
    x, y = space_of(name)
    left = LABEL + 1 + NEAR.step * x
    return rows[2 * y + 2][left : left + NEAR.cell]


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_all_that_a_board_holds_is_told_apart_without_colour(monkeypatch: pytest.MonkeyPatch, signs: Glyphs) -> None:
    use(monkeypatch, signs)
    session = laid()
    rows = text(session, "harl")
    assert len({cell(rows, name) for name in ("a1", "d2", "e2", "f2")}) == 4
    assert len({east(rows, name) for name in ("a2", "g2", "h2", "i2")}) == 4
    assert len({south(rows, name) for name in ("a5", "c5", "d5", "e5")}) == 4
    # Whose turn it is, who is chosen, and a foe, each by the sign before the name; the fallen are gone.
    signed = {cell(rows, "c4"): "wre", cell(rows, "b2"): "har", cell(rows, "f4"): "g1"}
    assert all(name in there for there, name in signed.items())
    assert len({there[0] for there in signed}) == 3
    assert cell(rows, "h6") == cell(rows, "a6") == cell(rows, "a1")
    assert cell(text(session, "wren"), "c4")[0] == signs.both
    assert cell(text(session, "wren"), "b2")[0] == " "
    if signs is ASCII:
        assert all(row.isascii() for row in rows)


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_the_line_and_what_stops_it_are_seen_without_colour(monkeypatch: pytest.MonkeyPatch, signs: Glyphs) -> None:
    use(monkeypatch, signs)
    session = laid()
    plain = text(session, "wren")
    free = text(session, "wren", "e4")
    assert "*" in cell(free, "d4") and "*" in cell(free, "e4") and "*" not in cell(free, "f4")
    shot = text(session, "wren", "h4")
    assert cell(shot, "f4")[0] == "X" and "*" in cell(shot, "e4") and cell(shot, "g4") == cell(plain, "g4")
    walled = text(session, "wren", "c8")
    assert "X" in south(walled, "c5") and "*" in cell(walled, "c5") and cell(walled, "c6") == cell(plain, "c6")
    beside = text(session, "harl", "f2")
    assert "X" in cell(beside, "d2") and cell(beside, "d2") != cell(plain, "d2")
    run_line(session, "place harl i5")
    for stop, start in (("g2", "g2"), ("h2", "h2")):
        run_line(session, f"place wren {start}")
        assert east(text(session, "wren", "l2"), stop) == "X" != east(plain, stop)
    assert east(text(session, "wren", "l2"), "i2") == east(plain, "i2") == "o"


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_far_away_each_figure_is_its_letter_and_no_foe_a_capital(
    monkeypatch: pytest.MonkeyPatch, signs: Glyphs
) -> None:
    use(monkeypatch, signs)
    session = laid()
    board = session.encounter.board
    assert board is not None
    letters = figure_letters(session.encounter)
    lit = {space_of("a1"): "", space_of("b1"): "3", space_of("c1"): "12"}
    plan = Plan(session.rules, session.encounter, board, "harl", space_of("l1"), lit=lit, letters=letters)
    rows = letters_of(plan, Zoom(1, True, 1))
    assert {len(row) for row in rows} == {LABEL + 1 + 2 * board.width}
    at = {name: rows[2 * space_of(name)[1] + 1][LABEL + 1 + 2 * space_of(name)[0]] for name in ("c4", "f4", "b1", "a1")}
    assert at["c4"] == letters["wren"].upper() and at["f4"] == letters["g1"] and at["b1"] == "3"
    assert at["a1"] not in (signs.floor, "3")


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_what_answers_is_lit_by_signs_that_need_no_colour(monkeypatch: pytest.MonkeyPatch, signs: Glyphs) -> None:
    use(monkeypatch, signs)
    session = laid()
    board = session.encounter.board
    assert board is not None
    lit = {space_of("a1"): "", space_of("b1"): "12", space_of("e2"): "3", space_of("f4"): "d"}
    plan = Plan(session.rules, session.encounter, board, "harl", space_of("l1"), lit=lit)
    rows = letters_of(plan)
    assert "12" in cell(rows, "b1") and "3" in cell(rows, "e2") and cell(rows, "f4").startswith("dg1")
    assert cell(rows, "a1") != cell(rows, "c1")
    assert {len(row) for row in rows} == {LABEL + 1 + NEAR.step * board.width}


def test_where_floor_ends_there_is_an_outline_and_doors_stay_doors() -> None:
    session = laid()
    plain = text(session, "harl")
    run_line(session, "ground j6-l8 void")
    run_line(session, "wall i7-j7 door")
    rows = text(session, "harl")
    assert east(rows, "i6") == east(plain, "l6") != east(plain, "i6") and east(rows, "i7") == "D"
    assert south(rows, "k5") == south(plain, "c8") and east(rows, "j7") == east(plain, "j7")


@pytest.mark.parametrize("signs", [UNICODE, ASCII])
def test_whoever_has_the_turn_is_outlined_without_colour(monkeypatch: pytest.MonkeyPatch, signs: Glyphs) -> None:
    use(monkeypatch, signs)
    session = laid()
    board = session.encounter.board
    assert board is not None
    large = letters_of(Plan(session.rules, session.encounter, board, None, space_of("l1")), Zoom(2, True, 6))
    box = [row[LABEL + 7 * 2 :][:8] for row in large[9:13]]
    around = signs.joints[12] + signs.joints[9] + signs.joints[6] + signs.joints[3]
    level, left, right = signs.outline
    assert box[0] == f"{around[0]}{level * 6}{around[1]}" and box[3] == f"{around[2]}{level * 6}{around[3]}"
    assert box[1] == f"{left}{signs.turn}Wren {right}" and box[2] == f"{left}{signs.full * 6}{right}"
    low = letters_of(Plan(session.rules, session.encounter, board, None, space_of("l1")), Zoom(1, False, 6))
    assert f"{left}{signs.turn}Wren {right}" in "".join(low) and level * 6 not in "".join(low).replace(
        signs.across * 6, ""
    )
    other = {signs.corners[12], signs.across, signs.down} & {level, left, right}
    assert not other, "an outline is no wall"
