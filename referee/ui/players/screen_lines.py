"""The players' screen as lines of text."""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len

from referee.engine.state.board import Space, edge_of, name_of, space_of
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, bar, cut, fit, health, line, width, wrapped
from referee.words.public_view import PublicBoard, PublicFigure, PublicTrack, PublicView
from referee.words.redacted import BADLY, DOWN, HURT, UNHURT

LONGEST_NAME = 22
WIDE = 120
"""Cells from which on bars are twice as long."""
_STYLES = {UNHURT: "ok", HURT: "hurt", BADLY: "dying", DOWN: "dead"}


def figure_lines(view: PublicView, cells: int, room: int) -> list[Line]:
    """A line for each figure, with a free one between them while there is room; the fallen in one, if need be."""
    up = [figure for figure in view.figures if figure.state != DOWN or not figure.is_foe]
    down = [figure for figure in view.figures if figure not in up]
    name = max((cell_len(figure.name) for figure in view.figures), default=0)
    name = min(name, LONGEST_NAME)
    shown = up if len(up) + bool(down) <= room else up[: max(0, room - bool(down) - 1)]
    lines = [_figure(view, figure, name, cells) for figure in shown]
    if more := len(up) - len(shown):
        lines.append(line((f"   and {more} more", "dim")))
    if down:
        fallen = ", ".join(figure.name for figure in down)
        lines.append(line((" ", "dead"), (cut(f"{GLYPHS.fallen} down: {fallen}", cells - 1), "dead")))
    return _spaced(lines, room)


def _spaced(lines: Sequence[Line], room: int) -> list[Line]:
    """With a free line between any two, where all of them fit."""
    if len(lines) * 2 - 1 > room:
        return list(lines)
    return [each for shown in lines for each in (Line(), shown)][1:]


def _figure(view: PublicView, figure: PublicFigure, name: int, cells: int) -> Line:
    """Whose turn it is, who it is, how it fares, and what lies on it with what is left of that."""
    acts = figure.name == view.turn
    style = "dead" if figure.state == DOWN else "turn" if acts else "side2" if figure.is_foe else "title"
    words: list[StyledText] = [
        (f" {GLYPHS.turn if acts else ' '} ", "turn"),
        (f"{fit(figure.name, name)}  ", style),
        *_state(figure, 12 if cells < WIDE else 24),
        *((f"{track.name} {_number(track)}  ", "dim") for track in figure.tracks if track.most),
    ]
    room = cells - sum(cell_len(text) for text, _ in words)
    lying = ", ".join(f"{each.name} {each.left}".strip() for each in figure.conditions)
    if lying and room < cell_len(lying):  # how long it lasts gives way before what it is
        lying = ", ".join(each.name for each in figure.conditions)
    return line(*words, (cut(lying, room), "condition"))


def _state(figure: PublicFigure, bar_cells: int) -> list[StyledText]:
    """A bar and a number, or a word."""
    track = figure.health
    if track is None or not track.most:
        word = figure.state or ("" if track is None else _number(track))
        return [(fit(word, bar_cells + 8), _STYLES.get(figure.state, "text"))]
    left = track.most - track.now if track.rising else track.now
    style = health(left, track.most)
    word = figure.standing if figure.state == DOWN else _number(track)
    return [(bar(track.now, track.most, bar_cells), style), (f" {fit(word, 7)}", style)]


def _number(track: PublicTrack) -> str:
    return str(track.now) if track.most is None else f"{track.now}/{track.most}"


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


_DRAWN = {
    "A": "010 101 111 101 101",
    "B": "110 101 110 101 110",
    "C": "011 100 100 100 011",
    "D": "110 101 101 101 110",
    "E": "111 100 110 100 111",
    "F": "111 100 110 100 100",
    "G": "0111 1000 1011 1001 0111",
    "H": "101 101 111 101 101",
    "I": "1 1 1 1 1",
    "J": "001 001 001 101 010",
    "K": "1001 1010 1100 1010 1001",
    "L": "100 100 100 100 111",
    "M": "10001 11011 10101 10001 10001",
    "N": "1001 1101 1011 1001 1001",
    "O": "0110 1001 1001 1001 0110",
    "P": "110 101 110 100 100",
    "Q": "0110 1001 1001 1011 0111",
    "R": "110 101 110 101 101",
    "S": "011 100 010 001 110",
    "T": "111 010 010 010 010",
    "U": "101 101 101 101 011",
    "V": "101 101 101 101 010",
    "W": "10001 10001 10101 11011 10001",
    "X": "101 101 010 101 101",
    "Y": "101 101 010 010 010",
    "Z": "111 001 010 100 111",
    "0": "010 101 101 101 010",
    "1": "01 11 01 01 01",
    "2": "110 001 010 100 111",
    "3": "110 001 010 001 110",
    "4": "101 101 111 001 001",
    "5": "111 100 110 001 110",
    "6": "011 100 110 101 010",
    "7": "111 001 010 010 010",
    "8": "010 101 010 101 010",
    "9": "010 101 011 001 110",
    " ": "00 00 00 00 00",
    "-": "00 00 11 00 00",
    "'": "1 1 0 0 0",
    ".": "0 0 0 0 1",
    ",": "0 0 0 1 1",
}
"""Five rows of dots for each letter."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def big(text: str, cells: int, scale: int = 1) -> list[str]:
    """The text in big letters, in at most so many cells; in capitals with gaps, or as it is, where they have no room.

    scale: how many times as large they may be.

    Letters that cannot be drawn big, as those of other scripts, leave the whole text as it is.
    """
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each)).upper()
    if not GLYPHS.plain and all(letter in _DRAWN for letter in plain):
        for times in range(scale, 0, -1):
            rows = _rows(plain, times)
            if rows and len(rows[0]) <= cells:
                return rows
    spaced = " ".join(text.upper())
    return [spaced if len(spaced) <= cells else text]


def _rows(text: str, times: int) -> list[str]:
    """Two rows of dots in each line."""
    drawn = ["0".join(parts) for parts in zip(*(_DRAWN[letter].split() for letter in text), strict=True)]
    dots = ["".join(dot * times for dot in row) for row in drawn for _ in range(times)]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue="")
    return [
        "".join(_HALVES[upper == "1", lower == "1"] for upper, lower in zip_longest(top, bottom, fillvalue="0"))
        for top, bottom in pairs
    ]


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
