"""Layout: the board laid out and changed by the referee, and figures set on it."""

from collections.abc import Callable

from referee.engine.answer import Answer, Chosen, Picked, Said
from referee.engine.bearer import Tag
from referee.engine.board import Barrier, Board, Ground, name_of, read_edge, read_spaces
from referee.engine.board_reading import NO_BOARD, OFF, read_board, read_places
from referee.engine.chart import LONGEST, written
from referee.engine.event import BoardLaid, EdgeSet, FigurePlaced, GroundSet
from referee.engine.kinds import AWAY
from referee.engine.ledger import Ledger
from referee.engine.problem import complaint
from referee.engine.question import Choose, Pick, Text
from referee.engine.verb import Given, Param, Situation, Verb

_BARRIERS: dict[str, Barrier | None] = {"wall": "wall", "door": "closed", "open": "open", "nothing": None}
_GROUNDS: dict[str, Ground | None] = {"obstacle": "obstacle", "rough": "rough", "void": "void", "floor": None}


# -------------------------------------------------------------------- what is done


async def lay(ledger: Ledger, chart: Said) -> None:
    """A board is laid out: drawn, or empty in a size; or taken away."""
    ledger.record(BoardLaid(board=read_board(ledger.rules, ledger.encounter, chart.text)))


async def chart(ledger: Ledger) -> None:
    """The board is written into the log as the text that `map` reads."""
    assert ledger.encounter.board is not None
    for line in written(ledger.encounter.board).splitlines():
        ledger.remark(line)


async def place(ledger: Ledger, who: Picked, where: Said) -> None:
    """Figures are set on spaces of the board, or taken off it."""
    encounter = ledger.encounter
    board = encounter.board
    assert board is not None
    for tag, spaces in read_places(ledger.rules, encounter, who.tags, where.text).items():
        if spaces or board.spaces(tag):
            ledger.record(FigurePlaced(tag=tag, spaces=tuple(map(name_of, spaces))))


async def door(ledger: Ledger, edge: Chosen) -> None:
    """A door is opened, or closed."""
    board = ledger.encounter.board
    assert board is not None
    closed = board.edges[edge.option] == "closed"
    ledger.record(EdgeSet(edge=edge.option, barrier="open" if closed else "closed"))


async def wall(ledger: Ledger, edge: Said, barrier: Chosen) -> None:
    """A wall or a door is put between two spaces, or taken away."""
    board = ledger.encounter.board
    assert board is not None
    ledger.record(EdgeSet(edge=read_edge(board, edge.text), barrier=_BARRIERS[barrier.option]))


async def ground(ledger: Ledger, where: Said, what: Chosen) -> None:
    """Obstacles are put into spaces, or taken away."""
    board = ledger.encounter.board
    assert board is not None
    spaces = read_spaces(board, where.text)
    first, last = name_of(spaces[0]), name_of(spaces[-1])
    ledger.record(GroundSet(space=first, to=last if last != first else None, ground=_GROUNDS[what.option]))


# -------------------------------------------------------------------- what is asked


def _no_board(situation: Situation) -> str | None:
    return NO_BOARD if situation.encounter.board is None else None


def _no_door(situation: Situation) -> str | None:
    return _no_board(situation) or (None if _doors(situation) else "There is no door on the board.")


def _doors(situation: Situation) -> dict[str, str]:
    board = situation.encounter.board
    return {} if board is None else {edge: kind for edge, kind in board.edges.items() if kind != "wall"}


def _on_board(situation: Situation, reads: Callable[[Board, str], object]) -> Callable[[str], str | None]:
    board = situation.encounter.board
    return complaint(lambda text: None if board is None else reads(board, text))


def _ask_chart(situation: Situation, given: Given) -> Text:
    words = ("20x15", OFF)
    check = complaint(lambda text: read_board(situation.rules, situation.encounter, text))
    prompt = "The map, its size such as 20x15, or off"
    return Text(key="chart", prompt=prompt, check=check, words=words, longest=LONGEST, line_end="/")


def _ask_who(situation: Situation, given: Given) -> Pick:
    among = tuple(f.tag for f in situation.encounter.figures.values() if f.standing != AWAY.name)
    return Pick(key="who", prompt="Who is set on the board?", among=among, most=len(among) or 1)


def _ask_where(situation: Situation, given: Given) -> Text:
    who: tuple[Tag, ...] = given.tags("who") if "who" in given else ()
    check = complaint(lambda text: read_places(situation.rules, situation.encounter, who, text))
    return Text(key="where", prompt="Where: a space such as c5 for each, or off", check=check, words=(OFF,))


def _ask_door(situation: Situation, given: Given) -> Choose:
    doors = _doors(situation)
    return Choose(key="edge", prompt="Which door?", options=tuple(doors), labels=doors)


def _ask_edge(situation: Situation, given: Given) -> Text:
    return Text(key="edge", prompt="Between which spaces, such as c5-d5?", check=_on_board(situation, read_edge))


def _ask_barrier(situation: Situation, given: Given) -> Choose:
    return Choose(key="barrier", prompt="What stands there?", options=tuple(_BARRIERS), default="wall")


def _ask_spaces(situation: Situation, given: Given) -> Text:
    return Text(key="where", prompt="Which spaces: c5, or c5-d6?", check=_on_board(situation, read_spaces))


def _ask_ground(situation: Situation, given: Given) -> Choose:
    return Choose(key="what", prompt="What is there?", options=tuple(_GROUNDS), default="obstacle")


def _wall(situation: Situation, given: Given) -> Answer:
    return Chosen(option="wall")


def _obstacle(situation: Situation, given: Given) -> Answer:
    return Chosen(option="obstacle")


VERBS = (
    Verb(
        "map",
        lay,
        (Param("chart", _ask_chart, rest=True, lines=True),),
        hint="a board: map 20x15, map off, or a drawn one, its lines parted by /",
        interjects=True,
        overrules=True,
    ),
    Verb("chart", chart, hint="writes the board into the log, as map reads it", bar=_no_board, interjects=True),
    Verb(
        "place",
        place,
        (Param("who", _ask_who, nobody="There is no figure on the table."), Param("where", _ask_where, rest=True)),
        hint="figures on the board: place ulf c5, place g1-2 c5 d5, place ulf off",
        bar=_no_board,
        interjects=True,
        overrules=True,
    ),
    Verb("door", door, (Param("edge", _ask_door),), hint="opens or closes a door", bar=_no_door, interjects=True),
    Verb(
        "wall",
        wall,
        (Param("edge", _ask_edge), Param("barrier", _ask_barrier, _wall)),
        hint="between two spaces: wall c5-d5, wall c5-d5 door",
        bar=_no_board,
        interjects=True,
        overrules=True,
    ),
    Verb(
        "ground",
        ground,
        (Param("where", _ask_spaces), Param("what", _ask_ground, _obstacle)),
        hint="what fills spaces: ground c5, ground c5-d6 rough",
        bar=_no_board,
        interjects=True,
        overrules=True,
    ),
)
"""What every table can do with a board."""
