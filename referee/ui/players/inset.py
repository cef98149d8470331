"""Inset: a line with the margin of the players' screen."""

from referee.ui.drawing.text_line import Line, cut, line, width

MARGIN = 2


def inset(text: str, style: str, cells: int) -> Line:
    """A line with a margin at its left."""
    shown = text if width([(text, style)]) <= cells - MARGIN else cut(text, cells - MARGIN)
    return line((" " * MARGIN, "text"), (shown, style))
