"""Thick bar: the health of a figure, to be read from afar."""

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import StyledText


def thick(now: int, most: int, cells: int, style: str) -> tuple[StyledText, ...]:
    """One line of a thick bar: what is there, and what is gone. A little is never nothing, nor almost all of it all."""
    full = min(cells, max(0, now * cells // most))
    full = max(full, 1) if now > 0 else 0
    signs = (GLYPHS.solid, GLYPHS.gone if GLYPHS.plain else "░")
    return (signs[0] * full, style), (signs[1] * (cells - full), "dim")
