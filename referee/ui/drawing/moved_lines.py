"""Moved lines: which lines of a screen are to be moved up or down before the cells are sent that differ then.

A terminal moves lines by a sequence of some twenty bytes; a log that goes up by three lines, or a roster that brings
another row into view, differs from what was there in nearly all cells else.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from operator import eq
from typing import NamedTuple

_PIECE = 16
"""Cells by which lines are recognised that have moved."""
_FEWEST = 30
"""So many cells more have to be right afterwards: to move lines is a sequence of some twenty bytes."""
_TRIED = 2
"""Distances that are looked at, those first by which most pieces have moved."""

Cells = Sequence[int]


class Move(NamedTuple):
    """Lines that are moved: from `top` to before `end`, up by `by` lines, or down where that is negative.

    What is moved out is lost; the lines that come free at the other end are blank.
    """

    top: int
    end: int
    by: int

    @property
    def sequence(self) -> str:
        """The characters that do it while no attributes are set: DL or IL between margins, and no margins again."""
        what = f"{self.by}M" if self.by > 0 else f"{-self.by}L"
        return f"\x1b[{self.top + 1};{self.end}r\x1b[{self.top + 1}H\x1b[{what}\x1b[r"

    def source(self, y: int) -> int | None:
        """The line whose cells line `y` shows afterwards; None for a blank one."""
        if not self.top <= y < self.end:
            return y
        return y + self.by if self.top <= y + self.by < self.end else None


def best_move(old: Sequence[Cells], new: Sequence[Cells], blank: int, unknown: int) -> Move | None:
    """The move after which most cells of the old lines are as the new ones; None if none is worth it.

    blank: the cell of a line that comes free; unknown: no line with that cell is moved.
    """
    as_they_are = [_alike(one, other) for one, other in zip(old, new, strict=True)]
    if sum(map(len, new)) - sum(as_they_are) < 2 * _FEWEST:
        return None
    free = [line.count(blank) - there for line, there in zip(new, as_they_are, strict=True)]
    widest = max(map(len, old), default=0)
    fixed = [
        unknown in one or unknown in other or not len(one) == len(other) == widest
        for one, other in zip(old, new, strict=True)
    ]
    found: tuple[int, Move] | None = None
    for by in _distances(old, new):
        gains = [
            _alike(old[y + by], line) - as_they_are[y] if 0 <= y + by < len(old) else -len(line)
            for y, line in enumerate(new)
        ]
        best = _best_of(gains, free, fixed, by)
        if best is not None and (found is None or best[0] > found[0]):
            found = best
    return found[1] if found is not None and found[0] >= _FEWEST else None


def _alike(one: Cells, other: Cells) -> int:
    """How many cells are the same."""
    return len(other) if one is other else sum(map(eq, one, other))


def _distances(old: Sequence[Cells], new: Sequence[Cells]) -> list[int]:
    """By how many lines most pieces of the new lines have moved up."""
    places: dict[tuple[int, ...], list[int]] = {}
    for y, line in enumerate(old):
        for x in range(0, len(line), _PIECE):
            places.setdefault((x, *line[x : x + _PIECE]), []).append(y)
    votes = Counter[int]()
    for y, line in enumerate(new):
        for x in range(0, len(line), _PIECE):
            if old[y][x : x + _PIECE] != line[x : x + _PIECE]:
                there = places.get((x, *line[x : x + _PIECE]), ())
                if len(there) == 1:  # what stands in many places, as blanks do, tells nothing
                    votes[there[0] - y] += 1
    return [by for by, _ in votes.most_common(_TRIED)]


def _best_of(gains: Sequence[int], free: Sequence[int], fixed: Sequence[bool], by: int) -> tuple[int, Move] | None:
    """The lines that are best moved by so many, and how many cells more are right then."""
    count, n = len(gains), abs(by)
    if by < 0:  # the same, seen from below
        gains, free, fixed = gains[::-1], free[::-1], fixed[::-1]
    moved, blank = (list(accumulate(values, initial=0)) for values in (gains, free))
    best: tuple[int, int, int] | None = None
    top = 0
    for middle in range(1, count - n + 1):
        # Lines `top` to `middle` take the place of others, those from `middle` on come free.
        if fixed[middle - 1 + n] or fixed[middle - 1]:
            top = middle
            continue
        if moved[middle - 1] < moved[top]:
            top = middle - 1
        if any(fixed[middle : middle + n]):
            continue
        gain = moved[middle] - moved[top] + blank[middle + n] - blank[middle]
        if best is None or gain > best[0]:
            best = gain, top, middle + n
    if best is None:
        return None
    gain, first, end = best
    return (gain, Move(first, end, by)) if by > 0 else (gain, Move(count - end, count - first, by))
