"""Column layout of the roster: what a row has room for."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.kinds import Column, TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.ui.drawing.roster_cells import BETWEEN, heading
from referee.ui.drawing.row_needs import SHORTEST_BAR, Needs

FULL_BAR = 10
"""Cells of the longest bar; with it, small tracks beside the health have bars, too."""


GAP = 2
"""Cells between two columns."""
SHORT_HEADING = 5
"""Letters of a heading where there is not room for all of it."""
_WIDEST = 17
"""The most cells of a column, but for that of the health."""
_LONG_BAR = 8
"""The bar for which tags that abbreviate names give way."""
_MIDDLE_BAR = 5
_FEWEST_MARKS = 12
"""Cells that are kept for conditions behind the third and later columns: one with its time, and how many more."""
_MARKS_BESIDE_TWO = 10
"""Cells that are kept for conditions behind the second column, which each game uses all the time."""


class Layout(Struct, frozen=True):
    """The widths of the parts of a roster row, in cells."""

    keys: int
    """The longest number of a row."""
    bars: tuple[int, ...]
    """For each of the system's columns; 0 for none."""
    tags: int
    """0: there is no column of tags."""
    every_tag: bool
    """Tags that are the name are shown, too."""
    names: int
    ranks: int
    """1 if somebody has a rank, else 0."""
    columns: list[tuple[int, int]]
    """Positions of the system's columns that there is room for, each with its width."""
    alone: tuple[int, ...]
    """Positions of the columns that one figure alone fills: its value stands in its row instead."""
    marks: int
    """What is left for standing, conditions, and the values without a column."""

    @property
    def margin(self) -> int:
        """Cells before the name: key, turn or cursor, side, rank, and a blank."""
        return self.keys + 3 + self.ranks

    @property
    def start(self) -> int:
        """The cell at which the first column begins."""
        return self.margin + self.names + GAP + (self.tags + GAP if self.tags else 0)


_EVERY, _ABBREVIATING, _OTHER = 0, 1, 2
"""The least of `Needs.tag_says` that has a tag: all of them, those that abbreviate the name, those of another word."""


class _Level(Struct, frozen=True):
    """How much of its bars, tags and headings a row has room for."""

    bars: int
    tags: int
    whole_headings: bool = True


GIVES_WAY = (
    _Level(FULL_BAR, _ABBREVIATING),
    _Level(_LONG_BAR, _ABBREVIATING),
    _Level(_LONG_BAR, _OTHER),
    _Level(_LONG_BAR, _OTHER, whole_headings=False),
    _Level(_MIDDLE_BAR, _ABBREVIATING),
    _Level(SHORTEST_BAR, _ABBREVIATING),
    _Level(_MIDDLE_BAR, _OTHER),
    _Level(SHORTEST_BAR, _OTHER),
    _Level(SHORTEST_BAR, _ABBREVIATING, whole_headings=False),
    _Level(SHORTEST_BAR, _OTHER, whole_headings=False),
)
"""What gives way, level by level, for columns and conditions; the first level with room for them is drawn.

Before the first of them, columns with `spare` and tags that are but the names take only what is left.
"""


class _Taken(Struct, frozen=True):
    """The columns that a level has room for, and what is left behind them."""

    level: _Level
    columns: list[tuple[int, int]]
    rest: int

    @property
    def positions(self) -> list[int]:
        return [n for n, _ in self.columns]


_LETTERS = {"r": "r rounds", "t": "t turns"}


_TAGS_OF_ALL = 10
"""Cells for the tags of all: a figure that joins seldom has a longer one, which would move all columns."""


def laid_out(rules: Ruleset, figures: Counter[Needs], width: int, every_tag: bool = False) -> Layout:
    """The layout for all figures, in view or not, so that nothing shifts when it scrolls.

    As little gives way as can be for the same columns and conditions. every_tag: where there is room for those, too,
    that are but the names.
    """
    names = max(4, min(28 if width >= 80 else 16, max(each.name for each in figures)))
    ranks, keys = int(any(each.rank for each in figures)), len(str(figures.total()))
    table = _Columns(rules, figures, width, width - keys - 3 - ranks - names - GAP)
    tight, tightest = (table.taken(_Level(SHORTEST_BAR, tags, False)) for tags in (_ABBREVIATING, _OTHER))
    # Tags that abbreviate a name give way only to conditions, and to columns that most figures fill.
    gained = table.common & {*tightest.positions} - {*tight.positions}
    target = tightest if gained or tight.rest < min(table.wanted, tightest.rest) else tight
    target = next(taken for taken in map(table.taken, GIVES_WAY) if table.is_enough(taken, target))
    whole = table.taken(replace(target.level, tags=_EVERY))
    every_tag = every_tag and table.is_enough(whole, target)
    target = whole if every_tag else target
    bars = tuple(table.bar(n, target.level) for n in range(len(rules.columns)))
    tags, spare = table.tag_cells(target.level), table.spare_columns(target)
    marks = target.rest - sum(size + GAP for _, size in spare)
    return Layout(keys, bars, tags, every_tag, names, ranks, [*target.columns, *spare], table.alone, marks)


def width_for_columns(rules: Ruleset, figures: Counter[Needs], least: int, most: int, *, whole: bool = False) -> int:
    """The cells, from `least` on, from which on no column is left out that `most` have room for, or with `whole` no tag
    is either and no heading cut; whatever conditions lie. Columns with `spare` do not count.
    """
    calm = Counter(replace(each, marks=0, first=0) for each in figures.elements())

    def told(cells: int) -> tuple[object, ...]:
        layout = laid_out(rules, calm, cells)
        tags = layout.tags if whole else 0
        columns = ((rules.columns[n], size) for n, size in layout.columns)
        return tags, *((each.name, whole and heading(each, size)) for each, size in columns if not is_spare(each))

    there = told(most)
    # Whatever some cells have room for, more of them have, too.
    return least + bisect_left(range(least, most), True, key=lambda cells: told(cells) == there)


def headings(columns: Sequence[Column], layout: Layout, figures: Iterable[Needs]) -> list[tuple[int, str]]:
    """The headings of the columns with room, each with the cell at which it begins; above the conditions what the
    letters of their durations mean, where any has one.
    """
    *starts, end = accumulate((size + GAP for _, size in layout.columns), initial=layout.start)
    legend = _legend(figures)
    above = [(end, legend)] if legend and cell_len(legend) + GAP <= layout.marks else []
    sizes = [size for _, size in layout.columns]
    if sizes and not above:  # the last heading has that room, too
        sizes[-1] += layout.marks
    titles = [heading(columns[n], size) for (n, _), size in zip(layout.columns, sizes, strict=True)]
    return [*zip(starts, titles, strict=True), *above]


def is_spare(column: Column) -> bool:
    """Is it a column that stands only where nothing else needs the room?"""
    return not isinstance(column, TrackKind) and column.spare


def _legend(figures: Iterable[Needs]) -> str:
    """What the letters of their durations mean; empty without any."""
    lasting = {letter for each in figures for letter in each.lasting}
    return ", ".join(told for letter, told in _LETTERS.items() if letter in lasting)


class _Columns:
    """What the figures need in each column of the system."""

    def __init__(self, rules: Ruleset, figures: Counter[Needs], width: int, room: int) -> None:
        count = len(rules.columns)
        filled = [sum(many for each, many in figures.items() if each.numbers[n]) for n in range(count)]
        self.common = frozenset(n for n in range(count) if n < 2 or filled[n] * 2 >= figures.total())
        """Positions of the first two columns, and of those that at least half of the figures fill."""
        self._spare = [n for n, column in enumerate(rules.columns) if is_spare(column)]
        self.alone = tuple(n for n in range(1, count) if filled[n] == 1 < figures.total() and n not in self._spare)
        """Positions of those that one of several figures fills: they would take their width from all rows."""
        self._figures, self._width, self._room = figures, width, room
        self._headings = [len(heading(column)) for column in rules.columns]
        self._filled = [max(each.numbers[n] for each in figures) for n in range(count)]
        left_out = {*self.alone, *self._spare}
        self._widest = [0 if n in left_out else cells for n, cells in enumerate(self._filled)]
        self._tags = {
            _EVERY: max(_TAGS_OF_ALL, *(each.tag for each in figures)),
            _ABBREVIATING: max((each.tag for each in figures if each.tag_says >= _ABBREVIATING), default=0),
            _OTHER: max((each.tag for each in figures if each.tag_says >= _OTHER), default=0),
        }
        self._bars = [max(each.bars[n] for each in figures) for n in range(count)]
        self._health = [column.name == rules.health_name for column in rules.columns]
        self.wanted = self._wanted()
        """Cells for the standing and the conditions of each figure, or for the first where all cannot fit anyway."""

    def _wanted(self) -> int:
        least = _Level(SHORTEST_BAR, _OTHER, whole_headings=False)
        first_two = sum(self._size(n, least) + GAP for n, widest in enumerate(self._widest[:2]) if widest)
        most = min(self._room - first_two, self._width // 2)  # one figure does not make the bars of all short
        wants = (each.marks if each.marks <= most else min(most, each.first) for each in self._figures)
        return max(_FEWEST_MARKS, *wants)

    def taken(self, level: _Level) -> _Taken:
        """The columns there is room for beside the conditions: those that most fill come first, then the earlier ones,
        up to the first that has no room, so that no more room ever shows less.

        A column of dashes gives way to any condition, one that most fill only to half of the width.
        """
        columns: list[tuple[int, int]] = []
        tags = self.tag_cells(level)
        left = self._room - (tags + GAP if tags else 0)
        filled = (n for n, widest in enumerate(self._widest) if widest)
        for n in sorted(filled, key=lambda n: (n not in self.common, n)):
            kept = min(self.wanted, self._width // 2) if n in self.common else self.wanted
            kept = 0 if n == 0 else _MARKS_BESIDE_TWO if n == 1 else kept
            size = self._size(n, level)
            if size + GAP + kept > left:
                break
            columns.append((n, size))
            left -= size + GAP
        return _Taken(level, sorted(columns), left)

    def is_enough(self, taken: _Taken, target: _Taken) -> bool:
        """Has it room for the same columns and conditions as the target?"""
        return taken.positions == target.positions and taken.rest >= min(self.wanted, target.rest)

    def spare_columns(self, taken: _Taken) -> list[tuple[int, int]]:
        """The columns with `spare` that fit behind the others; none where anything else has given way."""
        columns: list[tuple[int, int]] = []
        if not self._spare or taken.level.bars < FULL_BAR or len(taken.columns) < sum(map(bool, self._widest)):
            return columns
        left = taken.rest - self._behind()
        for n in self._spare:
            size = max(self._headings[n], min(_WIDEST, self._filled[n]))
            if size + GAP > left:
                break
            columns.append((n, size))
            left -= size + GAP
        return columns

    def _behind(self) -> int:
        """Cells for all that the longest row tells behind its columns, and for the letters of durations."""
        return max(cell_len(_legend(self._figures)) + GAP, *map(self._told_behind, self._figures))

    def _told_behind(self, each: Needs) -> int:
        """Cells for the standing, the conditions, the values without a column and the note of a figure."""
        own = sum(self._headings[n] + 1 + each.numbers[n] + GAP for n in self.alone if each.numbers[n])
        parts = [cells for cells in (each.marks, own, each.remarks) if cells]
        return sum(parts) + cell_len(BETWEEN) * max(0, len(parts) - 1)

    def tag_cells(self, level: _Level) -> int:
        """Cells of the column of tags; 0 for none."""
        return self._tags[level.tags]

    def _size(self, n: int, level: _Level) -> int:
        """The width of a column: that of its widest cell, up to a limit."""
        filled = self._widest[n] + (bar + 1 if (bar := self.bar(n, level)) else 0)
        if self._health[n]:
            return max(self._headings[n], filled)
        heading = self._headings[n] if level.whole_headings else min(SHORT_HEADING, self._headings[n])
        return max(heading, min(_WIDEST, filled))

    def bar(self, n: int, level: _Level) -> int:
        """Cells of the bars in a column, the same for all figures; beside the health only where there is much room."""
        if not self._health[n] and level.bars < FULL_BAR:
            return 0
        return min(level.bars, self._bars[n])
