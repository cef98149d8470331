"""Board phrases: what happens to a board, as people say it."""

from referee.engine.board import Board
from referee.engine.board_event import (
    BoardEvent,
    BoardLaid,
    EdgeSet,
    FigurePlaced,
    GroundSet,
    RoomSet,
    SidesSet,
    SpacesShown,
)
from referee.engine.encounter import Encounter


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
