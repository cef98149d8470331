"""Sent cells: what the terminal shows in each cell, so that only the cells that change are sent."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.style import Style
from textual.cache import LRUCache
from textual.strip import Strip

_LETTERS = 0x110000
"""A cell is one number: the code point of its letter, plus this times the number of its style."""
_UNKNOWN = -1
"""What a cell shows is not known: it is sent at the next update."""
_SEGMENTS = 2048
"""Of so many texts in a style the cells are kept."""
_PIECE = 16
"""Cells that are compared at once."""
_JOINED = 6
"""Up to so many unchanged cells between two changed ones are sent again: that is shorter than a move of the cursor."""


class Run(NamedTuple):
    """Text of one style on line `y` from column `x` on, both counted from 0."""

    y: int
    x: int
    text: str
    style: Style | None


class _CellStyle(NamedTuple):
    """A style and the numbers of its cells."""

    style: Style | None
    base: int
    """The cell with letter 0 in that style."""
    blank: int
    """The cell with a blank: the same number for all styles whose blanks look the same."""

    @property
    def is_blank(self) -> bool:
        """Is it one by which only blanks are told apart: a background without a colour of letters?"""
        return self.base + ord(" ") == self.blank


class SentCells:
    """The cells of each line as they were sent last."""

    def __init__(self) -> None:
        self._rows: dict[int, list[int]] = {}
        self._first: dict[int, Strip] = {}
        """Lines that were sent whole, from column 0 on, while nothing was known of them: their cells are not numbered
        before something else comes there, which would slow down the first screen.
        """
        self._known: dict[Style | None, _CellStyle] = {}
        self._numbered: list[_CellStyle] = []
        self._segments: LRUCache[tuple[str, Style | None], list[int]] = LRUCache(_SEGMENTS)
        """The cells of texts in a style: most of a screen is drawn again as it was."""

    def forget(self) -> None:
        """Call this when the terminal may show anything else: the next update sends each cell."""
        self._rows.clear()
        self._first.clear()

    def send(self, y: int, x: int, strip: Strip) -> list[Run]:
        """The runs that make line `y` show this strip from column `x` on; the strip counts as sent.

        A strip with wide letters or marks is sent whole each time, so that none is cut in two.
        """
        if x == 0 and y not in self._rows and y not in self._first:
            self._first[y] = strip
            return _whole(y, x, strip)
        if (first := self._first.pop(y, None)) is not None:
            self._rows[y] = self._cells(first)
        new = self._cells(strip)
        row = self._rows.setdefault(y, [])
        row += [_UNKNOWN] * (x + len(new) - len(row))
        old = row[x : x + len(new)]
        row[x : x + len(new)] = new
        if _UNKNOWN in new:
            return _whole(y, x, strip)
        return [
            Run(y, x + start, "".join(chr(cell % _LETTERS) for cell in new[start:end]), known.style)
            for start, end, known in self._ranges(new, _differing(old, new))
        ]

    def _cells(self, strip: Strip) -> list[int]:
        """The cells of a strip; all are unknown where one of its letters is not one cell wide."""
        out: list[int] = []
        for text, style, _ in strip:
            cells = self._segments.get((text, style))
            if cells is None:
                cells = self._segments[text, style] = self._cells_of(text, style)
            out += cells
        return [_UNKNOWN] * len(out) if _UNKNOWN in out else out

    def _cells_of(self, text: str, style: Style | None) -> list[int]:
        if not is_regular_text(text):
            return [_UNKNOWN] * cell_len(text)
        _, base, blank = self._known.get(style) or self._learn(style)
        return [blank if letter == " " else base + ord(letter) for letter in text]

    def _learn(self, style: Style | None) -> _CellStyle:
        """Gives a style the next number."""
        plain = _seen_on_blank(style)
        if plain == style:
            blank = self._next() + ord(" ")
            self._numbered.append(_CellStyle(style, blank - ord(" "), blank))
        else:
            blank = (self._known.get(plain) or self._learn(plain)).blank
        known = self._known[style] = _CellStyle(style, self._next(), blank)
        self._numbered.append(known)
        return known

    def _next(self) -> int:
        """The cell with letter 0 in the next style."""
        return len(self._numbered) * _LETTERS

    def _ranges(self, new: list[int], differing: Iterable[int]) -> list[tuple[int, int, _CellStyle]]:
        """Half-open ranges of cells, each of one style, that hold all the differing ones."""
        out: list[tuple[int, int, _CellStyle]] = []
        for n in differing:
            cell = new[n]
            if out:
                start, end, known = out[-1]
                if n == end and (cell == known.blank or known.base <= cell < known.base + _LETTERS):
                    out[-1] = start, n + 1, known
                    continue
                if n - end <= _JOINED and (one := self._common_style(known, new[end : n + 1])) is not None:
                    out[-1] = start, n + 1, one
                    continue
            out.append((n, n + 1, self._numbered[cell // _LETTERS]))
        return out

    def _common_style(self, before: _CellStyle, cells: list[int]) -> _CellStyle | None:
        """The one style in which a run and the cells after it can be written; None if they need several."""
        here = self._numbered[cells[-1] // _LETTERS]
        one, other = (here, before) if before.is_blank else (before, here)
        if other.blank != one.blank or (other != one and not other.is_blank):
            return None
        return one if all(cell == one.blank or one.base <= cell < one.base + _LETTERS for cell in cells) else None


def _differing(old: list[int], new: list[int]) -> Iterator[int]:
    """The indices at which two rows of the same length differ."""
    for piece in range(0, len(new), _PIECE):
        if old[piece : piece + _PIECE] != new[piece : piece + _PIECE]:
            yield from (n for n in range(piece, min(piece + _PIECE, len(new))) if old[n] != new[n])


def _whole(y: int, x: int, strip: Strip) -> list[Run]:
    """The runs of all of a strip."""
    out: list[Run] = []
    for text, style, _ in strip:
        out.append(Run(y, x, text, style))
        x += cell_len(text)
    return out


def is_regular(strip: Strip) -> bool:
    """Is each letter of a strip one cell wide?"""
    return all(is_regular_text(text) for text, _, _ in strip)


@lru_cache(maxsize=2048)
def is_regular_text(text: str) -> bool:
    """Is each letter of a text one cell wide?"""
    return text.isascii() or all(get_character_cell_size(letter) == 1 for letter in text)


def _seen_on_blank(style: Style | None) -> Style | None:
    """The part of a style that is seen on a blank: the colour of letters only if it is reversed or underlined."""
    return style if style is None or not has_plain_blanks(style) else Style(bgcolor=style.bgcolor)


def has_plain_blanks(style: Style | None) -> bool:
    """Is a blank in that style its background, and nothing else?"""
    return style is None or not (style.reverse or style.underline or style.underline2 or style.strike or style.overline)
