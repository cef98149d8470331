"""Sent cells: what a screen has on the terminal, so that only the cells that differ from it are sent."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from rich.style import Style
from textual.strip import Strip

Cell = tuple[str, Style | None]
"""A letter and how it looks; a blank has no colour of its own."""
_JOINED = 6
"""Unchanged cells that are sent once more, rather than that the cursor jumps over them."""


class SentCells:
    """The cells of each line, as they were sent last."""

    def __init__(self) -> None:
        self._rows: dict[int, list[Cell | None]] = {}

    def forget(self) -> None:
        """What is on the terminal is not known any more."""
        self._rows.clear()

    def send(self, y: int, x: int, strip: Strip) -> Iterator[tuple[int, Strip]]:
        """The parts of a strip that differ from what is on that line from that column on, each with its column.

        From now on the strip counts as sent.
        """
        new = _cells(strip)
        row = self._rows.setdefault(y, [])
        old = row[x : x + len(new)]
        row += [None] * (x - len(row))
        row[x : x + len(new)] = new
        if None in new:
            # Letters wider, or narrower, than a cell: all of it, so that none is cut in two.
            yield x, strip
            return
        for start, end in _ranges(old, new):
            yield x + start, strip.crop(start, end)


def _cells(strip: Strip) -> list[Cell | None]:
    """What is in each cell; None in all of them where a letter is not one cell wide."""
    out: list[Cell | None] = []
    for text, style, _ in strip:
        out += [(letter, _blank(style) if letter == " " else style) for letter in text]
    return out if len(out) == strip.cell_length else [None] * strip.cell_length


@lru_cache(maxsize=256)
def _blank(style: Style | None) -> Style | None:
    """How a blank looks in that style: its own colour shows only where it is turned round or underlined."""
    if style is None or style.reverse or style.underline:
        return style
    return Style(bgcolor=style.bgcolor)


def _ranges(old: list[Cell | None], new: list[Cell | None]) -> list[tuple[int, int]]:
    """Half-open ranges in which these differ; those near to one another are joined."""
    out: list[tuple[int, int]] = []
    for n, (was, now) in enumerate(zip_longest(old, new)):
        if was == now and was is not None:
            continue
        if out and n - out[-1][1] <= _JOINED:
            out[-1] = (out[-1][0], n + 1)
        else:
            out.append((n, n + 1))
    return out
