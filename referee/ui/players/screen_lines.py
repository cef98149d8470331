"""Screen lines: the whole of the players' screen, drawn from what they may know and from nothing else."""

from itertools import zip_longest
from typing import NamedTuple

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, cut, fit, line, width, wrapped
from referee.ui.players.big_letters import big
from referee.ui.players.board_lines import board_lines, board_width
from referee.ui.players.figure_lines import figure_lines
from referee.words.public_view import PublicView

LEAST_BESIDE = 60
"""Cells that the figures want where the board stands beside them."""
MARGIN = 2


def screen_lines(view: PublicView, cells: int, height: int, notice: str = "", board_alone: bool = False) -> list[Line]:
    """The screen in so many lines: whose turn it is, who follows, the figures, and what came of the last act."""
    head, last = [_top(view, cells, notice), *_turn(view, cells, height)], _outcome(view, cells, height)
    room = max(0, height - len(head) - 1 - len(last))
    body = _body(view, cells, room, board_alone)
    shown = body.lines[:room]
    rule = _rule(cells, "m: the figures" if board_alone else "" if body.has_board else "m: the board")
    return [*head, rule, *shown, *([Line()] * (room - len(shown))), *last][:height]


def _rule(cells: int, hint: str = "") -> Line:
    """A line across, with the key for what there is no room for."""
    end = f" {hint} {GLYPHS.rule}" if hint else ""
    return line((GLYPHS.rule * max(0, cells - len(end)), "rule"), (end, "dim"))


def _top(view: PublicView, cells: int, notice: str) -> Line:
    """What is played, and the round; or what there is to know about the view itself."""
    when = f"Round {view.round}" if view.round else "before the first round"
    right = f" {when}{f' {GLYPHS.dot} {view.phase}' if view.phase else ''} "
    left = f" {view.name} {GLYPHS.dot} {view.game}"
    if notice:
        return line((fit(f" {notice}", max(0, cells - len(right))), "warning"), (right, "text"), background="bar")
    return line((fit(left, max(0, cells - len(right))), "dim"), (right, "text"), background="bar")


def _turn(view: PublicView, cells: int, height: int) -> list[Line]:
    """Whose turn it is, large; and who follows."""
    free = [Line()] if height >= 20 else []
    room = cells - 2 * MARGIN
    if view.over:
        rows, style = wrapped(view.over, room), "title"
    else:
        told = view.turn or view.phase or GLYPHS.more
        rows, style = big(told, room, 2 if height >= 40 else 1) if height >= 16 else [told], "turn"
    after = _following(view)
    next_ = [_inset(f"then  {f' {GLYPHS.dot} '.join(after)}", "text", cells)] if after else []
    return [*free, *(_inset(row, style, cells) for row in rows), *free, *next_]


def _inset(text: str, style: str, cells: int) -> Line:
    """A line with a margin at its left."""
    shown = text if width([(text, style)]) <= cells - MARGIN else cut(text, cells - MARGIN)
    return line((" " * MARGIN, "text"), (shown, style))


def _following(view: PublicView) -> list[str]:
    """Who acts after the one whose turn it is, in this round."""
    names = [slot.name for slot in view.order]
    here = next((n for n, slot in enumerate(view.order) if slot.state == "turn"), -1)
    return [name for n, name in enumerate(names) if n > here and view.order[n].state in ("", "waits")]


class _Body(NamedTuple):
    """The middle of the screen."""

    lines: list[Line]
    has_board: bool
    """All of the board is there that was shown, be it nothing."""


def _body(view: PublicView, cells: int, room: int, board_alone: bool) -> _Body:
    """The figures, and the board beside them, or below, or in their place, as there is room."""
    board = view.board
    if board is None:
        return _Body(figure_lines(view, cells, room), True)
    drawn = board_lines(view, board)
    if board_alone:
        return _Body(drawn, True)
    wide = board_width(board) + MARGIN
    if cells - wide >= LEAST_BESIDE:
        left = figure_lines(view, cells - wide, room)
        pairs = zip_longest(left, drawn, fillvalue=Line())
        return _Body([_beside(one, other, cells - wide) for one, other in pairs], len(drawn) <= room)
    above = room - len(drawn) - 1
    if len(view.figures) <= above and wide <= cells + MARGIN:
        return _Body([*figure_lines(view, cells, above), Line(), *drawn], True)
    return _Body(figure_lines(view, cells, room), False)


def _beside(left: Line, right: Line, cells: int) -> Line:
    gap = " " * max(0, cells - width(left.words))
    return Line((*left.words, (gap, "text"), *right.words))


def _outcome(view: PublicView, cells: int, height: int) -> list[Line]:
    """What came of the last act, below the figures."""
    most = 2 if height < 20 else 4 if height < 34 else 6
    if not view.outcome or height < 12:
        return []
    rows = [row for told in view.outcome for row in wrapped(told, cells - 2 * MARGIN)]
    shown = rows if len(rows) <= most else [*rows[: most - 1], GLYPHS.more]
    lines = (_inset(row, "title" if n == 0 else "text", cells) for n, row in enumerate(shown))
    return [_rule(cells), *lines]
