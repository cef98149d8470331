"""Sighting: what is drawn of a line agrees with what the board says of it."""

import random

import pytest
from msgspec.structs import replace

from referee.dialogue.run_lines import run_line
from referee.engine.board.geometry import Terrain
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.board import Board, edge_of, name_of, space_of
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.ui.map.line_of_sight import sighting

pytestmark = pytest.mark.one_in(10)

SIDE = 9


def peopled() -> Encounter:
    """Eight figures at a table."""
    session = Session(registry.load("black_keep"), MemoryStepLog(Encounter(system="black_keep")))
    run_line(session, "add rat x8")
    return session.encounter


def scattered(chance: random.Random, encounter: Encounter) -> Board:
    """A board with all of them on it, and walls, doors and obstacles anywhere."""
    spaces = [(x, y) for x in range(SIDE) for y in range(SIDE)]
    places = chance.sample(spaces, len(encounter.figures) + 8)
    board = Board(width=SIDE, height=SIDE)
    for tag, space in zip(encounter.figures, places, strict=False):
        board = board.placed(tag, [name_of(space)])
    for space in places[len(encounter.figures) :]:
        board = board.grounded(name_of(space), chance.choice(("obstacle", "rough", "void")))
    for x, y in chance.sample(spaces, 20):
        other = chance.choice([(x + 1, y), (x, y + 1)])
        if board.has(other):
            board = board.edged(edge_of((x, y), other), chance.choice(("wall", "closed", "open")))
    return board


def test_a_line_is_drawn_as_far_as_it_goes() -> None:
    chance, encounter, rules = random.Random(7), peopled(), registry.load("black_keep")
    blocked = 0
    for _ in range(300):
        board = scattered(chance, encounter)
        there = replace(encounter, board=board)
        end = (chance.randrange(SIDE), chance.randrange(SIDE))
        found = sighting(rules, there, "r1", end)
        assert found is not None
        start = board.spaces("r1")[0]
        ground = Terrain(board)
        look = ground.look(start, end, ("r1", ground.who.get(end)))
        assert found.clear == look.clear
        assert bool(found.stops) == (not look.clear)
        assert (found.passed == set(ground.line(start, end))) == look.clear
        solid = {space_of(name) for name, what in board.ground.items() if what != "rough"} - {start, end}
        assert not found.passed & solid
        blocked += not look.clear
    assert 50 < blocked < 250


def test_who_is_not_on_the_board_sees_nothing() -> None:
    encounter = peopled()
    assert sighting(registry.load("black_keep"), encounter, "r1", (0, 0)) is None
    board = Board(width=3, height=3)
    assert sighting(registry.load("black_keep"), replace(encounter, board=board), "r1", (0, 0)) is None


def test_a_corner_is_judged_as_the_game_says() -> None:
    session = Session(registry.load("descent"), MemoryStepLog(Encounter(system="descent")))
    for line in ("add scout", "add ghoul", "map 4x4", "place wren a3", "place g1 b4", "ground b3"):
        run_line(session, line)
    seen = sighting(session.rules, session.encounter, "wren", (1, 3))
    assert seen is not None and seen.clear
    assert (
        seen.text == "Wren a3 to Ghoul 1 b4: in sight past a corner blocked on one side; 1 space, 2 without diagonals"
    )
    run_line(session, "option corner blocked")
    seen = sighting(session.rules, session.encounter, "wren", (1, 3))
    assert seen is not None and not seen.clear and seen.stops == {"b3"}
    assert "blocked by an obstacle at b3, beside a corner blocked on that side only; 1 space" in seen.text
