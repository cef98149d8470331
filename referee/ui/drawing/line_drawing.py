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
    """Half-open ranges of cells in which two lines differ; joined where that costs fewer bytes."""
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
    return (
        between + _style_changes(cells) * _STYLE_COST
        <= _MOVE_COST + _style_changes([cells[0], cells[-1]]) * _STYLE_COST
    )


def _style_changes(cells: list[StyledText]) -> int:
    """Number of changes of style along these cells; a blank has none of its own."""
    names = [cell[1] for cell in cells if cell != _BLANK]
    return sum(one != other for one, other in pairwise(names))


_STYLE_COST = 20
"""Bytes of a change of style."""
_MOVE_COST = 8
"""Bytes of a move of the cursor within the line."""
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
    """The line in exactly that many cells, without control characters."""
    base = styles[content.background]
    segments: list[Segment] = []
    for text, name in _runs(content, cells):
        style = base + styles[name] if name else base
        segments.append(Segment(GLYPHS.drawable(_harmless(text)), style))
    return Strip(segments).adjust_cell_length(max(0, cells), base)


def _runs(content: Line, cells: int) -> list[StyledText]:
    """The words of a line in as few runs of one style as can be: a change of style costs some forty bytes."""
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
