"""Sent cells: what a screen has on the terminal, so that only the cells that differ from it are sent."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from rich.cells import get_character_cell_size
from rich.style import Style
from textual.strip import Strip

_LETTERS = 0x110000
"""A cell is a number: its letter, plus this times the number of its style."""
_UNKNOWN = -1
"""A cell of which it is not known what it shows."""
_STYLE_COST = 20
"""Bytes of a change of style, about."""
_MOVE_COST = 8
"""Bytes of a move of the cursor."""
_FARTHEST = _MOVE_COST + _STYLE_COST
"""Unchanged cells over which it is always cheaper to move the cursor."""


class SentCells:
    """The cells of each line, as they were sent last."""

    def __init__(self) -> None:
        self._rows: dict[int, list[int]] = {}
        self._styles: dict[Style | None, tuple[int, int]] = {}

    def forget(self) -> None:
        """What is on the terminal is not known any more."""
        self._rows.clear()

    def send(self, y: int, x: int, strip: Strip) -> Iterator[tuple[int, Strip]]:
        """The parts of a strip that differ from what is on that line from that column on, each with its column.

        From now on the strip counts as sent.
        """
        new = self._cells(strip)
        row = self._rows.setdefault(y, [])
        row += [_UNKNOWN] * (x + len(new) - len(row))
        old = row[x : x + len(new)]
        row[x : x + len(new)] = new
        if _UNKNOWN in new:
            # Letters wider, or narrower, than a cell: all of it, so that none is cut in two.
            yield x, strip
        elif old != new:
            for start, end in _ranges(old, new):
                yield x + start, strip.crop(start, end)

    def _cells(self, strip: Strip) -> list[int]:
        """What is in each cell; unknown in all of them where a letter is not one cell wide."""
        out: list[int] = []
        for text, style, _ in strip:
            if not _is_regular(text):
                return [_UNKNOWN] * strip.cell_length
            numbers = self._styles.get(style)
            base, blank = numbers if numbers is not None else self._numbered(style)
            out += [blank if letter == " " else base + ord(letter) for letter in text]
        return out

    def _numbered(self, style: Style | None) -> tuple[int, int]:
        """The cell with letter 0 in that style, and the one with a blank; they get numbers of their own."""
        base = len(self._styles) * _LETTERS
        self._styles[style] = base, base + ord(" ")
        plain = _behind(style)
        if plain != style:
            blank = self._styles[plain] if plain in self._styles else self._numbered(plain)
            self._styles[style] = base, blank[1]
        return self._styles[style]


@lru_cache(maxsize=2048)
def _is_regular(text: str) -> bool:
    """Is each letter one cell wide?"""
    return text.isascii() or all(get_character_cell_size(letter) == 1 for letter in text)


def _behind(style: Style | None) -> Style | None:
    """What shows of a style on a blank: its own colour only where it is turned round or underlined."""
    if style is None or style.reverse or style.underline:
        return style
    return Style(bgcolor=style.bgcolor)


def _ranges(old: list[int], new: list[int]) -> list[tuple[int, int]]:
    """Half-open ranges in which these differ; joined where that costs fewer bytes than to move the cursor."""
    out: list[tuple[int, int]] = []
    for n in [n for n, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]:
        if out and (n == out[-1][1] or (n - out[-1][1] < _FARTHEST and _is_cheaper(new[out[-1][1] - 1 : n + 1]))):
            out[-1] = out[-1][0], n + 1
        else:
            out.append((n, n + 1))
    return out


def _is_cheaper(cells: list[int]) -> bool:
    """Is it cheaper to send once more what lies between the first and the last of these, than to move over it?"""
    between = sum(len(chr(cell % _LETTERS).encode()) for cell in cells[1:-1])
    through, over = (_style_changes(some) * _STYLE_COST for some in (cells, [cells[0], cells[-1]]))
    return between + through <= _MOVE_COST + over


def _style_changes(cells: list[int]) -> int:
    """Number of changes of style along these cells; a blank takes that of its neighbour."""
    styles = [cell // _LETTERS for cell in cells if cell % _LETTERS != ord(" ")]
    return sum(one != other for one, other in pairwise(styles))
