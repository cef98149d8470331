"""Report tables: the numbers of a fight with bars and sparklines."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from referee.report.document import Table
from referee.report.evening import Evening
from referee.ui.drawing.bars import share_bar, sparkline
from referee.ui.drawing.list_columns import ListColumn, columns_for
from referee.ui.drawing.text_line import Line

_BARS = (8, 16)
"""Cells of a bar in a narrow window, and in a wide one."""
_WIDE = 110
"""Columns from which on a window is wide."""
Item = Callable[[int], list[Line]]
"""A row of a table, or a sentence, in lines of so many cells."""


# -------------------------------------------------------------------- tables

_STYLES = {"dealt": "ok", "took": "dying", "damage": "dying", "in all": "clause", "faces": "clause"}
"""The styles of bars and sparklines, by the columns that they stand beside."""
_TEXTS = ("in numbers", "against chance")
"""Columns that stand at the left, whatever they begin with."""
_RARE = ("healing", "healed", "longest", "expected", "hit rate", "felled", "fell", "in numbers")
"""Columns that are left out first where there is not room for all."""


def table_rows(table: Table, evening: Evening) -> list[Item]:
    """The rows of a table; above the first stand the headings of its columns."""

    def item(n: int) -> Item:
        return lambda width: _drawn(table, evening, n, width)

    return [item(n) for n in range(len(table.rows))]


def _drawn(table: Table, evening: Evening, n: int, width: int) -> list[Line]:
    heads, rows = _with_pictures(table, evening, _BARS[width >= _WIDE])
    columns = columns_for([_column(head, rows, place) for place, head in enumerate(heads)], rows, width)
    return [*([columns.heading(width)] if not n else []), columns.row(rows[n])]


def _column(head: str, rows: Sequence[Mapping[str, str]], place: int) -> ListColumn:
    """A column of that heading; a picture has no heading of its own, and the name of what it stands beside."""
    beside = head.removeprefix(_PICTURE)
    is_number = head == beside and place > 0 and head not in _TEXTS
    is_number = is_number and all(row[head][:1].isdigit() or not row[head] for row in rows)
    return ListColumn(
        head,
        title=head if head not in (_NAME, _PICTURE + beside) else "",
        style=_STYLES.get(beside, "ok") if head != beside else "text" if place else "title",
        is_number=is_number and "→" not in "".join(row[head] for row in rows),
        least=12 if not place else 0,
        most=60,
        gives_way=4 if head in _RARE else (3 if beside == "took" else 2) if head != beside else int(place > 0),
    )


_PICTURE, _NAME = "picture of ", "name"
"""Begins the names of columns that are bars or sparklines; the column without a heading."""


def _with_pictures(table: Table, evening: Evening, cells: int) -> tuple[list[str], list[Mapping[str, str]]]:
    """The heads and rows of a table, with bars of so many cells, and sparklines."""
    heads, pictures = [head or _NAME for head in table.heads], dict[str, Iterable[str]]()
    rows = [dict(zip(heads, map(str, row), strict=True)) for row in table.rows]
    for head in heads:  # the arrows between two numbers stand below one another
        arrows = [row[head].find("→") for row in rows]
        for row, arrow in zip(rows, arrows, strict=True):
            row[head] = " " * (max(arrows) - arrow if arrow > 0 else 0) + row[head]
    match table.name:
        case "health":
            shown = [figure for figure in evening.figures if figure.health]
            tops = [max(figure.most or 0, *figure.health) for figure in shown]
            each = 2 if len(evening.rounds) < cells else 1
            lines = [
                sparkline([n for n in (*[None] * (figure.came - 1), *figure.health) for _ in range(each)], top)
                for figure, top in zip(shown, tops, strict=True)
            ]
            digits = max((len(str(n)) for figure in shown for n in figure.health), default=1)
            numbers = (
                " ".join((*["-".rjust(digits)] * (figure.came - 1), *(f"{n:>{digits}}" for n in figure.health)))
                for figure in shown
            )
            heads, pictures = [heads[0], "in numbers"], {"in numbers": lines}
            rows = [{heads[0]: row[heads[0]], "in numbers": told} for row, told in zip(rows, numbers, strict=True)]
        case "turns":
            times = sorted((each.seconds for each in evening.turns), reverse=True)
            pictures = {"in all": _bars(times, cells)}
        case "dice":
            heads.insert(-1, "faces")
            pictures = {"faces": [sparkline(die.fell, max(die.fell)) for die in evening.dice]}
            rows = [{**row, "faces": ""} for row in rows]
        case _:
            for head in ("dealt", "took", "damage"):
                if head in heads:
                    place = table.heads.index(head)
                    pictures[head] = _bars([int(row[place] or 0) for row in table.rows], cells)
    for head, drawn in pictures.items():
        heads.insert(heads.index(head), _PICTURE + head)
        for row, text in zip(rows, drawn, strict=True):
            row[_PICTURE + head] = text
    return heads, [*rows]


def _bars(numbers: Sequence[int], cells: int) -> Iterator[str]:
    most = max(numbers, default=0) or 1
    yield from (share_bar(n / most, cells) for n in numbers)
