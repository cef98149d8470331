"""The stat block of a figure, laid out in lines."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.gauges import told_gauge
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import standing_word
from referee.ui.drawing.side_marks import side_marks
from referee.ui.drawing.stat_block_entries import Entry, Explain, thing_entries, told
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, wrapped
from referee.words.bearer import plain


def things_width(rules: Ruleset, encounter: Encounter, figure: Figure, most: int) -> int:
    """Cells in which each of its things has a line of its own, its name in a column with a gap behind it. Those that
    would take more than `most` are not counted.
    """
    things = [entry for entry in thing_entries(rules, encounter, figure) if entry.shape == "thing"]
    names: dict[str, int] = {}
    for thing in things:
        names[thing.section] = max(cell_len(thing.name), names.get(thing.section, 0))
    widths = (names[thing.section] + GAP + cell_len(thing.shown) for thing in things)
    return max((width for width in widths if width <= most), default=0)


GAP = 2
"""Cells between columns."""
_LONGEST_BAR = 24
_LONGEST_NAME = 14
"""Cells of a name beside which a track or words stand, in a narrow block; in others half of all."""
_LINES_BESIDE = 3
"""Lines that what a thing does may take beside its name; longer texts stand below."""


class Cursor(Struct, frozen=True):
    """Which entry is chosen."""

    at: int = -1
    typed: tuple[str, str, str] | None = None
    """What is typed in its place: before, under and behind the cursor."""


class Row(Struct, frozen=True):
    """A line of a stat block, and where its entries are."""

    line: Line
    spots: tuple[tuple[int, int], ...] = ()
    """For each entry the cell where it begins, and its place among all."""


Placed = Sequence[tuple[int, Entry]]
"""Entries of one shape, each with its place among all."""


class _Cell(NamedTuple):
    """An entry on its line."""

    place: int
    name: StyledText
    value: StyledText


def stat_block(
    rules: Ruleset, encounter: Encounter, figure: Figure, width: int, explain: Explain | None = None
) -> list[Line]:
    """All there is to a figure but its name, in so many cells. What it never uses is left out."""
    head = head_line(rules, encounter, figure, width)
    return [head, *(row.line for row in laid_out(rules, list(told(rules, encounter, figure, explain)), width))]


def head_line(rules: Ruleset, encounter: Encounter, figure: Figure, width: int) -> Line:
    """The first line of a stat block: the side, what it is, and how it stands."""
    mark = side_marks(rules, encounter.figures.values())[figure.side]
    kind = cut(f"{plain(figure.kind)} {GLYPHS.dot} {figure.side}", width - 2)
    return line((f"{mark.sign} ", mark.style), (kind, "dim"), (f"  {standing_word(rules, figure)}".rstrip(), "dying"))


def laid_out(rules: Ruleset, entries: Sequence[Entry], width: int, cursor: Cursor | None = None) -> list[Row]:
    """The entries in so many cells. With a cursor, a cell before each is free for its sign."""
    rows: list[Row] = []
    section = ""
    lead = cursor is not None
    columns = _columns(entries, width - lead)
    for (under, shape), group in groupby(enumerate(entries), key=lambda each: (each[1].section, each[1].shape)):
        if under != section:
            section = under
            rows.append(Row(_heading(under, width)))
        rows += _laid(rules, list(group), shape, width - lead, cursor, columns.get(under, 0))
    return rows


def _columns(entries: Sequence[Entry], width: int) -> dict[str, int]:
    """By section, the cells before what stands beside a name: the same for its tracks, its words and its marks."""
    columns: dict[str, int] = {}
    for entry in entries:
        if entry.shape in ("gauge", "words", "mark"):
            columns[entry.section] = max(columns.get(entry.section, 0), cell_len(entry.name) + GAP)
    most = max(_LONGEST_NAME, width // 2) + GAP
    return {section: min(column, most) for section, column in columns.items()}


def _heading(name: str, width: int) -> Line:
    return line((f"{GLYPHS.rule * 2} {cut(name, width - 4)}", "clause"))


def _laid(rules: Ruleset, group: Placed, shape: str, width: int, cursor: Cursor | None, column: int) -> Iterator[Row]:
    match shape:
        case "gauge":
            yield from _gauges(rules, group, width, cursor, column)
        case "short" | "number":
            yield from _grid(group, width, cursor)
        case "words":
            yield from _beside(group, "clause", width, cursor, column)
        case "thing":
            column = min(max(cell_len(entry.name) for _, entry in group), width // 2) + GAP
            if max(cell_len(entry.shown) for _, entry in group) <= _LINES_BESIDE * (width - column):
                yield from _beside(group, "title", width, cursor, column)
            else:
                yield from _below(group, width, cursor)
        case "mark" if cursor is None:
            for row in _set_in(", ".join(entry.name for _, entry in group), width):
                yield Row(line((row, "text")))
        case "mark":
            for place, entry in group:
                yield _row([_Cell(place, (_named(entry.name, column), "clause"), (entry.shown, entry.style))], cursor)
        case _:
            for place, entry in group:
                head, *more = _set_in(entry.shown, width)
                yield _row([_Cell(place, ("", ""), (head, entry.style))], cursor)
                below = [(row, entry.style) for row in more]
                if entry.below:
                    below += [(f"  {row}", "dim") for row in wrapped(entry.below, width - 2)]
                yield from (_more(text, 0, cursor, style) for text, style in below)


def _gauges(rules: Ruleset, group: Placed, width: int, cursor: Cursor | None, column: int) -> Iterator[Row]:
    """A bar or pips and the numbers, the names in a column."""
    bar = max(4, min(_LONGEST_BAR, width - column - 8))
    for place, entry in group:
        assert entry.gauge is not None
        text, style = told_gauge(rules, *entry.gauge, bar)
        yield _row([_Cell(place, (_named(entry.name, column), "clause"), (cut(text, width - column), style))], cursor)


def _named(name: str, column: int) -> str:
    """A name in its column, cut before the gap."""
    return fit(name, column - GAP) + " " * GAP


def _grid(group: Placed, width: int, cursor: Cursor | None) -> Iterator[Row]:
    """Names, each with its number behind it, in as many columns as there is room for."""
    names = [cut(entry.name, max(1, width - 1 - cell_len(entry.shown))) for _, entry in group]
    taken = [cell_len(name) + 1 + cell_len(entry.shown) for name, (_, entry) in zip(names, group, strict=True)]
    columns: list[int] = []
    for count in range(len(group), 0, -1):
        columns = [max(taken[n::count]) for n in range(count)]
        if sum(columns) + GAP * (count - 1) <= width:
            break
    for start in range(0, len(group), len(columns)):
        cells = []
        for name, (place, entry), column in zip(names[start:], group[start:], columns, strict=False):
            # One style for all of it: each change of colour is some twenty bytes to send.
            value = fit(entry.shown, max(cell_len(entry.shown), column - cell_len(name) - 1))
            cells.append(_Cell(place, (f"{name} ", entry.style), (value, entry.style)))
        yield _row(cells, cursor)


def _beside(group: Placed, style: str, width: int, cursor: Cursor | None, column: int) -> Iterator[Row]:
    """Each with its text beside its name, over as many lines as it takes."""
    for place, entry in group:
        head, *more = wrapped(entry.shown, max(8, width - column))
        yield _row([_Cell(place, (_named(entry.name, column), style), (head, entry.style))], cursor)
        yield from (_more(text, column, cursor, entry.style) for text in more)


def _below(group: Placed, width: int, cursor: Cursor | None) -> Iterator[Row]:
    """Each with its text below its name, where there is little room beside it."""
    for place, entry in group:
        yield _row([_Cell(place, (cut(entry.name, width), "title"), ("", entry.style))], cursor)
        yield from (_more(text, GAP, cursor, entry.style) for text in wrapped(entry.shown, width - GAP))


def _row(cells: Sequence[_Cell], cursor: Cursor | None) -> Row:
    """A line of entries, side by side; what is typed takes the place of its value and of what is right of that."""
    words: list[StyledText] = []
    spots: list[tuple[int, int]] = []
    x, chosen = 0, False
    for n, (place, name, value) in enumerate(cells):
        here = cursor is not None and place == cursor.at
        sign = GLYPHS.chosen if here else "" if cursor is None else " "
        gap = " " * (GAP - len(sign) if n else 0)
        style = "title" if here else name[1]
        spots.append((x + len(gap), place))
        words += [(gap + sign, style or value[1]), (name[0], style)]
        chosen = chosen or here
        if here and cursor is not None and cursor.typed is not None:
            before, under, behind = cursor.typed
            words += [(before, "title"), (under, "mine"), (behind, "title")]
            break
        words.append((value[0], "title" if here and len(cells) > 1 else value[1]))
        x += len(gap + sign) + cell_len(name[0] + value[0])
    kept = tuple(each for each in words if each[0])
    return Row(Line(kept, "chosen" if chosen else "background"), tuple(spots))


def _more(text: str, column: int, cursor: Cursor | None, style: str) -> Row:
    """A line that goes on with the text of the entry above."""
    return Row(Line(((" " * (column + (cursor is not None)), "text"), (text, style))))


def _set_in(text: str, width: int) -> list[str]:
    """Text over as many lines as it takes, those after the first set in."""
    head, *more = wrapped(text, width)
    return [head, *(f"  {row}" for row in wrapped(" ".join(more), width - 2))] if more else [head]
