"""Screen lines: all of the players' screen in a window."""

from collections.abc import Iterable
from itertools import zip_longest

from msgspec import Struct

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, cut, fit, line, side_by_side, wrapped
from referee.ui.players.board_drawing import SIZES, BoardDrawing
from referee.ui.players.figure_rows import HEIGHTS, as_many_as_fit, rows_of
from referee.ui.players.inset import MARGIN, inset
from referee.ui.players.turn_heads import turn_heads
from referee.words.bearer import when
from referee.words.public_view import PublicView

LEAST_BESIDE = 60
"""Cells that the figures want where the board stands beside them."""


def screen_lines(view: PublicView, cells: int, height: int, notice: str = "", board_alone: bool = False) -> list[Line]:
    """The screen in so many lines: whose turn it is, who follows, the figures, and what came of the last act."""
    top, last = _top(view, cells, notice), _outcome(view, cells, height)
    heads = [[top, *head] for head in turn_heads(view, cells, height)]
    rooms = [max(0, height - len(head) - 1 - len(last)) for head in heads]
    ways = [(n, lines) for lines in HEIGHTS for n in range(len(heads)) if lines == 1 or n < len(heads) - 1]
    n, body = _largest(((n, _body(view, cells, rooms[n], lines, board_alone)) for n, lines in ways), len(heads) - 1)
    if body is None:
        body = _Body(as_many_as_fit(view, cells, rooms[n]), view.board is None)
    shown = body.lines[: rooms[n]]
    rule = _rule(cells, "m: the figures" if board_alone else "" if body.has_board else "m: the board")
    return [*heads[n], rule, *shown, *([Line()] * (rooms[n] - len(shown))), *last][:height]


def _largest(bodies: "Iterable[tuple[int, _Body | None]]", last: int) -> "tuple[int, _Body | None]":
    """The first that fits with all of the board below a head that is large, else the first that fits at all."""
    without: tuple[int, _Body | None] = (last, None)
    for n, body in bodies:
        if body is not None and body.has_board and (n < last or not last):
            return n, body
        without = (n, body) if without[1] is None and body is not None else without
    return without


def _rule(cells: int, hint: str = "") -> Line:
    """A line across, with the key for what there is no room for."""
    end = f" {hint} {GLYPHS.rule}" if hint else ""
    return line((GLYPHS.rule * max(0, cells - len(end)), "rule"), (end, "dim"))


def _top(view: PublicView, cells: int, notice: str) -> Line:
    """What is played, and the round; or what there is to know about the view itself."""
    right = f" {when(view.round, view.phase).capitalize()} "
    left = f" {view.name} {GLYPHS.dot} {view.game}"
    if notice:
        return line((fit(f" {notice}", max(0, cells - len(right))), "warning"), (right, "text"), background="bar")
    return line((fit(left, max(0, cells - len(right))), "dim"), (right, "text"), background="bar")


class _Body(Struct, frozen=True):
    """The middle of the screen."""

    lines: list[Line]
    has_board: bool
    """All of the board is there that was shown, be it nothing."""


def _body(view: PublicView, cells: int, room: int, lines: int, board_alone: bool) -> _Body | None:
    """The figures in rows of so many lines, and the board beside them, or below, or in their place, as there is room.

    None if these rows do not fit.
    """
    rows = rows_of(view, cells, room, lines)
    if view.board is None:
        return None if rows is None else _Body(rows, True)
    for size in SIZES:
        drawing = BoardDrawing(view, view.board, *size)
        drawn, wide = drawing.lines(), drawing.width + MARGIN
        fits = len(drawn) <= room and wide <= cells + MARGIN
        if board_alone and (fits or size == SIZES[-1]):
            return _Body(drawn, True)
        if not fits:
            continue
        if cells - wide >= LEAST_BESIDE and (beside := rows_of(view, cells - wide, room, lines)) is not None:
            pairs = zip_longest(beside, drawn, fillvalue=Line())
            return _Body([side_by_side((one, other), cells - wide) for one, other in pairs], True)
        if (above := rows_of(view, cells, room - len(drawn) - 1, lines)) is not None:
            return _Body([*above, Line(), *drawn], True)
    return None if rows is None else _Body(rows, False)


def _outcome(view: PublicView, cells: int, height: int) -> list[Line]:
    """What came of the last act, below the figures: as sentences, at most a third of the screen."""
    if not view.act or height < 8:
        return []
    rows = wrapped(view.act, cells - 2 * MARGIN)
    most = max(1, height // 3 - 1)
    if len(rows) > most:
        rows = [
            *rows[: most - 1],
            cut(f"{rows[most - 1]} {rows[most]}", cells - 2 * MARGIN - 1).removesuffix(GLYPHS.more) + GLYPHS.more,
        ]
    return [_rule(cells), *(inset(row, "title", cells) for row in rows)]
