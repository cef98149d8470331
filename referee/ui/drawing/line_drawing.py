"""Line drawing: what the terminal gets for a text line, and which cells differ between two of them."""

from collections.abc import Mapping
from itertools import pairwise

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, width


def differences(old: Line, new: Line, cells: int) -> list[tuple[int, int]]:
    """From which cell to which two lines differ: as little is sent to the terminal as can be."""
    before, after = _by_cell(old, cells), _by_cell(new, cells)
    if old.background != new.background or before is None or after is None:
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


def _cheaper_through(cells: list[StyledText]) -> bool:
    """Is it cheaper to send once more what lies between the first and the last of these cells, than to jump over it?"""
    between = sum(len(letter.encode()) for letter, _ in cells[1:-1])
    return between + _pens(cells) * _PEN <= _JUMP + _pens([cells[0], cells[-1]]) * _PEN


def _pens(cells: list[StyledText]) -> int:
    """How often the pen changes along these cells; a blank can be written with any."""
    names = [cell[1] for cell in cells if cell != _BLANK]
    return sum(one != other for one, other in pairwise(names))


_PEN = 45
"""Bytes that a change of the pen's colours costs."""
_JUMP = 8
"""Bytes that it costs to go on elsewhere in the line."""
_BLANK = (" ", "")


def _by_cell(content: Line, cells: int) -> list[StyledText] | None:
    """What is in each cell and how it is drawn; None where a letter is wider, or narrower, than one cell."""
    out: list[StyledText] = []
    for text, name in content.words:
        if not text.isascii() and cell_len(text) != len(text):
            return None
        # A blank has no colour of its own, only what lies behind it; but that differs where the words bring their own.
        out += [_BLANK if letter == " " and name != "mine" else (letter, name) for letter in text]
    return out[:cells] + [_BLANK] * (cells - len(out))


def drawn(content: Line, styles: Mapping[str, Style], cells: int) -> Strip:
    """The line in so many cells. Here nothing that steers a terminal can be left, whoever wrote it."""
    base = styles[content.background]
    segments: list[Segment] = []
    for text, name in _runs(content, cells):
        style = base + styles[name] if name else base
        segments.append(Segment(GLYPHS.drawable(_harmless(text)), style))
    return Strip(segments).adjust_cell_length(max(0, cells), base)


def _runs(content: Line, cells: int) -> list[StyledText]:
    """The words of a line as few runs: each change of style costs some forty bytes, and a blank needs none."""
    runs: list[StyledText] = []
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
