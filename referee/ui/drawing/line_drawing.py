"""Line drawing: what the terminal gets for a text line."""

from collections.abc import Mapping

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, width


def drawn(content: Line, styles: Mapping[str, Style], cells: int) -> Strip:
    """The line in exactly that many cells, without control characters."""
    base = styles[content.background]
    segments = [
        Segment(GLYPHS.drawable(_harmless(text)), base + styles[name] if name else base)
        for text, name in _runs(content, cells - width(content.words))
    ]
    return Strip(segments).adjust_cell_length(max(0, cells), base)


def _runs(content: Line, gap: int) -> list[StyledText]:
    """The words of a line, and blanks behind them, in as few runs of one style as can be: a change costs bytes."""
    runs: list[StyledText] = []
    for text, name in [*content.words, (" " * gap, "")]:
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
