"""Sent cells: what a screen has on the terminal, so that only the cells that differ from it are sent."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, get_character_cell_size
from rich.style import Style
from textual.strip import Strip

_LETTERS = 0x110000
"""A cell is a number: its letter, plus this times the number of its style."""
_UNKNOWN = -1
"""A cell of which it is not known what it shows."""
_JOINED = 6
"""Unchanged cells that are sent once more, rather than that the cursor moves over them."""


class Run(NamedTuple):
    """Text of one style on one line, from that column on."""

    y: int
    x: int
    text: str
    style: Style | None


class _Known(NamedTuple):
    """A style, and its number; blanks have a number of their own."""

    style: Style | None
    base: int
    """The cell with letter 0 in that style."""
    blank: int
    """The cell with a blank: the same in all styles of which a blank shows the same."""

    @property
    def is_blank(self) -> bool:
        """Is it that of blanks?"""
        return self.base + ord(" ") == self.blank


class SentCells:
    """The cells of each line, as they were sent last."""

    def __init__(self) -> None:
        self._rows: dict[int, list[int]] = {}
        self._known: dict[Style | None, _Known] = {}
        self._numbered: list[_Known] = []

    def forget(self) -> None:
        """What is on the terminal is not known any more."""
        self._rows.clear()

    def send(self, y: int, x: int, strip: Strip) -> list[Run]:
        """What of a strip differs from what is on that line from that column on.

        From now on the strip counts as sent.
        """
        new = self._cells(strip)
        row = self._rows.setdefault(y, [])
        row += [_UNKNOWN] * (x + len(new) - len(row))
        old = row[x : x + len(new)]
        row[x : x + len(new)] = new
        if _UNKNOWN in new:
            # Letters wider, or narrower, than a cell: all of it, so that none is cut in two.
            return _whole(y, x, strip)
        differing = (n for n, (was, now) in enumerate(zip(old, new, strict=True)) if was != now) if old != new else ()
        return [
            Run(y, x + start, "".join(chr(cell % _LETTERS) for cell in new[start:end]), known.style)
            for start, end, known in self._ranges(new, differing)
        ]

    def _cells(self, strip: Strip) -> list[int]:
        """What is in each cell; unknown in all of them where a letter is not one cell wide."""
        out: list[int] = []
        for text, style, _ in strip:
            if not _is_regular(text):
                return [_UNKNOWN] * strip.cell_length
            _, base, blank = self._known.get(style) or self._learn(style)
            out += [blank if letter == " " else base + ord(letter) for letter in text]
        return out

    def _learn(self, style: Style | None) -> _Known:
        """That style with a number of its own."""
        plain = _behind(style)
        if plain == style:
            blank = self._next() + ord(" ")
            self._numbered.append(_Known(style, blank - ord(" "), blank))
        else:
            blank = (self._known.get(plain) or self._learn(plain)).blank
        known = self._known[style] = _Known(style, self._next(), blank)
        self._numbered.append(known)
        return known

    def _next(self) -> int:
        """The cell with letter 0 in the next style."""
        return len(self._numbered) * _LETTERS

    def _ranges(self, new: list[int], differing: Iterable[int]) -> list[tuple[int, int, _Known]]:
        """Half-open ranges that hold all these cells, each of one style."""
        out: list[tuple[int, int, _Known]] = []
        for n in differing:
            cell = new[n]
            if out:
                start, end, known = out[-1]
                if n == end and (cell == known.blank or known.base <= cell < known.base + _LETTERS):
                    out[-1] = start, n + 1, known
                    continue
                if n - end <= _JOINED and (one := self._of_all(known, new[end : n + 1])) is not None:
                    out[-1] = start, n + 1, one
                    continue
            out.append((n, n + 1, self._numbered[cell // _LETTERS]))
        return out

    def _of_all(self, before: _Known, cells: list[int]) -> _Known | None:
        """The style in which a run and the cells behind it can be written; None if there is none."""
        here = self._numbered[cells[-1] // _LETTERS]
        one, other = (here, before) if before.is_blank else (before, here)
        if other.blank != one.blank or (other != one and not other.is_blank):
            return None
        return one if all(cell == one.blank or one.base <= cell < one.base + _LETTERS for cell in cells) else None


def _whole(y: int, x: int, strip: Strip) -> list[Run]:
    """All of a strip."""
    out: list[Run] = []
    for text, style, _ in strip:
        out.append(Run(y, x, text, style))
        x += cell_len(text)
    return out


@lru_cache(maxsize=2048)
def _is_regular(text: str) -> bool:
    """Is each letter one cell wide?"""
    return text.isascii() or all(get_character_cell_size(letter) == 1 for letter in text)


def _behind(style: Style | None) -> Style | None:
    """What shows of a style on a blank: its own colour only where it is turned round or underlined."""
    if style is None or style.reverse or style.underline:
        return style
    return Style(bgcolor=style.bgcolor)
