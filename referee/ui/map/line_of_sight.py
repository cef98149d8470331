"""Line of sight: what a map draws of it, with the sentence about it."""

from collections.abc import Iterable
from itertools import pairwise

from msgspec import Struct

from referee.engine.board.geometry import Barred, Terrain, distance, terrain
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Space, edge_of, name_of
from referee.engine.state.encounter import Encounter

_BARS = {"wall": "a wall at", "door": "a closed door at", "obstacle": "an obstacle at"}


class Sighting(Struct, frozen=True):
    """One line of sight as it is drawn and told."""

    passed: frozenset[Space]
    """The spaces that the line passes before anything stops it."""
    stops: frozenset[str]
    """The names of the spaces or edges that stop it."""
    text: str
    clear: bool


def sighting(rules: Ruleset, encounter: Encounter, who: Tag, end: Space) -> Sighting | None:
    """The best line from a figure to a space, or to who stands there; None if it does not stand on a board."""
    ground = terrain(rules, encounter)
    start = ground.board.spaces(who) if ground is not None else ()
    if ground is None or not start:
        return None
    there = ground.who.get(end)
    ends = ground.board.spaces(there) if there is not None else (end,)
    look = ground.between(start, ends, (who, there))
    assert look is not None  # neither fills no space
    line = ground.line(look.start, look.end)
    passed, stops = _reached(ground.board, line, look.barred)
    target = f"{encounter.name(there)} " if there is not None else ""
    text = f"{encounter.name(who)} {name_of(look.start)} to {target}{name_of(look.end)}: "
    text += "in sight" if look.barred is None else f"blocked by {_bar(encounter, look.barred)}"
    text += f" and {_bar(encounter, look.also)}" if look.also is not None else ""
    text += _corner(rules, encounter, who, there, ground, look.clear, start, ends)
    return Sighting(passed, stops, f"{text}; {_far(start, ends)}", look.clear)


def _bar(encounter: Encounter, barred: Barred) -> str:
    """What is in the way, and where."""
    what, where = barred
    if what != "figure":
        return f"{_BARS[what]} {where}"
    spaces = encounter.board.figures.get(where, ()) if encounter.board is not None else ()
    return f"{encounter.name(where)} at {spaces[0]}" if spaces else encounter.name(where)


def _corner(
    rules: Ruleset,
    encounter: Encounter,
    who: Tag,
    there: Tag | None,
    ground: Terrain,
    clear: bool,
    start: tuple[Space, ...],
    ends: tuple[Space, ...],
) -> str:
    """Said where the line passes a corner that is blocked on one side: games read that differently."""
    other = terrain(rules, encounter, not ground.corner_open)
    look = other.between(start, ends, (who, there)) if other is not None else None
    if look is None or look.clear == clear:
        return ""
    return " past a corner blocked on one side" if clear else ", beside a corner blocked on that side only"


def _far(start: tuple[Space, ...], ends: tuple[Space, ...]) -> str:
    away, straight = distance(start, ends), distance(start, ends, diagonal=False)
    spaces = "1 space" if away == 1 else f"{away} spaces"
    return spaces if away == straight else f"{spaces}, {straight} without diagonals"


def _reached(board: Board, line: tuple[Space, ...], barred: Barred | None) -> tuple[frozenset[Space], frozenset[str]]:
    """How far the line goes, and what stops it there."""
    if barred is None:
        return frozenset(line), frozenset()
    what, where = barred
    bars = set(board.figures.get(where, ())) if what == "figure" else {where}
    for step, (before, after) in enumerate(pairwise(line), 1):
        if stops := bars & set(_touched(before, after)):
            return frozenset(line[:step]), frozenset(stops)
    return frozenset(line), frozenset()


def _touched(before: Space, after: Space) -> Iterable[str]:
    """The names of all spaces and edges that a step of the line goes through or past."""
    yield name_of(after)
    besides = {(before[0], after[1]), (after[0], before[1])} - {before, after}
    if not besides:
        yield edge_of(before, after)
    for beside in besides:
        yield name_of(beside)
        yield edge_of(before, beside)
        yield edge_of(beside, after)
