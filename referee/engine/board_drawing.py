"""Board drawing: walls, doors and ground put on the board, along a line or in a rectangle, by one command each."""

from referee.engine.answer import Chosen, Said
from referee.engine.board import (
    Barrier,
    Board,
    Ground,
    Side,
    Space,
    edge_of,
    name_of,
    read_spaces,
    side_edges,
)
from referee.engine.board_event import EdgeSet, GroundSet, RoomSet, SidesSet
from referee.engine.board_reading import no_board
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused, complaint
from referee.engine.question import Choose, Text
from referee.engine.verb import Situation, asks, override, verb

BETWEEN = "between"
"""The edge between two spaces side by side, not a side of both."""
SIDES: tuple[Side, ...] = ("north", "east", "south", "west", "around")

_BARRIERS: dict[str, Barrier | None] = {"wall": "wall", "door": "closed", "open": "open", "nothing": None}
_GROUNDS: dict[str, Ground | None] = {"obstacle": "obstacle", "rough": "rough", "void": "void", "floor": None}


def _board(ledger: Ledger) -> Board:
    board = ledger.encounter.board
    assert board is not None
    return board


def _corners(board: Board, text: str) -> tuple[Space, Space]:
    """The upper left and the lower right space of what a text means."""
    spaces = read_spaces(board, text)
    return spaces[0], spaces[-1]


def _side_by_side(one: Space, other: Space) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


# -------------------------------------------------------------------- what is asked


def _no_door(situation: Situation) -> str | None:
    return no_board(situation) or (None if _doors(situation) else "There is no door on the board.")


def _doors(situation: Situation) -> dict[str, str]:
    board = situation.encounter.board
    return {} if board is None else {edge: kind for edge, kind in board.edges.items() if kind != "wall"}


def _ask_door(situation: Situation) -> Choose:
    doors = _doors(situation)
    return Choose(key="edge", prompt="Which door?", options=tuple(doors), labels=doors)


def _spaces(key: str, prompt: str) -> Said:
    def ask(situation: Situation) -> Text:
        board = situation.encounter.board
        check = complaint(lambda text: None if board is None else read_spaces(board, text))
        return Text(key=key, prompt=prompt, check=check, spaces={})

    return asks(ask)


def _ask_side(situation: Situation) -> Choose:
    return Choose(key="side", prompt="On which side of them?", options=(BETWEEN, *SIDES))


def _side(situation: Situation, edge: Said) -> Chosen:
    board = situation.encounter.board
    between = board is not None and _side_by_side(*_corners(board, edge.text))
    return Chosen(option=BETWEEN if between else "around")


def _ask_barrier(situation: Situation) -> Choose:
    return Choose(key="barrier", prompt="What stands there?", options=tuple(_BARRIERS), default="wall")


def _ask_ground(situation: Situation) -> Choose:
    return Choose(key="what", prompt="What is there?", options=tuple(_GROUNDS), default="obstacle")


# -------------------------------------------------------------------- what is done


@verb(hint="opens or closes a door", bar=_no_door, interjects=True)
async def door(ledger: Ledger, edge: Chosen = asks(_ask_door)) -> None:
    """A door is opened, or closed."""
    closed = _board(ledger).edges[edge.option] == "closed"
    ledger.record(EdgeSet(edge=edge.option, barrier="open" if closed else "closed"))


@override(
    hint="between two spaces, around some or on a side: wall c5-d5 door, wall b2-e5, wall b2-b5 east", bar=no_board
)
async def wall(
    ledger: Ledger,
    edge: Said = _spaces("edge", "Between or around which spaces, such as c5-d5?"),
    side: Chosen = asks(_ask_side, default=_side),
    barrier: Chosen = asks(_ask_barrier, default=Chosen(option="wall")),
) -> None:
    """A wall or a door is put between two spaces, or along the sides of some, or taken away."""
    board, stands = _board(ledger), _BARRIERS[barrier.option]
    first, last = _corners(board, edge.text)
    if side.option == BETWEEN:
        if not _side_by_side(first, last):
            raise Refused(f"{edge.text}: these spaces are not side by side.")
        ledger.record(EdgeSet(edge=edge_of(first, last), barrier=stands))
        return
    of = next(one for one in SIDES if one == side.option)
    if not side_edges(board, first, last, of):
        raise Refused("The board ends there; around it there is wall.")
    ledger.record(SidesSet(space=name_of(first), to=name_of(last), side=of, barrier=stands))


@override(hint="what fills spaces: ground c5, ground c5-d6 rough", bar=no_board)
async def ground(
    ledger: Ledger,
    where: Said = _spaces("where", "Which spaces: c5, or c5-d6?"),
    what: Chosen = asks(_ask_ground, default=Chosen(option="obstacle")),
) -> None:
    """Obstacles are put into spaces, or taken away."""
    first, last = map(name_of, _corners(_board(ledger), where.text))
    ledger.record(GroundSet(space=first, to=last if last != first else None, ground=_GROUNDS[what.option]))


@override(hint="floor with walls around it; doors there stay: room b2-i7", bar=no_board)
async def room(ledger: Ledger, where: Said = _spaces("where", "From which corner to which, such as b2-i7?")) -> None:
    """A rectangle becomes plain floor with walls around it."""
    first, last = map(name_of, _corners(_board(ledger), where.text))
    ledger.record(RoomSet(space=first, to=last))


@override(hint="takes walls, doors and obstacles away: erase b2-i7", bar=no_board)
async def erase(ledger: Ledger, where: Said = _spaces("where", "From which corner to which, such as b2-i7?")) -> None:
    """Walls, doors and obstacles in a rectangle and around it are taken away."""
    first, last = map(name_of, _corners(_board(ledger), where.text))
    ledger.record(RoomSet(space=first, to=last, walled=False))


VERBS = (door, wall, ground, room, erase)
"""What every table can draw on a board."""
