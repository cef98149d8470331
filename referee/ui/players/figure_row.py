"""Figure row: one figure on the players' screen, in one to eight lines."""

from collections.abc import Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.bars import bar, thick_bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.side_marks import SideMark
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, width, wrapped
from referee.ui.players.big_letters import big, is_big, spaced
from referee.ui.players.figure_health import bounded, health_of, number
from referee.words.health_word import DOWN
from referee.words.public_view import PublicFigure, PublicTrack, PublicView

_SCALES = {8: 3, 5: 2, 3: 1}
"""How many times as large as the smallest big letters those of a name are, by the lines of its row."""
LONGEST_NAME = 22
WIDE = 120
"""Cells from which on bars are twice as long."""
_ASIDE = 24
"""Cells that conditions have at least where they stand beside the others, and not below."""
_WORD = 46
"""Cells of the longest word for how a figure fares that is drawn in big letters."""
_MARGIN, GAP = 4, 2


class RowLayout(Struct, frozen=True):
    """How rows are drawn: their lines, and the cells of their columns."""

    lines: int
    name: int
    bar: int
    health: int
    """Cells for the bar with the number, or for the word."""
    aside: int
    """Cells for what lies on a figure, and what else is counted; 0: that stands below."""


def row_layout(figures: Sequence[PublicFigure], lines: int, cells: int) -> RowLayout | None:
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
        left = cells - _MARGIN - GAP - max(texts, default=0)
        name = max(1, min(name, LONGEST_NAME, left))
        bar_cells = min(bar_cells, left - name - 1) if left - name > 4 else 0
    words = max((len(_word(each, lines)[0]) for each in figures if each not in bars), default=0)
    health_cells = max(bar_cells + 1 + told if bars else 0, words)
    aside = cells - _MARGIN - name - health_cells - 2 * GAP
    if lines > 1 and aside < -GAP:
        return None
    return RowLayout(lines, name, bar_cells, health_cells, aside if aside >= _ASIDE else 0)


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
    if lying and counted and cell_len(lying) + cell_len(counted) + GAP <= cells:
        return [[(lying, "condition"), (" " * GAP, "text"), (counted, "dim")]]
    parts = [(text, style) for text, style in ((lying, "condition"), (counted, "dim")) if text and cells > 0]
    return [[(row, style)] for text, style in parts for row in wrapped(text, cells)]


def _is_told(track: PublicTrack) -> bool:
    return bool(track.most) and not (track.rising and track.now == 0)


def _health(figure: PublicFigure, row: RowLayout) -> list[list[StyledText]]:
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
    bars = [thick_bar(track.now, track.most, row.bar, style)] * max(2, row.lines - 1)
    return [
        [*(drawn_bar or ((" " * row.bar, "text"),)), (f" {told}", style)]
        for drawn_bar, told in zip_longest(bars, drawn, fillvalue="")
    ]


def figure_lines(view: PublicView, figure: PublicFigure, mark: SideMark, row: RowLayout, cells: int) -> list[Line]:
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
        words += [(" " * GAP, "text"), *(health_words or ())]
        out.append(line(*words, (" " * (cells - row.aside - width(words)), "text"), *more) if more else line(*words))
    if not row.aside:
        below = _aside(replace(figure, tracks=()), cells - _MARGIN - GAP)
        out += [line((" " * (_MARGIN + GAP), "text"), *words) for words in below]
    return out
