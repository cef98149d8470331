"""Report tables: the numbers of a fight, drawn in columns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.report.document import Table
from referee.report.evening_figures import Evening
from referee.ui.drawing.bars import share_bar, sparkline
from referee.ui.drawing.list_columns import ListColumn, columns_for
from referee.ui.drawing.text_line import Line

_SHORT_BAR, _LONG_BAR = 8, 16
"""Cells of a bar in a narrow window, and in a wide one."""
_WIDE = 110
"""Columns from which on a window is wide."""
Item = Callable[[int], list[Line]]
"""A row of a table, or a sentence, in lines of so many cells."""

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
    pictured = _with_pictures(table, evening, _LONG_BAR if width >= _WIDE else _SHORT_BAR)
    rows = pictured.rows
    columns = columns_for([_column(head, rows, place) for place, head in enumerate(pictured.heads)], rows, width)
    row = columns.row(rows[n])
    return [row] if n else [columns.heading(width), row]


def _column(head: str, rows: Sequence[Mapping[str, str]], place: int) -> ListColumn:
    """A column of that heading."""
    if head.startswith(_PICTURE):
        return _picture_column(head)
    texts = [row[head] for row in rows]
    has_numbers = all(text[:1].isdigit() or not text for text in texts) and "→" not in "".join(texts)
    return ListColumn(
        head,
        title="" if head == _NAME else head,
        style="text" if place else "title",
        is_number=place > 0 and head not in _TEXTS and has_numbers,
        least=0 if place else 12,
        most=60,
        gives_way=4 if head in _RARE else min(place, 1),
    )


def _picture_column(head: str) -> ListColumn:
    """A column of bars or sparklines, which has no heading of its own."""
    beside = head.removeprefix(_PICTURE)
    return ListColumn(head, style=_STYLES.get(beside, "ok"), most=60, gives_way=3 if beside == "took" else 2)


_PICTURE, _NAME = "picture of ", "name"
"""Begins the names of columns that are bars or sparklines; the column without a heading."""


class _Pictured(NamedTuple):
    """The heads and rows of a table."""

    heads: list[str]
    rows: list[dict[str, str]]


def _with_pictures(table: Table, evening: Evening, cells: int) -> _Pictured:
    """The heads and rows of a table, with bars of so many cells, and sparklines."""
    told = _told(table)
    pictures: dict[str, Iterable[str]] = {}
    match table.name:
        case "health":
            told, pictures = _health(told, evening, cells)
        case "turns":
            times = sorted((each.seconds for each in evening.turns), reverse=True)
            pictures = {"in all": _bars(times, cells)}
        case "dice":
            told.heads.insert(-1, "faces")
            for row in told.rows:
                row["faces"] = ""
            pictures = {"faces": [sparkline(die.fell, max(die.fell)) for die in evening.dice]}
        case _:
            for head in ("dealt", "took", "damage"):
                if head in told.heads:
                    place = table.heads.index(head)
                    pictures[head] = _bars([int(row[place] or 0) for row in table.rows], cells)
    for head, drawn in pictures.items():
        told.heads.insert(told.heads.index(head), _PICTURE + head)
        for row, text in zip(told.rows, drawn, strict=True):
            row[_PICTURE + head] = text
    return told


def _told(table: Table) -> _Pictured:
    """The heads and rows of a table; the arrows between two numbers stand below one another."""
    heads = [head or _NAME for head in table.heads]
    rows = [dict(zip(heads, map(str, row), strict=True)) for row in table.rows]
    for head in heads:
        arrows = [row[head].find("→") for row in rows]
        for row, arrow in zip(rows, arrows, strict=True):
            if arrow > 0:
                row[head] = " " * (max(arrows) - arrow) + row[head]
    return _Pictured(heads, rows)


def _health(told: _Pictured, evening: Evening, cells: int) -> tuple[_Pictured, dict[str, Iterable[str]]]:
    """Of each figure its health by rounds, in numbers and as a sparkline; two cells a round where there is room."""
    name = told.heads[0]
    digits = max((len(str(n)) for figure in evening.figures for n in figure.health), default=1)
    rows, lines = [], []
    shown = [figure for figure in evening.figures if figure.health]
    for row, figure in zip(told.rows, shown, strict=True):
        missed = figure.came - 1
        numbers = ["-".rjust(digits)] * missed + [f"{n:>{digits}}" for n in figure.health]
        rows.append({name: row[name], "in numbers": " ".join(numbers)})
        by_round: list[int | None] = [*[None] * missed, *figure.health]
        if len(evening.rounds) < cells:
            by_round = [n for n in by_round for _ in range(2)]
        lines.append(sparkline(by_round, max(figure.most or 0, *figure.health)))
    return _Pictured([name, "in numbers"], rows), {"in numbers": lines}


def _bars(numbers: Sequence[int], cells: int) -> list[str]:
    """A bar for each number, the longest for the greatest."""
    most = max(numbers, default=0) or 1
    return [share_bar(n / most, cells) for n in numbers]
