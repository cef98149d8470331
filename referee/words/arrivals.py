"""Phrases of arrivals or of a board, also where many events of a command make one line."""

from collections import Counter
from collections.abc import Iterable, Sequence

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
from referee.words.log_line import LogLine
from referee.words.names import spans
from referee.words.sentence import Clause, Sentence, worded


def came_by(changes: Iterable[Change]) -> tuple[str, ...]:
    """The names of those who come to the table by these changes."""
    joined = (event.bearer for _, event, _ in changes if isinstance(event, Joined))
    return tuple(bearer.name for bearer in joined if isinstance(bearer, Figure))


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


def arrival(names: Sequence[str]) -> Sentence:
    """Who came: `Joined: Ann, Goblin 1-4`."""
    return Sentence(rest="Joined", clauses=(Clause(spans(names)),))


def joined(one: LogLine, other: LogLine) -> LogLine | None:
    """One line for two orders by which figures came, in one round; None if one of them says anything else."""
    arrive = one.head and other.head and one.came and other.came
    if not arrive or (one.round, one.hidden) != (other.round, other.hidden):
        return None
    came = (*one.came, *other.came)
    return replace(
        one,
        text=worded(arrival(came)),
        came=came,
        cites=tuple(dict.fromkeys((*one.cites, *other.cites))),
        order="; ".join(filter(None, (one.order, other.order))),
        parts=(*one.parts, *other.parts),
    )


_DRAWN = {
    "wall": ("wall", "walls"),
    "closed": ("closed door", "closed doors"),
    "open": ("open door", "open doors"),
    None: ("removed edge", "removed edges"),
}
_GROUND = {
    "obstacle": ("obstacle", "obstacles"),
    "rough": ("low obstacle", "low obstacles"),
    "void": ("space without floor", "spaces without floor"),
    None: ("space of floor", "spaces of floor"),
}


def drawing(changes: Sequence[Change]) -> str:
    """What was drawn on the board by these changes: `A board of 8 by 6 spaces: 3 walls, 1 closed door`."""
    laid, drawn = "", Counter[tuple[str, str]]()
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
    counts = ", ".join(f"{count} {several if count > 1 else one}" for (one, several), count in drawn.items())
    return ": ".join(part for part in (laid or "Drawn", counts) if part)


def board_sentence(encounter: Encounter, event: BoardEvent) -> Sentence:
    """What an event does to the board; a sentence without words if there is nothing to read."""
    match event:
        case FigurePlaced(spaces=()):
            return Sentence((encounter.name(event.tag),), "leaves", "the board")
        case FigurePlaced():
            ends = dict.fromkeys((event.spaces[0], event.spaces[-1]))
            return Sentence((encounter.name(event.tag),), "stands", f"at {'-'.join(ends)}")
        case _:
            return Sentence(rest=_drawn(event))


def _drawn(event: BoardEvent) -> str:
    """What the referee draws; empty where there is nothing to read."""
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
        case FigurePlaced():
            return ""


def _area(space: str, to: str | None) -> str:
    """A space, or a rectangle by its corners."""
    return f"{space}-{to}" if to and to != space else space
