"""Ink: lines of words, each with the name of how it is drawn, turned into what the terminal gets."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from referee.text import clean
from referee.ui.glyphs import GLYPHS

Words = tuple[str, str]
"""Some words and the name of the style they are drawn in."""


class Line(NamedTuple):
    """One line of the screen, before it is drawn."""

    words: tuple[Words, ...] = ()
    behind: str = "background"
    """What lies behind the whole line: `background`, `chosen`, `bar`, or `mine` for the one whose turn it is."""
    to: str = ""
    """What a click on it means to its pane."""


def line(*words: Words, behind: str = "background", to: str = "") -> Line:
    """A line of these words."""
    return Line(words, behind, to)


def fit(text: str, width: int) -> str:
    """The text, made harmless, in exactly so many cells; cut with a sign that more is there."""
    text = clean(text)
    if (there := cell_len(text)) <= width:
        return text + " " * (width - there)
    return set_cell_size(text, max(0, width - 1)) + GLYPHS.more if width > 0 else ""


def cut(text: str, width: int) -> str:
    """The text, made harmless, in at most so many cells."""
    return fit(text, width).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """The text, made harmless, over as many lines as it takes."""
    lines, row = [], ""
    for word in clean(text).split(" "):
        while cell_len(word) > width > 0:
            head = set_cell_size(word, width).rstrip() or word[0]
            lines += [row, head] if row else [head]
            row, word = "", word[len(head) :]
        if row and cell_len(row) + 1 + cell_len(word) > width:
            lines.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*lines, row]


def width(words: Iterable[Words]) -> int:
    """Cells that these words take."""
    return sum(cell_len(text) for text, _ in words)


def bar(now: int, most: int, cells: int) -> str:
    """How much of a track is left, as a bar; a little is never drawn as nothing, nor almost all as all."""
    if most <= 0 or cells <= 0:
        return ""
    full = min(cells, max(0, now * cells // most))
    full = 1 if now > 0 and full == 0 else full
    return GLYPHS.full * full + GLYPHS.gone * (cells - full)


def health(now: int, most: int) -> str:
    """The style for how much is left of a track."""
    if now <= 0 or (now * 3 <= most and now < most):
        return "dying"
    return "hurt" if now < most else "ok"


def differences(old: Line, new: Line, cells: int) -> list[tuple[int, int]]:
    """From which cell to which two lines differ: as little is sent to the terminal as can be."""
    before, after = _by_cell(old, cells), _by_cell(new, cells)
    if old.behind != new.behind or before is None or after is None:
        return [(0, cells)]
    out: list[tuple[int, int]] = []
    for n, (was, now) in enumerate(zip(before, after, strict=True)):
        if was == now:
            continue
        if out and (out[-1][1] == n or _cheaper_through(after[out[-1][1] - 1 : n + 1])):
            out[-1] = (out[-1][0], n + 1)
        else:
            out.append((n, n + 1))
    return out


def _cheaper_through(cells: list[Words]) -> bool:
    """Is it cheaper to send once more what lies between the first and the last of these cells, than to jump over it?"""
    between = sum(len(letter.encode()) for letter, _ in cells[1:-1])
    return between + _pens(cells) * _PEN <= _JUMP + _pens([cells[0], cells[-1]]) * _PEN


def _pens(cells: list[Words]) -> int:
    """How often the pen changes along these cells; a blank can be written with any."""
    names = [cell[1] for cell in cells if cell != _BLANK]
    return sum(one != other for one, other in pairwise(names))


_PEN = 45
"""Bytes that a change of the pen's colours costs."""
_JUMP = 8
"""Bytes that it costs to go on elsewhere in the line."""
_BLANK = (" ", "")


def _by_cell(content: Line, cells: int) -> list[Words] | None:
    """What is in each cell and how it is drawn; None where a letter is wider, or narrower, than one cell."""
    out: list[Words] = []
    for text, name in content.words:
        if not text.isascii() and cell_len(text) != len(text):
            return None
        # A blank has no colour of its own, only what lies behind it; but that differs where the words bring their own.
        out += [_BLANK if letter == " " and name != "mine" else (letter, name) for letter in text]
    return out[:cells] + [_BLANK] * (cells - len(out))


def drawn(content: Line, styles: Mapping[str, Style], cells: int) -> Strip:
    """The line in so many cells. Here nothing that steers a terminal can be left, whoever wrote it."""
    base = styles[content.behind]
    segments: list[Segment] = []
    for text, name in _runs(content, cells):
        style = base + styles[name] if name else base
        segments.append(Segment(GLYPHS.drawable(_harmless(text)), style))
    return Strip(segments).adjust_cell_length(max(0, cells), base)


def _runs(content: Line, cells: int) -> list[Words]:
    """The words of a line as few runs: each change of style costs some forty bytes, and a blank needs none."""
    runs: list[Words] = []
    for text, name in [*content.words, (" " * max(0, cells - width(content.words)), "")]:
        if runs and (runs[-1][1] == name or (name != "mine" and runs[-1][1] != "mine" and not text.strip(" "))):
            runs[-1] = (runs[-1][0] + text, runs[-1][1])
        elif runs and name != "mine" and runs[-1][1] != "mine" and not runs[-1][0].strip(" "):
            runs[-1] = (runs[-1][0] + text, name)
        elif text:
            runs.append((text, name))
    return runs


def _harmless(text: str) -> str:
    """The text itself, or, should a value have come here unclean, without what cannot be printed."""
    return text if text.isprintable() else "".join(letter for letter in text if letter.isprintable())
