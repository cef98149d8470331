"""Phrases of arrivals or of a board, also where many events of a command make one line."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from referee.engine.events.apply import Change
from referee.engine.events.event import (
    BoardEvent,
    BoardLaid,
    CardsMoved,
    EdgeSet,
    Event,
    FigurePlaced,
    GroundSet,
    Joined,
    RoomSet,
    SidesSet,
    SpacesShown,
)
from referee.engine.state.bearer import Figure
from referee.engine.state.board import Board
from referee.engine.state.encounter import Encounter
from referee.words.bearer import plain
from referee.words.log_line import LogLine

MOST_THINGS = 8
"""Things that an arrival names; who brings more of one sort has a deck."""
_TO_THE_TABLE = " to the table"
_NUMBERED = re.compile(r"(.*?)([0-9]+)")


def arrival(changes: Sequence[Change]) -> str:
    """Who came by these changes, and what they carry: `Goblin 1-4 (g1-g4) come to the table: shortsword, sling`."""
    came = _figures(event for _, event, _ in changes)
    return _sentence(came, ", ".join(_carried(changes, {figure.tag for figure in came}))) if came else ""


def _figures(events: Iterable[Event | None]) -> list[Figure]:
    """Who comes to the table by these events."""
    return [event.bearer for event in events if isinstance(event, Joined) and isinstance(event.bearer, Figure)]


def _sentence(came: Sequence[Figure], things: str) -> str:
    names = spans([figure.name for figure in came])
    tags = "" if all(map(_is_name, came)) else f" ({spans([f.tag for f in came])})"
    return f"{names}{tags} {'comes' if len(came) == 1 else 'come'}{_TO_THE_TABLE}{f': {things}' if things else ''}"


def _is_name(figure: Figure) -> bool:
    return figure.tag == figure.name.lower()


def joined(one: LogLine, other: LogLine) -> LogLine | None:
    """One line for two orders, if figures of one sort came by them with the same things; None otherwise."""
    first, second = (_figures(part.event for part in told.parts) for told in (one, other))
    mine, others = ((told.round, told.hand, told.hidden, _things(told.text)) for told in (one, other))
    if not (one.head and other.head and first and second) or mine != others or mine[3] is None:
        return None
    if len({_sort(figure) for figure in (*first, *second)}) > 1:
        return None
    return replace(
        one,
        text=_sentence([*first, *second], mine[3]),
        short="",
        cites=tuple(dict.fromkeys((*one.cites, *other.cites))),
        order="; ".join(filter(None, (one.order, other.order))),
        parts=(*one.parts, *other.parts),
    )


def _things(text: str) -> str | None:
    """What such a line says that they carry; None for a line that says something else."""
    _, found, things = text.partition(_TO_THE_TABLE)
    return things.removeprefix(": ") if found else None


def _sort(figure: Figure) -> tuple[str, str]:
    """What figures share that are told of in one line: their side, unless each has its own; their kind, if numbered."""
    return "" if figure.side == figure.tag else figure.side, "" if _is_name(figure) else figure.kind


def _carried(changes: Sequence[Change], tags: set[str]) -> list[str]:
    """The names of what these figures bring, each once; decks and hands of cards are not named."""
    out: list[str] = []
    for _, event, after in changes:
        if isinstance(event, CardsMoved) and event.src is None and event.dst and event.dst[0] in tags:
            out += map(after.name, event.cards) if len(event.cards) < MOST_THINGS else ()
    return list(dict.fromkeys(out))[:MOST_THINGS]


def spans(names: Sequence[str]) -> str:
    """Names in a row with their numbers joined: `Goblin 1-4, Gruk`; tags, too: `g1-g4`."""
    return ", ".join(runs_of(names))


def runs_of(names: Sequence[str]) -> list[str]:
    """The same, run by run."""
    parts: list[str] = []
    keyed = [(found[1], int(found[2])) if (found := _NUMBERED.fullmatch(name)) else (name, -1) for name in names]
    runs = groupby(enumerate(keyed), key=lambda item: (item[1][0], item[1][1] - item[0], item[1][1] < 0))
    for (stem, _, bare), run in runs:
        numbers = [number for _, (_, number) in run]
        if bare:
            parts += [stem] * len(numbers)
        elif len(numbers) == 1:
            parts.append(f"{stem}{numbers[0]}")
        else:
            parts.append(f"{stem}{numbers[0]}-{'' if stem.endswith(' ') else stem}{numbers[-1]}")
    return parts


_DRAWN = {"wall": "wall", "closed": "closed door", "open": "open door", None: "removed edge"}
_GROUND = {"obstacle": "obstacle", "rough": "low obstacle", "void": "space without floor", None: "space of floor"}


def drawing(changes: Sequence[Change]) -> str:
    """What was drawn on the board by these changes: `A board of 8 by 6 spaces: 3 walls, 1 closed door`."""
    laid, drawn = "", Counter[str]()
    for _, event, _ in changes:
        match event:
            case BoardLaid(board=Board() as board):
                laid = f"A board of {board.width} by {board.height} spaces"
            case EdgeSet(barrier=barrier):
                drawn[_DRAWN[barrier]] += 1
            case GroundSet(ground=ground):
                drawn[_GROUND[ground]] += 1
            case _:
                pass
    counts = ", ".join(f"{count} {_several(plain(what)) if count > 1 else what}" for what, count in drawn.items())
    return ": ".join(part for part in (laid or "Drawn", counts) if part)


def _several(what: str) -> str:
    first, *rest = what.split(" of ", 1) if " of " in what else what.split(" without ", 1)
    joint = " of " if " of " in what else " without "
    return joint.join((f"{first}s", *rest))


def board_phrase(encounter: Encounter, event: BoardEvent) -> str:
    """What an event does to the board, in one line; empty where there is nothing to read."""
    match event:
        case BoardLaid(board=None):
            return "The board is taken away"
        case BoardLaid(board=Board() as board):
            return f"A board of {board.width} by {board.height} spaces"
        case BoardLaid():
            return ""
        case EdgeSet(barrier=barrier):
            there = {"wall": "a wall", "closed": "a closed door", "open": "an open door", None: "nothing"}
            return f"{event.edge}: {there[barrier]}"
        case SidesSet(barrier=barrier):
            along = {"wall": "walls", "closed": "closed doors", "open": "open doors", None: "nothing"}
            where = "around" if event.side == "around" else f"{event.side} of"
            return f"{_area(event.space, event.to)}: {along[barrier]} {where} it"
        case RoomSet(walled=walled):
            return f"{_area(event.space, event.to)}: {'a room' if walled else 'floor without walls'}"
        case GroundSet(ground=ground):
            lies = {"obstacle": "an obstacle", "rough": "a low obstacle", "void": "no floor", None: "floor"}
            return f"{_area(event.space, event.to)}: {lies[ground]}"
        case SpacesShown(shown=shown):
            return f"{_area(event.space, event.to)} is {'shown to' if shown else 'hidden from'} the players"
        case FigurePlaced(spaces=()):
            return f"{encounter.name(event.tag)} leaves the board"
        case FigurePlaced():
            ends = dict.fromkeys((event.spaces[0], event.spaces[-1]))
            return f"{encounter.name(event.tag)} stands at {'-'.join(ends)}"


def _area(space: str, to: str | None) -> str:
    """A space, or a rectangle by its corners."""
    return f"{space}-{to}" if to and to != space else space
