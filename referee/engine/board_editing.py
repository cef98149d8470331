"""Board editing: a board laid out and written down, and figures set on it."""

from referee.engine.answer import Picked, Said
from referee.engine.board import name_of
from referee.engine.board_event import BoardLaid, FigurePlaced
from referee.engine.board_reading import OFF, no_board, read_board, read_places
from referee.engine.chart import LONGEST, written
from referee.engine.kinds import AWAY
from referee.engine.ledger import Ledger
from referee.engine.problem import complaint
from referee.engine.question import Pick, Text
from referee.engine.verb import Situation, asks, override, verb

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


VERBS = (lay, chart, place)
"""What every table can do with a board."""
