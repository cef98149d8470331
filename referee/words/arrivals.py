"""Phrases of arrivals or of a board, also where many events of a command make one line."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from string import digits

from msgspec.structs import replace

from referee.engine.events.apply import Change
from referee.engine.events.event import (
    BoardEvent,
    BoardLaid,
    CardsMoved,
    EdgeSet,
    Event,
    FigurePlaced,
    GroundSet,
    Grouped,
    Joined,
    RoomSet,
    SidesSet,
    SpacesShown,
    TrackBounded,
    TrackChanged,
    TraitSet,
)
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.board import Board
from referee.engine.state.encounter import Encounter
from referee.words.bearer import plain
from referee.words.log_line import LogLine


def arrival(changes: Sequence[Change]) -> str:
    """Who came by these changes: `Joined: Ann, Goblin 1-4`."""
    return _joined(_figures(event for _, event, _ in changes))


def _figures(events: Iterable[Event | None]) -> list[Figure]:
    """Who comes to the table by these events."""
    return [event.bearer for event in events if isinstance(event, Joined) and isinstance(event.bearer, Figure)]


def sets_up(event: Event, new: set[Tag]) -> bool:
    """Does it say with what a figure comes, or to what it belongs?"""
    match event:
        case Joined():
            return event.bearer.tag in new
        case Grouped():
            return event.member in new
        case CardsMoved():
            return event.src is None
        case TrackBounded() | TraitSet():
            return True
        case TrackChanged():
            return event.tag in new
        case _:
            return False


def _joined(came: Sequence[Figure]) -> str:
    return f"Joined: {spans([figure.name for figure in came])}" if came else ""


def joined(one: LogLine, other: LogLine) -> LogLine | None:
    """One line for two orders by which figures came, in one round; None if one of them says anything else."""
    first, second = (_figures(part.event for part in line.parts) for line in (one, other))
    arrive = one.head and other.head and (one.text, other.text) == (_joined(first), _joined(second))
    if not (arrive and first and second) or (one.round, one.hidden) != (other.round, other.hidden):
        return None
    return replace(
        one,
        text=_joined([*first, *second]),
        cites=tuple(dict.fromkeys((*one.cites, *other.cites))),
        order="; ".join(filter(None, (one.order, other.order))),
        parts=(*one.parts, *other.parts),
    )


def spans(names: Sequence[str]) -> str:
    """Names in a row with their numbers joined: `Goblin 1-4, Gruk`; tags, too: `g1-g4`."""
    return ", ".join(runs_of(names))


@lru_cache(maxsize=4096)
def _stem_and_number(name: str) -> tuple[str, int]:
    """A name without the digits at its end, and what they say; -1 without digits."""
    stem = name.rstrip(digits)
    return (stem, int(name[len(stem) :])) if stem != name else (name, -1)


def runs_of(names: Sequence[str], most: int | None = None) -> list[str]:
    """The same, run by run; most: only so many, the first."""
    parts: list[str] = []
    each = enumerate(map(_stem_and_number, names))
    keyed = [((stem, number - n, number < 0), number) for n, (stem, number) in each]
    for (stem, _, bare), run in islice(groupby(keyed, key=itemgetter(0)), most):
        numbers = [number for _, number in run]
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
            return "The board is removed"
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
