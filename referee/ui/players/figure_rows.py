"""Figure rows: all figures on the players' screen, in columns of rows that fit."""

from collections.abc import Sequence
from itertools import zip_longest

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, cut, line, side_by_side
from referee.ui.players.figure_row import GAP, figure_lines, row_layout
from referee.ui.players.figure_sides import sides
from referee.words.health_word import DOWN
from referee.words.names import spans
from referee.words.public_view import PublicFigure, PublicView

HEIGHTS = (8, 5, 3, 2, 1)
"""Lines of a row: from 3 on names are in big letters, with 2 in capitals with gaps."""
_COLUMN = 38
"""Cells of the narrowest of several columns of figures."""


def _parted(view: PublicView) -> tuple[list[PublicFigure], list[PublicFigure]]:
    """Those who have a row, and the foes who are down."""
    up = [figure for figure in view.figures if figure.state != DOWN or not figure.is_foe]
    return up, [figure for figure in view.figures if figure not in up]


def _fallen(down: Sequence[PublicFigure], cells: int) -> list[Line]:
    text = f" {GLYPHS.fallen} down: {spans([figure.name for figure in down])}"
    return [line((cut(text, cells), "dead"))] if down else []


def rows_of(view: PublicView, cells: int, room: int, lines: int) -> list[Line] | None:
    """All figures in rows of so many lines, in one column or several; None if they do not fit."""
    up, down = _parted(view)
    marks, fallen = sides(view), _fallen(down, cells)
    for many in range(1, 4):
        each = (cells - GAP * (many - 1)) // many
        row = row_layout(up, lines, each) if many == 1 or each >= _COLUMN else None
        if row is None:
            return None
        blocks = [figure_lines(view, figure, marks[figure.name], row, each) for figure in up]
        for gap in (1, 0) if lines == 1 else (1,):
            deep = -(-len(blocks) // many)
            columns = [_stacked(blocks[n * deep : (n + 1) * deep], gap) for n in range(many)]
            high = max(map(len, columns), default=0)
            if high + len(fallen) + (gap if fallen else 0) <= room:
                rows = [side_by_side(parts, each + GAP) for parts in zip_longest(*columns, fillvalue=Line())]
                return [*rows, *([Line()] * gap if fallen else []), *fallen]
    return None


def as_many_as_fit(view: PublicView, cells: int, room: int) -> list[Line]:
    """Whoever has the turn and as many others as fit, in rows of one line; and how many there are besides."""
    up, down = _parted(view)
    many = max(1, (cells + GAP) // (_COLUMN + GAP))
    each = (cells - GAP * (many - 1)) // many
    row, fallen, marks = row_layout(up, 1, each), _fallen(down, cells), sides(view)
    assert row is not None  # rows of one line are as narrow as can be
    left = max(0, room - len(fallen) - 1)
    blocks = [figure_lines(view, figure, marks[figure.name], row, each)[: max(1, left)] for figure in up]
    at = next((n for n, figure in enumerate(up) if figure.name == view.turn), 0)
    first = 0
    while _fits(blocks[first:], many, left) + first <= at and first < at:
        first += 1
    shown = _fits(blocks[first:], many, left)
    columns, rest = [], blocks[first : first + shown]
    for _ in range(many):
        count = _fits(rest, 1, left)
        columns.append(_stacked(rest[:count], 0))
        rest = rest[count:]
    rows = [side_by_side(parts, each + GAP) for parts in zip_longest(*columns, fillvalue=Line())]
    more = len(up) - shown
    return [*rows, *([line((f"    and {more} more", "dim"))] if more else []), *fallen]


def _fits(blocks: Sequence[Sequence[Line]], many: int, room: int) -> int:
    """How many of these fit, one after the other, into so many columns of so many lines."""
    count = 0
    for _ in range(many):
        left = room
        while count < len(blocks) and len(blocks[count]) <= left:
            left -= len(blocks[count])
            count += 1
    return count


def _stacked(blocks: Sequence[Sequence[Line]], gap: int) -> list[Line]:
    """Blocks one below the other, with so many free lines between them."""
    return [each for n, block in enumerate(blocks) for each in (*[Line()] * (gap if n else 0), *block)]
