"""Verbs of the board, which lay it out, draw on it, place figures on it."""

from referee.engine.contract.standing import AWAY
from referee.engine.events.event import BoardLaid, EdgeSet, FigurePlaced, GroundSet, RoomSet, SidesSet
from referee.engine.problem import Refused, complaint
from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.board import Barrier, Board, Ground, Side, Space, edge_of, name_of, read_spaces, side_edges
from referee.engine.state.board_chart import LONGEST, written
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.typed_board import NO_BOARD, OFF, read_board, read_places
from referee.engine.verbs.verb import Situation, asks, override, verb


def no_board(situation: Situation) -> str | None:
    """Said where no board is laid out; None if one is."""
    return NO_BOARD if situation.encounter.board is None else None


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
    return no_board(situation) or (
        None if _doors(situation) else "There is no door on the board. To build one: wall c5-d5 door"
    )


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


_ASK_SIDE = Choose(key="side", prompt="On which side of these spaces?", options=(BETWEEN, *SIDES))


def _side(situation: Situation, edge: Said) -> Chosen:
    board = situation.encounter.board
    between = board is not None and _side_by_side(*_corners(board, edge.text))
    return Chosen(option=BETWEEN if between else "around")


_ASK_BARRIER = Choose(key="barrier", prompt="What goes there?", options=tuple(_BARRIERS), default="wall")
_ASK_GROUND = Choose(key="what", prompt="What kind of ground is it?", options=tuple(_GROUNDS), default="obstacle")


# -------------------------------------------------------------------- what is done


@verb(hint="opens or closes a door", bar=_no_door, interjects=True)
async def door(ledger: Ledger, edge: Chosen = asks(_ask_door)) -> None:
    """Opens a closed door, or closes an open one."""
    closed = _board(ledger).edges[edge.option] == "closed"
    ledger.record(EdgeSet(edge=edge.option, barrier="open" if closed else "closed"))


@override(
    hint="builds a wall or door between or around spaces: wall c5-d5 door, wall b2-e5, wall b2-b5 east",
    bar=no_board,
)
async def wall(
    ledger: Ledger,
    edge: Said = _spaces("edge", "Between or around which spaces? For example c5-d5"),
    side: Chosen = asks(_ASK_SIDE, default=_side),
    barrier: Chosen = asks(_ASK_BARRIER, default=Chosen(option="wall")),
) -> None:
    """Puts a wall or a door between two spaces, or along the sides of a rectangle, or takes it away.

    Refused for two spaces that are not side by side, and at the edge of the board.
    """
    board, stands = _board(ledger), _BARRIERS[barrier.option]
    first, last = _corners(board, edge.text)
    if side.option == BETWEEN:
        if not _side_by_side(first, last):
            raise Refused(f"The spaces {edge.text} are not side by side. Type two that are, for example c5-d5")
        ledger.record(EdgeSet(edge=edge_of(first, last), barrier=stands))
        return
    of = next(one for one in SIDES if one == side.option)
    if not side_edges(board, first, last, of):
        raise Refused("The board ends there, and its edge is a wall already.")
    ledger.record(SidesSet(space=name_of(first), to=name_of(last), side=of, barrier=stands))


@override(hint="sets the kind of ground in spaces: ground c5, ground c5-d6 rough", bar=no_board)
async def ground(
    ledger: Ledger,
    where: Said = _spaces("where", "Which spaces? For example c5, or c5-d6"),
    what: Chosen = asks(_ASK_GROUND, default=Chosen(option="obstacle")),
) -> None:
    """Puts obstacles into spaces, or takes them away."""
    first, last = map(name_of, _corners(_board(ledger), where.text))
    ledger.record(GroundSet(space=first, to=last if last != first else None, ground=_GROUNDS[what.option]))


@override(hint="makes a floor with walls around it; doors stay: room b2-i7", bar=no_board)
async def room(ledger: Ledger, where: Said = _spaces("where", "Which two corners? For example b2-i7")) -> None:
    """Makes a rectangle plain floor, with walls around it."""
    first, last = map(name_of, _corners(_board(ledger), where.text))
    ledger.record(RoomSet(space=first, to=last))


@override(hint="removes walls, doors and obstacles: erase b2-i7", bar=no_board)
async def erase(ledger: Ledger, where: Said = _spaces("where", "Which two corners? For example b2-i7")) -> None:
    """Takes away walls, doors and obstacles in a rectangle and around it."""
    first, last = map(name_of, _corners(_board(ledger), where.text))
    ledger.record(RoomSet(space=first, to=last, walled=False))


DRAWING = (door, wall, ground, room, erase)
"""What every table can draw on a board."""


# -------------------------------------------------------------------- what is asked


def _ask_chart(situation: Situation) -> Text:
    words = ("20x15", OFF)
    check = complaint(lambda text: read_board(situation.rules, situation.encounter, text))
    prompt = "A map, or only its size such as 20x15; off removes it"
    return Text(key="chart", prompt=prompt, check=check, words=words, longest=LONGEST, line_end="/")


def _ask_who(situation: Situation) -> Pick:
    among = tuple(f.tag for f in situation.encounter.figures.values() if f.standing != AWAY.name)
    return Pick(key="who", prompt="Who goes on the board?", among=among, most=len(among) or 1)


def _ask_where(situation: Situation, who: Picked) -> Text:
    check = complaint(lambda text: read_places(situation.rules, situation.encounter, who.tags, text))
    prompt = "Where? A space such as c5 for each, or off"
    return Text(key="where", prompt=prompt, check=check, words=(OFF,), spaces={} if len(who.tags) == 1 else None)


# -------------------------------------------------------------------- what is done


@override(name="map", hint="makes a board: map 20x15, map off, or a drawn one with / between its lines")
async def lay(ledger: Ledger, chart: Said = asks(_ask_chart, rest=True, lines=True)) -> None:
    """Lays out a board, drawn or empty in a size, or takes it away."""
    ledger.record(BoardLaid(board=read_board(ledger.rules, ledger.encounter, chart.text)))


@verb(hint="writes the board to the log, in the form that `map` reads", bar=no_board, interjects=True)
async def chart(ledger: Ledger) -> None:
    """Writes the board into the log, as text that `map` reads."""
    for line in written(_board(ledger)).splitlines():
        ledger.remark(line)


@override(hint="puts figures on the board: place ulf c5, place g1-2 c5 d5, place ulf off", bar=no_board)
async def place(
    ledger: Ledger,
    who: Picked = asks(_ask_who, nobody="There are no figures on the table. Add some first: add KIND NAME"),
    where: Said = asks(_ask_where, rest=True),
) -> None:
    """Places figures on spaces of the board, or takes them off it."""
    board = _board(ledger)
    for tag, spaces in read_places(ledger.rules, ledger.encounter, who.tags, where.text).items():
        if spaces or board.spaces(tag):
            ledger.record(FigurePlaced(tag=tag, spaces=tuple(map(name_of, spaces))))


EDITING = (lay, chart, place)
"""What every table can do with a board."""
