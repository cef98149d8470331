"""Bars: how much of a number is left, as pips, as a bar or as a sparkline."""

from collections.abc import Iterable

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import StyledText

MOST_PIPS = 6
"""Points that are told at a glance, one by one; a track of more is a bar."""


def bar(now: int, maximum: int, cells: int, lost: int = 0, extra: int = 0) -> str:
    """How much of a track is left: a few points as pips, more as a bar, half a cell fine.

    A little is never drawn as nothing, nor almost all as all. lost: of what is gone, how much went just now.
    extra: points beside the track, which are lost before it.
    """
    if maximum <= 0 or cells <= 0:
        return ""
    if not extra and maximum <= min(cells, MOST_PIPS):
        gone, there = GLYPHS.pips
        left = min(maximum, max(0, now))
        return (there * left + gone * (maximum - left)).ljust(cells)
    whole = maximum + extra
    full, half = divmod(min(2 * cells, max(0, 2 * now * cells // whole)), 2)
    half = 1 if now > 0 and full == 0 else half
    beside = min(cells - full - half, max(1, extra * cells // whole)) if extra > 0 else 0
    gone_cells = cells - full - half - beside
    before = max(0, maximum - now - lost) * cells // whole
    just = min(gone_cells, max(1, gone_cells - before)) if lost > 0 else 0
    drawn = GLYPHS.full * full + GLYPHS.half_full * half + GLYPHS.extra * beside
    return drawn + GLYPHS.lost * just + GLYPHS.gone * (gone_cells - just)


def share_bar(share: float, cells: int) -> str:
    """A bar as long as that share of so many cells, half a cell fine; a little is never drawn as nothing."""
    halves = round(2 * cells * share) if share else 0
    return GLYPHS.full * (halves // 2) + (GLYPHS.half_full if halves % 2 or (share and not halves) else "")


def sparkline(numbers: Iterable[int | None], top: int) -> str:
    """A cell for each number, as high as it is of the top; a blank for None."""
    last = len(GLYPHS.steps) - 1
    steps = (None if n is None else min(last, max(0, -(-n * last // max(1, top)))) for n in numbers)
    return "".join(" " if step is None else GLYPHS.steps[step] for step in steps)


def health(now: int, maximum: int) -> str:
    """The style for how much is left of a track."""
    if now <= 0 or (now * 3 <= maximum and now < maximum):
        return "dying"
    return "hurt" if now < maximum else "ok"


def with_dim_rest(text: str, style: str, dim: str) -> list[StyledText]:
    """A cell with what is gone of its bar in another style."""
    start = text.find(GLYPHS.gone)
    if start < 0:
        return [(text, style)]
    end = text.rfind(GLYPHS.gone) + 1
    return [(text[:start], style), (text[start:end], dim), (text[end:], style)]


def thick_bar(now: int, most: int, cells: int, style: str) -> tuple[StyledText, ...]:
    """A thick bar: what is left, then what is gone. A little is never drawn as nothing, nor almost all as all."""
    full = min(cells, max(0, now * cells // most))
    full = max(full, 1) if now > 0 else 0
    signs = (GLYPHS.solid, GLYPHS.gone if GLYPHS.plain else "░")
    return (signs[0] * full, style), (signs[1] * (cells - full), "dim")
