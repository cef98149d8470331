"""The figures on the players' screen, in rows of one to five lines, with large letters where all of them have room."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.text_line import GLYPHS, SIDES, Line, StyledText, bar, cut, fit, health, line, width, wrapped
from referee.words.health_word import BADLY, DOWN, HURT, UNHURT
from referee.words.names import spans
from referee.words.public_view import PublicFigure, PublicTrack, PublicView

_DRAWN = {
    "A": "010 101 111 101 101",
    "B": "110 101 110 101 110",
    "C": "011 100 100 100 011",
    "D": "110 101 101 101 110",
    "E": "111 100 110 100 111",
    "F": "111 100 110 100 100",
    "G": "0111 1000 1011 1001 0111",
    "H": "101 101 111 101 101",
    "I": "111 010 010 010 111",
    "J": "001 001 001 101 010",
    "K": "1001 1010 1100 1010 1001",
    "L": "100 100 100 100 111",
    "M": "10001 11011 10101 10001 10001",
    "N": "1001 1101 1011 1001 1001",
    "O": "0110 1001 1001 1001 0110",
    "P": "110 101 110 100 100",
    "Q": "0110 1001 1001 1011 0111",
    "R": "110 101 110 101 101",
    "S": "0111 1000 0110 0001 1110",
    "T": "111 010 010 010 010",
    "U": "101 101 101 101 111",
    "V": "101 101 101 101 010",
    "W": "10001 10001 10101 11011 10001",
    "X": "101 101 010 101 101",
    "Y": "101 101 010 010 010",
    "Z": "111 001 010 100 111",
    "0": "111 101 101 101 111",
    "1": "010 110 010 010 111",
    "2": "111 001 111 100 111",
    "3": "111 001 011 001 111",
    "4": "101 101 111 001 001",
    "5": "111 100 111 001 111",
    "6": "111 100 111 101 111",
    "7": "111 001 010 010 010",
    "8": "111 101 111 101 111",
    "9": "111 101 111 001 111",
    " ": "00 00 00 00 00",
    "-": "00 00 11 00 00",
    "'": "1 1 0 0 0",
    ".": "0 0 0 0 1",
    ",": "0 0 0 1 1",
    "/": "001 001 010 100 100",
    "+": "000 010 111 010 000",
    "&": "010 101 010 101 011",
}
"""Five rows of dots for each letter."""
_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def big(text: str, cells: int, scale: int = 1) -> list[str]:
    """The text in big letters, in at most so many cells; in capitals with gaps, or as it is, where they have no room.

    scale: how many times as large they may be.

    Letters that cannot be drawn big, as those of other scripts, leave the whole text as it is.
    """
    if not GLYPHS.plain:
        for times in range(scale, 0, -1):
            rows = _rows(text, times)
            if rows and len(rows[0]) <= cells:
                return [*rows]
    return [spaced(text, cells)]


@lru_cache(maxsize=1024)  # each is measured several times before a size is found in which all have room
def _rows(text: str, times: int) -> tuple[str, ...]:
    """Two rows of dots in each line; none if a letter cannot be drawn."""
    plain = "".join(each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each)).upper()
    if not all(letter in _DRAWN for letter in plain):
        return ()
    drawn = ["0".join(parts) for parts in zip(*(_DRAWN[letter].split() for letter in plain), strict=True)]
    dots = ["".join(dot * times for dot in row) for row in drawn for _ in range(times)]
    pairs = zip_longest(dots[::2], dots[1::2], fillvalue="")
    return tuple(
        "".join(_HALVES[upper == "1", lower == "1"] for upper, lower in zip_longest(top, bottom, fillvalue="0"))
        for top, bottom in pairs
    )


def is_big(text: str, cells: int, scale: int = 1) -> bool:
    """Can it be drawn in big letters of that scale in so many cells?"""
    return len(big(text, cells, scale)) == 5 * scale // 2 + scale % 2


def spaced(text: str, cells: int) -> str:
    """Capitals with gaps, as far as they fit; else the text as it is, cut with a sign if it must be."""
    wide = " ".join(text.upper())
    return wide if cell_len(wide) <= cells else cut(text, cells)


def thick(now: int, most: int, cells: int, style: str) -> tuple[StyledText, ...]:
    """One line of a thick bar: what is there, and what is gone. A little is never nothing, nor almost all of it all."""
    full = min(cells, max(0, now * cells // most))
    full = max(full, 1) if now > 0 else 0
    signs = (GLYPHS.solid, GLYPHS.gone if GLYPHS.plain else "░")
    return (signs[0] * full, style), (signs[1] * (cells - full), "dim")


HEIGHTS = (8, 5, 3, 2, 1)
"""Lines of a row: from 3 on names are in big letters, with 2 in capitals with gaps."""
_SCALES = {8: 3, 5: 2, 3: 1}
"""How many times as large as the smallest big letters those of a name are, by the lines of its row."""
LONGEST_NAME = 22
WIDE = 120
"""Cells from which on bars are twice as long."""
_ASIDE = 24
"""Cells that conditions have at least where they stand beside the others, and not below."""
_WORD = 46
"""Cells of the longest word for how a figure fares that is drawn in big letters."""
_MARGIN, _GAP = 4, 2
_COLUMN = 38
"""Cells of the narrowest of several columns of figures."""
_STYLES = {UNHURT: "ok", HURT: "hurt", BADLY: "dying", DOWN: "dead"}


def number(track: PublicTrack) -> str:
    """Where a track stands, and its bound: `4/14`."""
    return str(track.now) if track.most is None else f"{track.now}/{track.most}"


class Side(Struct, frozen=True):
    """How the figures of a side are marked, as in the referee's roster."""

    sign: str
    style: str


def sides(view: PublicView) -> dict[str, Side]:
    """The mark of each figure, by its name."""
    others = [*dict.fromkeys(each.side for each in view.figures if not each.is_foe)]
    free = [n for n in range(len(SIDES)) if n != 1]
    places = {e.name: 1 if e.is_foe else free[min(others.index(e.side), len(free) - 1)] for e in view.figures}
    return {name: Side(GLYPHS.sides[n], SIDES[n]) for name, n in places.items()}


def health_of(figure: PublicFigure) -> StyledText:
    """How it fares in a number or a word, in the style for that."""
    track, style = figure.health, _STYLES.get(figure.state, "text")
    if track is not None and track.most:
        style = health(track.most - track.now if track.rising else track.now, track.most)
    if figure.state == DOWN or track is None:
        return figure.standing if figure.state == DOWN else figure.state, style
    return number(track), style


def bounded(figure: PublicFigure) -> PublicTrack | None:
    """What its bar shows; None if it has none."""
    return figure.health if figure.health is not None and figure.health.most else None


class _Row(Struct, frozen=True):
    """How rows are drawn: their lines, and the cells of their columns."""

    lines: int
    name: int
    bar: int
    health: int
    """Cells for the bar with the number, or for the word."""
    aside: int
    """Cells for what lies on a figure, and what else is counted; 0: that stands below."""


def _row(figures: Sequence[PublicFigure], lines: int, cells: int) -> _Row | None:
    """The columns of rows of so many lines; None if these cells are too few for them."""
    names, bars = [each.name for each in figures], [each for each in figures if bounded(each)]
    texts = [cell_len(health_of(each)[0]) for each in figures]
    name, bar_cells = max(map(cell_len, names), default=0), (24 if cells >= WIDE else 12) if bars else 0
    told = max((cell_len(health_of(each)[0]) for each in bars), default=0)
    if scale := _SCALES.get(lines):
        if not all(is_big(each, cells, scale) for each in names):
            return None
        name = max((len(big(each, cells, scale)[0]) for each in names), default=0) + scale
        told = max((len(big(health_of(each)[0], cells, scale)[0]) for each in bars), default=0)
    elif lines == 2:
        name *= 2
    if lines == 1:
        left = cells - _MARGIN - _GAP - max(texts, default=0)
        name = max(1, min(name, LONGEST_NAME, left))
        bar_cells = min(bar_cells, left - name - 1) if left - name > 4 else 0
    words = max((len(_word(each, lines)[0]) for each in figures if each not in bars), default=0)
    health_cells = max(bar_cells + 1 + told if bars else 0, words)
    aside = cells - _MARGIN - name - health_cells - 2 * _GAP
    if lines > 1 and aside < -_GAP:
        return None
    return _Row(lines, name, bar_cells, health_cells, aside if aside >= _ASIDE else 0)


def _word(figure: PublicFigure, lines: int) -> list[str]:
    """How a figure fares where it has no bar: in big letters in a row of so many lines that has them."""
    text, _ = health_of(figure)
    return big(text, _WORD, 1) if lines > 2 and is_big(text, _WORD) else [text]


def _aside(figure: PublicFigure, cells: int) -> list[list[StyledText]]:
    """What lies on a figure, whole, and what else is counted: in one line, or in as many as they take. What counts up
    and stands at 0 says nothing.
    """
    lying = ", ".join(f"{each.name} {each.left}".strip() for each in figure.conditions)
    counted = "  ".join(f"{track.name} {number(track)}" for track in figure.tracks if _is_told(track))
    if lying and counted and cell_len(lying) + cell_len(counted) + _GAP <= cells:
        return [[(lying, "condition"), (" " * _GAP, "text"), (counted, "dim")]]
    parts = [(text, style) for text, style in ((lying, "condition"), (counted, "dim")) if text and cells > 0]
    return [[(row, style)] for text, style in parts for row in wrapped(text, cells)]


def _is_told(track: PublicTrack) -> bool:
    return bool(track.most) and not (track.rising and track.now == 0)


def _health(figure: PublicFigure, row: _Row) -> list[list[StyledText]]:
    """A bar and a number, or a word, line by line."""
    text, style = health_of(figure)
    track = bounded(figure)
    if track is None or track.most is None:
        rows = _word(figure, row.lines)
        return [*([] for _ in range((row.lines - len(rows)) // 2)), *([(each, style)] for each in rows)]
    left = row.health - row.bar - 1
    if row.lines == 1:
        return [[(f"{bar(track.now, track.most, row.bar)} " if row.bar else "", style), (fit(text, left), style)]]
    drawn = big(text, left, _SCALES[row.lines]) if row.lines > 2 else [cut(text, left)]
    bars = [thick(track.now, track.most, row.bar, style)] * max(2, row.lines - 1)
    return [
        [*(drawn_bar or ((" " * row.bar, "text"),)), (f" {told}", style)]
        for drawn_bar, told in zip_longest(bars, drawn, fillvalue="")
    ]


def _block(view: PublicView, figure: PublicFigure, mark: Side, row: _Row, cells: int) -> list[Line]:
    """Whose turn it is, who it is, how it fares, and what lies on it with what is left of that."""
    acts = figure.name == view.turn
    style = "dead" if figure.state == DOWN else "turn" if acts else mark.style
    names = big(figure.name, row.name, _SCALES[row.lines]) if row.lines > 2 else [figure.name]
    names = [spaced(figure.name, row.name)] if row.lines == 2 else names
    sign: StyledText = (f" {GLYPHS.turn if acts else ' '}{mark.sign} ", "turn" if acts else style)
    beside = _aside(figure, row.aside) if row.aside else []
    out = []
    for n, (name, health_words, more) in enumerate(zip_longest(names, _health(figure, row), beside)):
        words: list[StyledText] = [sign if n == 0 else (" " * _MARGIN, "text"), (fit(name or "", row.name), style)]
        words += [(" " * _GAP, "text"), *(health_words or ())]
        out.append(line(*words, (" " * (cells - row.aside - width(words)), "text"), *more) if more else line(*words))
    if not row.aside:
        below = _aside(replace(figure, tracks=()), cells - _MARGIN - _GAP)
        out += [line((" " * (_MARGIN + _GAP), "text"), *words) for words in below]
    return out


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
        each = (cells - _GAP * (many - 1)) // many
        row = _row(up, lines, each) if many == 1 or each >= _COLUMN else None
        if row is None:
            return None
        blocks = [_block(view, figure, marks[figure.name], row, each) for figure in up]
        for gap in (1, 0) if lines == 1 else (1,):
            deep = -(-len(blocks) // many)
            columns = [_stacked(blocks[n * deep : (n + 1) * deep], gap) for n in range(many)]
            high = max(map(len, columns), default=0)
            if high + len(fallen) + (gap if fallen else 0) <= room:
                rows = [_joined(parts, each) for parts in zip_longest(*columns, fillvalue=Line())]
                return [*rows, *([Line()] * gap if fallen else []), *fallen]
    return None


def as_many_as_fit(view: PublicView, cells: int, room: int) -> list[Line]:
    """Whoever has the turn and as many others as fit, in rows of one line; and how many there are besides."""
    up, down = _parted(view)
    many = max(1, (cells + _GAP) // (_COLUMN + _GAP))
    each = (cells - _GAP * (many - 1)) // many
    row, fallen, marks = _row(up, 1, each), _fallen(down, cells), sides(view)
    assert row is not None  # rows of one line are as narrow as can be
    left = max(0, room - len(fallen) - 1)
    blocks = [_block(view, figure, marks[figure.name], row, each)[: max(1, left)] for figure in up]
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
    rows = [_joined(parts, each) for parts in zip_longest(*columns, fillvalue=Line())]
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


def _joined(parts: Sequence[Line], cells: int) -> Line:
    """Lines side by side, each in so many cells."""
    words: list[StyledText] = []
    for n, part in enumerate(parts):
        words += [(" " * (n * (cells + _GAP) - width(words)), "text"), *part.words]
    return line(*words)
