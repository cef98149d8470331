"""Cells of the roster: how the values of a figure read in them, how wide they are, which columns there is room for."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.kinds import Column, TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import slug
from referee.text.lazy_pattern import pattern
from referee.ui.drawing.text_line import GLYPHS, MOST_PIPS, SIDES, bar, cut, health
from referee.words.bearer import number, plain, shown
from referee.words.conditions import lying_on

BETWEEN = f" {GLYPHS.dot} "
"""What stands between two conditions."""
FULL_BAR = 10
"""Cells of the longest bar; with it, small tracks beside the health have bars, too."""
_SMALL = 12
"""The highest bound of a track that is drawn as a bar beside the health."""


def heading(column: Column, cells: int = 99) -> str:
    """What stands above a column, in so many cells: `provisions`, or `prov.` with the point of what is abbreviated."""
    text = column.label or plain(column.name)
    return text if cell_len(text) <= cells else f"{text[: max(1, cells - 1)].rstrip(' .')}."


def cell(rules: Ruleset, figure: Figure, column: Column, bar_cells: int, lost: int = 0) -> tuple[str, str]:
    """What a figure shows in a column, and in which style; a figure without it shows a dash.

    lost: how much of its health went just now.
    """
    if not isinstance(column, TrackKind):
        value = figure.traits.get(column.name, column.default)
        counts = isinstance(value, int) and not isinstance(value, bool) and not column.optional
        return (GLYPHS.none if value == column.default and not counts else trait(value)), "text"
    if column.name == rules.health_name:
        return vital(rules, figure, bar_cells, lost)
    track = figure.tracks.get(column.name)
    if track is None:
        return GLYPHS.none, "text"
    return gauge(column, track, bar_cells if bar_beside(track) else 0)[0], "text"


def bar_beside(track: Track | None) -> int:
    """Cells of the bar of a track beside the health, where there is much room; 0 for one that is no small gauge."""
    return 0 if track is None or track.most is None or track.most > _SMALL else max(3, min(5, track.most))


def vital_left(rules: Ruleset, figure: Figure) -> int:
    """How much is left to a figure; below none for unbounded harm."""
    if (found := rules.vital_track(figure)) is None:
        return 0
    kind, track = found
    return (track.most or 0) - track.now if kind.rising else track.now


def vital(rules: Ruleset, figure: Figure, bar_cells: int, lost: int = 0) -> tuple[str, str]:
    """How a figure fares, as a bar and in numbers; harm that is counted up is named."""
    if (found := rules.vital_track(figure)) is None:
        return GLYPHS.none, "text"
    kind, track = found
    extra = _lost_first(rules, figure)
    text, style = gauge(kind, track, bar_cells, lost, extra)
    return f"{text} {kind.label or plain(kind.name)}" if kind.rising else text, style


def _lost_first(rules: Ruleset, figure: Figure) -> int:
    """Points that are lost before its health."""
    return sum([figure.tracks[name].now for name in rules.damage.lost_first if name in figure.tracks])


def gauge(kind: TrackKind, track: Track, cells: int, lost: int = 0, extra: int = 0) -> tuple[str, str]:
    """A track as a bar and its numbers, and the style for how bad that is; without a bound, no bar."""
    drawn, style = gauge_bar(kind, track, cells, lost, extra)
    return f"{drawn} {number(track)}{f' +{extra}' if extra else ''}".strip(), style


def gauge_bar(kind: TrackKind, track: Track, cells: int, lost: int = 0, extra: int = 0) -> tuple[str, str]:
    """The bar of a track, which is what is left, or what has been counted up; none without a bound. Its style, too."""
    if track.most is None:
        return "", "text"
    if kind.rising:
        drawn, left = bar(max(0, track.now - lost), track.most, cells, min(lost, track.now)), track.most - track.now
    else:
        drawn, left = bar(track.now, track.most, cells, lost, extra), track.now
    return drawn, "text" if kind.rising and track.now <= 0 else health(left, track.most)


def health_bar(rules: Ruleset, figure: Figure, cells: int) -> tuple[str, str]:
    """How a figure fares, as a bar alone; empty in a game that counts no health, or has no bound for it."""
    found = rules.vital_track(figure)
    return ("", "text") if found is None else gauge_bar(*found, cells, extra=_lost_first(rules, figure))


def told_gauge(rules: Ruleset, kind: TrackKind, track: Track, cells: int) -> tuple[str, str]:
    """The same among all that is told of a figure: how bad it is shows only on its health and on harm."""
    few = track.most is not None and track.most <= MOST_PIPS
    text, style = gauge(kind, track, track.most if few and track.most else cells)
    return text, style if kind.rising or kind.name == rules.health_name else "text"


def trait(value: Value) -> str:
    """A trait's value, as short as it can be."""
    if isinstance(value, bool):
        return GLYPHS.done if value else GLYPHS.none
    return f"{value:+d}" if isinstance(value, int) and value < 0 else shown(value)


def standing_word(rules: Ruleset, figure: Figure) -> str:
    """How a figure stands, if it is not as it joined: DYING, DEAD; and CONCEALED for one that players do not see."""
    words = [] if figure.standing == rules.standings[0].name else [figure.standing]
    return " ".join([*words, *(["concealed"] if figure.hidden else [])]).upper()


def fitted(marks: Sequence[str], room: int) -> str:
    """As many of the marks as there is room for, and how many more there are: `stunned 2r · 2 more`."""
    left = len(marks)
    whole = (BETWEEN.join([*marks[:n], *[f"{left - n} more"] * (n < left)]) for n in range(left, 0, -1))
    return next((text for text in whole if cell_len(text) <= room), cut(BETWEEN.join(marks), room))


GAP = 2
"""Cells between two columns."""
SHORT_HEADING = 5
"""Letters of a heading where there is not room for all of it."""
_WIDEST = 17
"""The most cells of a column, but for that of the health."""
_SHORT_BAR = 3
_LONG_BAR = 8
"""The bar for which tags that abbreviate names give way."""
_FEWEST_MARKS = 12
"""Cells that are kept for conditions behind the third and later columns: one with its time, and how many more."""
_MARKS_BESIDE_TWO = 10
"""Cells that are kept for conditions behind the second column, which each game uses all the time."""


class Needs(Struct, frozen=True):
    """What the row of a figure needs, in cells. It is the same whatever its tracks stand at, so that nothing moves."""

    tag: int
    tag_says: int
    """0: the tag is the name; 1: it abbreviates it; 2: it is another word."""
    name: int
    rank: bool
    numbers: tuple[int, ...]
    """For each column of the system; 0 where it shows a dash."""
    bars: tuple[int, ...]
    """For each column, the longest bar that makes sense; 0 for none."""
    marks: int
    """Its standing and all of its conditions, in short."""
    first: int
    """The first of these, and how many more there are."""
    lasting: frozenset[str]
    """The letters with which their durations are told."""


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


class _Level(Struct, frozen=True):
    """How much gives way: most of the bars, then the ends of headings, then the tags."""

    bars: int
    tags: int
    heading: int


class _Taken(Struct, frozen=True):
    """The columns that a level has room for, and what is left behind them."""

    level: _Level
    columns: list[tuple[int, int]]
    rest: int

    @property
    def positions(self) -> list[int]:
        return [n for n, _ in self.columns]


def needs(rules: Ruleset, figure: Figure) -> Needs:
    """What a figure needs."""
    numbers = []
    for column in rules.columns:
        text, _ = cell(rules, figure, column, 0)
        vital = rules.vital_track(figure) if column.name == rules.health_name else None
        track = vital[1] if vital is not None else figure.tracks.get(column.name)
        spare = 0 if track is None or track.most is None else max(0, len(str(track.most)) - len(str(track.now)))
        numbers.append(0 if text == GLYPHS.none else cell_len(text) + spare)
    words = [*filter(None, [standing_word(rules, figure)]), *lying_on(rules, figure)]
    # What is counted of the dying has room with their standing, before any bar.
    together = min(2, max(1, len(words) - len(figure.conditions)))
    lengths = [cell_len(" ".join(words[:together])), *map(cell_len, words[together:])] if words else []
    return Needs(
        tag=max(len("tag"), len(figure.tag)),
        tag_says=0 if is_name(figure) else 1 if _abbreviates(figure.tag, figure.name) else 2,
        name=cell_len(figure.name),
        rank=rules.descriptions.rank(figure) is not None,
        numbers=tuple(numbers),
        bars=tuple(_longest_bar(rules, figure, column) for column in rules.columns),
        marks=sum(lengths) + 3 * (len(lengths) - 1) if lengths else 0,
        first=lengths[0] + len(f"{BETWEEN}1 more") * (len(lengths) > 1) if lengths else 0,
        lasting=frozenset(found for mark in words for found in _LASTING.findall(mark)),
    )


_LASTING = pattern(r" \d+([rt])\b")
_LETTERS = {"r": "r rounds", "t": "t turns"}


def _longest_bar(rules: Ruleset, figure: Figure, column: Column) -> int:
    """The longest bar that makes sense in a column; 0 for none."""
    if not isinstance(column, TrackKind):
        return 0
    if column.name != rules.health_name:
        return bar_beside(figure.tracks.get(column.name))
    vital = rules.vital_track(figure)
    return max(_SHORT_BAR, vital[1].most) if vital is not None and vital[1].most is not None else 0


def is_name(figure: Figure) -> bool:
    """Is its tag but its name?"""
    return slug(figure.name) == figure.tag


def with_tag(figure: Figure) -> str:
    """A figure's name, and its tag where that is another word: `Goblin 1 (g1)`, `Ulf`."""
    return figure.name if is_name(figure) else f"{figure.name} ({figure.tag})"


def _abbreviates(tag: str, name: str) -> bool:
    """Are the letters of the tag in the name, in that order?"""
    rest = iter(name.lower())
    return all(letter in rest for letter in tag)


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
    unlike, unknown = (max((each.tag for each in figures if each.tag_says >= says), default=0) for says in (1, 2))
    tight, tightest = (table.taken(_Level(_SHORT_BAR, tags, SHORT_HEADING)) for tags in (unlike, unknown))
    # Tags that abbreviate a name give way only to conditions, and to columns that most figures fill.
    gained = table.common & {*tightest.positions} - {*tight.positions}
    target = tightest if gained or tight.rest < min(table.wanted, tightest.rest) else tight
    levels = [(FULL_BAR, unlike, width), *((_LONG_BAR, tags, width) for tags in (unlike, unknown))]
    levels.append((_LONG_BAR, unknown, SHORT_HEADING))
    levels += [(bars, tags, width) for tags in (unlike, unknown) for bars in (5, _SHORT_BAR)]
    for taken in (table.taken(_Level(*level)) for level in levels):
        if taken.positions == target.positions and taken.rest >= min(table.wanted, target.rest):
            target = taken
            break
    # Tags that are but the names take no column, and no room of conditions.
    whole = table.taken(replace(target.level, tags=max(_TAGS_OF_ALL, *(each.tag for each in figures))))
    fits = whole.positions == target.positions and whole.rest >= min(table.wanted, target.rest)
    target, every_tag = (whole, True) if every_tag and fits else (target, False)
    bars, tags = tuple(table.bar(n, target.level) for n in range(len(rules.columns))), target.level.tags
    return Layout(keys, bars, tags, every_tag, names, ranks, target.columns, table.alone, target.rest)


def width_for_columns(rules: Ruleset, figures: Counter[Needs], least: int, most: int, *, whole: bool = False) -> int:
    """The cells, from `least` on, from which on no column is left out that `most` have room for, or with `whole` no tag
    is either and no heading cut; whatever conditions lie.
    """
    calm = Counter(replace(each, marks=0, first=0) for each in figures.elements())

    def told(cells: int) -> tuple[object, ...]:
        layout = laid_out(rules, calm, cells)
        tags = layout.tags if whole else 0
        return tags, *((n, whole and heading(rules.columns[n], size)) for n, size in layout.columns)

    there = told(most)
    # Whatever some cells have room for, more of them have, too.
    return least + bisect_left(range(least, most), True, key=lambda cells: told(cells) == there)


def headings(columns: Sequence[Column], layout: Layout, figures: Iterable[Needs]) -> list[tuple[int, str]]:
    """The headings of the columns with room, each with the cell at which it begins; above the conditions what the
    letters of their durations mean, where any has one.
    """
    *starts, end = accumulate((size + GAP for _, size in layout.columns), initial=layout.start)
    lasting = {letter for each in figures for letter in each.lasting}
    legend = ", ".join(told for letter, told in _LETTERS.items() if letter in lasting)
    above = [(end, legend)] if legend and cell_len(legend) + GAP <= layout.marks else []
    # Else the last heading has that room, too.
    last = () if above else layout.columns[-1:]
    told = zip(starts, layout.columns, strict=True)
    return [*((at, heading(columns[n], size + layout.marks * ((n, size) in last))) for at, (n, size) in told), *above]


class _Columns:
    """What the figures need in each column of the system."""

    def __init__(self, rules: Ruleset, figures: Counter[Needs], width: int, room: int) -> None:
        count = len(rules.columns)
        filled = [sum(many for each, many in figures.items() if each.numbers[n]) for n in range(count)]
        self.common = frozenset(n for n in range(count) if n < 2 or filled[n] * 2 >= figures.total())
        """Positions of the first two columns, and of those that at least half of the figures fill."""
        self.alone = tuple(n for n in range(1, count) if filled[n] == 1 < figures.total())
        """Positions of those that one of several figures fills: they would take their width from all rows."""
        self._figures, self._width, self._room = figures, width, room
        self._headings = [len(heading(column)) for column in rules.columns]
        self._widest = [0 if n in self.alone else max(each.numbers[n] for each in figures) for n in range(count)]
        self._bars = [max(each.bars[n] for each in figures) for n in range(count)]
        self._health = [column.name == rules.health_name for column in rules.columns]
        self.wanted = self._wanted()
        """Cells for the standing and the conditions of each figure, or for the first where all cannot fit anyway."""

    def _wanted(self) -> int:
        least = _Level(_SHORT_BAR, 0, SHORT_HEADING)
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
        left = self._room - (level.tags + GAP if level.tags else 0)
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

    def _size(self, n: int, level: _Level) -> int:
        """The width of a column: that of its widest cell, up to a limit."""
        filled = self._widest[n] + (bar + 1 if (bar := self.bar(n, level)) else 0)
        if self._health[n]:
            return max(self._headings[n], filled)
        return max(min(level.heading, self._headings[n]), min(_WIDEST, filled))

    def bar(self, n: int, level: _Level) -> int:
        """Cells of the bars in a column, the same for all figures; beside the health only where there is much room."""
        if not self._health[n] and level.bars < FULL_BAR:
            return 0
        return min(level.bars, self._bars[n])


_FOES = 1
"""Position, among signs and colours, of a side for which the app throws."""


class SideMark(Struct, frozen=True):
    """How a side is marked."""

    sign: str
    style: str


def side_marks(rules: Ruleset, figures: Iterable[Figure]) -> Mapping[str, SideMark]:
    """The mark of each side, in the order in which the sides came; the last mark serves all sides beyond it."""
    sides = dict.fromkeys([figure.side for figure in figures])
    free = [n for n in range(len(SIDES)) if n != _FOES or not rules.app_sides]
    out: dict[str, SideMark] = {}
    others = 0
    for side in sides:
        position = _FOES if side in rules.app_sides else free[min(others, len(free) - 1)]
        others += side not in rules.app_sides
        out[side] = SideMark(GLYPHS.sides[position], SIDES[position])
    return out
