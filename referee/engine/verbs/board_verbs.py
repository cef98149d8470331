"""Verbs of the board: laid out, drawn on, and figures set on it."""

from referee.engine.board.chart import LONGEST, written
from referee.engine.contract.kinds import AWAY
from referee.engine.events.event import BoardLaid, EdgeSet, FigurePlaced, GroundSet, RoomSet, SidesSet
from referee.engine.problem import Refused, complaint
from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.questions.question import Choose, Pick, Text
from referee.engine.state.board import (
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
from referee.engine.verbs.board_reading import OFF, no_board, read_board, read_places
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, override, verb

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


DRAWING = (door, wall, ground, room, erase)
"""What every table can draw on a board."""


# -------------------------------------------------------------------- what is asked


def _ask_chart(situation: Situation) -> Text:
    words = ("20x15", OFF)
    check = complaint(lambda text: read_board(situation.rules, situation.encounter, text))
    prompt = "The map, its size such as 20x15, or off"
    return Text(key="chart", prompt=prompt, check=check, words=words, longest=LONGEST, line_end="/")


def _ask_who(situation: Situation) -> Pick:
    among = tuple(f.tag for f in situation.encounter.figures.values() if f.standing != AWAY.name)
    return Pick(key="who", prompt="Who is set on the board?", among=among, most=len(among) or 1)


def _ask_where(situation: Situation, who: Picked) -> Text:
    check = complaint(lambda text: read_places(situation.rules, situation.encounter, who.tags, text))
    prompt = "Where: a space such as c5 for each, or off"
    return Text(key="where", prompt=prompt, check=check, words=(OFF,), spaces={} if len(who.tags) == 1 else None)


# -------------------------------------------------------------------- what is done


@override(name="map", hint="a board: map 20x15, map off, or a drawn one, its lines parted by /")
async def lay(ledger: Ledger, chart: Said = asks(_ask_chart, rest=True, lines=True)) -> None:
    """A board is laid out: drawn, or empty in a size; or taken away."""
    ledger.record(BoardLaid(board=read_board(ledger.rules, ledger.encounter, chart.text)))


@verb(hint="writes the board into the log, as map reads it", bar=no_board, interjects=True)
async def chart(ledger: Ledger) -> None:
    """The board is written into the log as the text that `map` reads."""
    assert ledger.encounter.board is not None
    for line in written(ledger.encounter.board).splitlines():
        ledger.remark(line)


@override(hint="figures on the board: place ulf c5, place g1-2 c5 d5, place ulf off", bar=no_board)
async def place(
    ledger: Ledger,
    who: Picked = asks(_ask_who, nobody="There is no figure on the table."),
    where: Said = asks(_ask_where, rest=True),
) -> None:
    """Figures are set on spaces of the board, or taken off it."""
    encounter = ledger.encounter
    board = encounter.board
    assert board is not None
    for tag, spaces in read_places(ledger.rules, encounter, who.tags, where.text).items():
        if spaces or board.spaces(tag):
            ledger.record(FigurePlaced(tag=tag, spaces=tuple(map(name_of, spaces))))


EDITING = (lay, chart, place)
"""What every table can do with a board."""
