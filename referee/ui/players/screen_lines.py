"""The players' screen as lines of text, as large as the window allows: whose turn it is, who follows, the figures, the
board, what came of the last act.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len

from referee.engine.state.board import Space, edge_of, name_of, space_of
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, bar, cut, fit, line, width, wrapped
from referee.ui.players.figure_rows import HEIGHTS, as_many_as_fit, bounded, health_of, rows_of, sides
from referee.ui.players.letters import big
from referee.words.public_view import PublicBoard, PublicView

CELL = 4
"""Cells of a space."""
_SIGNS = {"wall": GLYPHS.down, "closed": "D", "open": "o"}
_LEVEL = {"wall": GLYPHS.across * CELL, "closed": f"{GLYPHS.across}DD{GLYPHS.across}", "open": "-oo-"}


def board_width(board: PublicBoard) -> int:
    """Cells that it takes."""
    columns, _ = _extent(board)
    return len(columns) * (CELL + 1) + 1 + CELL


def board_lines(view: PublicView, board: PublicBoard) -> list[Line]:
    """The spaces that were shown, row by row, with who stands there and what stands between them."""
    columns, rows = _extent(board)
    heading = "".join(f"{name_of((x, 0))[:-1]:^{CELL + 1}}" for x in columns)
    lines = [line((f"{' ' * CELL} {heading}", "dim"))]
    who = {space: tag for tag, spaces in board.figures.items() for space in spaces}
    for y in (*rows, rows.stop):
        if any(_barrier(board, (x, y - 1), (x, y)) for x in columns):
            lines.append(_edges(board, columns, y))
        if y < rows.stop:
            lines.append(_spaces(view, board, who, columns, y))
    return lines


def _extent(board: PublicBoard) -> tuple[range, range]:
    """The columns and rows in which something was shown."""
    spaces = [space_of(name) for name in board.spaces]
    columns, rows = [x for x, _ in spaces], [y for _, y in spaces]
    return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)


def _barrier(board: PublicBoard, one: Space, other: Space) -> str:
    return board.edges.get(edge_of(one, other), "") if min(*one, *other) >= 0 else ""


def _edges(board: PublicBoard, columns: range, y: int) -> Line:
    parts = (_LEVEL.get(_barrier(board, (x, y - 1), (x, y)), " " * CELL) for x in columns)
    return line((" " * CELL + " " + " ".join(parts), "text"))


def _spaces(view: PublicView, board: PublicBoard, who: Mapping[str, str], columns: range, y: int) -> Line:
    words: list[StyledText] = [(f"{y + 1:>{CELL - 1}} ", "dim")]
    for x in (*columns, columns.stop):
        words.append((_SIGNS.get(_barrier(board, (x - 1, y), (x, y)), " "), "text"))
        if x < columns.stop:
            words.append(_space(view, board, who, name_of((x, y))))
    return line(*words)


def _space(view: PublicView, board: PublicBoard, who: Mapping[str, str], name: str) -> StyledText:
    if tag := who.get(name):
        figure = next(figure for figure in view.figures if figure.tag == tag)
        return fit(tag, CELL), "turn" if figure.name == view.turn else "side2" if figure.is_foe else "title"
    ground = board.spaces.get(name)
    middle = {"floor": GLYPHS.floor, "obstacle": GLYPHS.solid * 2, "rough": GLYPHS.rough * 2}.get(ground or "", "")
    return f"{middle:^{CELL}}", "dim"


LEAST_BESIDE = 60
"""Cells that the figures want where the board stands beside them."""
MARGIN = 2


def screen_lines(view: PublicView, cells: int, height: int, notice: str = "", board_alone: bool = False) -> list[Line]:
    """The screen in so many lines: whose turn it is, who follows, the figures, and what came of the last act."""
    top, last = _top(view, cells, notice), _outcome(view, cells, height)
    heads = [[top, *head] for head in _heads(view, cells, height)]
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
    when = f"Round {view.round}" if view.round else "before the first round"
    right = f" {when}{f' {GLYPHS.dot} {view.phase}' if view.phase else ''} "
    left = f" {view.name} {GLYPHS.dot} {view.game}"
    if notice:
        return line((fit(f" {notice}", max(0, cells - len(right))), "warning"), (right, "text"), background="bar")
    return line((fit(left, max(0, cells - len(right))), "dim"), (right, "text"), background="bar")


def _heads(view: PublicView, cells: int, height: int) -> Iterator[list[Line]]:
    """Whose turn it is, large, and who follows: the largest first, and last in as few lines as it takes."""
    room, after = cells - 2 * MARGIN, _following(view)
    told = view.turn or view.phase or GLYPHS.more
    if view.over:
        yield [Line(), *(_inset(row, "title", cells) for row in wrapped(view.over, room)), Line()]
        yield [_inset(row, "title", cells) for row in wrapped(view.over, room)]
        return
    rows = wrapped(f"then  {f' {GLYPHS.dot} '.join(after)}", room) if after else []
    most = max(1, height // 10)
    rows = rows if len(rows) <= most else [*rows[: most - 1], cut(" ".join(rows[most - 1 :]), room)]
    then = [_inset(row, "text", cells) for row in rows]
    if height >= 16:
        free = [Line()] if height >= 20 else []
        for scale in (2, 1) if height >= 34 else (1,):
            large = [_inset(row, "turn", cells) for row in big(told, room, scale)]
            left = cells - max(width(row.words) for row in large) - 2 * MARGIN
            if len(large) > 1 and (cards := _cards(view, after, left, len(large))):
                yield [
                    *free,
                    *(_beside(one, other, cells - left) for one, other in zip(large, cards, strict=True)),
                    *free,
                ]
            elif height >= 34 and (cards := _cards(view, after, room, 4)):
                yield [*free, *large, *free, *(line((" " * MARGIN, "text"), *card.words) for card in cards)]
            else:
                yield [*free, *large, *free, *then]
    yield [_inset(f"{GLYPHS.turn} {told}", "turn", cells), *then]


MOST_CARDS, LEAST_CARDS = 5, 3
"""Cards of those who follow; where not even the least have room, their names stand in a line."""
_CARD = 24
"""Cells of the widest card."""


def _cards(view: PublicView, after: Sequence[str], cells: int, lines: int) -> list[Line]:
    """Those who follow as cards side by side, with how they fare where there are lines for it; none without room."""
    marks, figures = sides(view), {figure.name: figure for figure in view.figures}
    sizes: list[int] = []
    for name in after[:MOST_CARDS]:
        size = max(16 if lines > 3 else 12, min(_CARD, cell_len(name) + 4)) + (1 if sizes else 0)
        if sum(sizes) + size > cells or cell_len(name) + 4 > _CARD:
            break
        sizes.append(size)
    if len(sizes) < min(LEAST_CARDS, len(after)):
        return []
    out: list[list[StyledText]] = [[] for _ in range(lines)]
    joints, rule = GLYPHS.joints, GLYPHS.rule
    for n, (name, size) in enumerate(zip(after, sizes, strict=False)):
        gap, inner = (" " if n else ""), size - 2 - (1 if n else 0)
        style = marks[name].style if name in marks else "text"
        title = "" if n else " next "
        inside: list[StyledText] = [(f" {name}", style)]
        if lines > 3 and name in figures:
            track, (told, how) = bounded(figures[name]), health_of(figures[name])
            left = inner - cell_len(told) - 3
            drawn = f"{bar(track.now, track.most or 0, left)} " if track is not None and left > 3 else ""
            inside.append((f" {drawn}{told}", how))
        free = lines - 2 - len(inside)
        rows = [("", style)] * (free // 2) + inside + [("", style)] * (free - free // 2)
        out[0].append((f"{gap}{joints[12]}{title}{rule * (inner - len(title))}{joints[9]}", style))
        for row, (text, how) in zip(out[1:-1], rows, strict=True):
            row += [(f"{gap}{GLYPHS.wall}", style), (fit(text, inner), how), (GLYPHS.wall, style)]
        out[-1].append((f"{gap}{joints[6]}{rule * inner}{joints[3]}", style))
    return [line(*words) for words in out]


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


def _body(view: PublicView, cells: int, room: int, lines: int, board_alone: bool) -> _Body | None:
    """The figures in rows of so many lines, and the board beside them, or below, or in their place, as there is room.

    None if these rows do not fit.
    """
    board = view.board
    drawn = board_lines(view, board) if board is not None else []
    if board is not None and board_alone:
        return _Body(drawn, True)
    wide = board_width(board) + MARGIN if board is not None else 0
    if board is not None and cells - wide >= LEAST_BESIDE:
        rows = rows_of(view, cells - wide, room, lines)
        pairs = zip_longest(rows or (), drawn, fillvalue=Line())
        beside = [_beside(one, other, cells - wide) for one, other in pairs]
        return None if rows is None else _Body(beside, len(drawn) <= room)
    if board is not None and wide <= cells + MARGIN:
        rows = rows_of(view, cells, room - len(drawn) - 1, lines)
        if rows is not None:
            return _Body([*rows, Line(), *drawn], True)
    rows = rows_of(view, cells, room, lines)
    return None if rows is None else _Body(rows, board is None)


def _beside(left: Line, right: Line, cells: int) -> Line:
    gap = " " * max(0, cells - width(left.words))
    return Line((*left.words, (gap, "text"), *right.words))


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
    return [_rule(cells), *(_inset(row, "title", cells) for row in rows)]
