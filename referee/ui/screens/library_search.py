"""The search of the library page: which entries have the typed words, in which order and columns, and what stands
beside.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from referee.engine.figures.details import COPIES
from referee.script.library_columns import ABOUT, NAME, USED, Column, Entries
from referee.script.library_records import in_full, summary
from referee.store.library_record import (
    CONDITIONS,
    FIGURES,
    PARTIES,
    PLANS,
    KeptCondition,
    KeptFigure,
    KeptParty,
    KeptPlan,
    Record,
)
from referee.ui.drawing.stat_block import stat_block
from referee.ui.drawing.text_line import GLYPHS, Line, ListColumn, cut, line, wrapped
from referee.ui.panes.pane import Pane

_NUMBER = r"(-?\d{1,6}(?:/\d{1,3})?)"
_RANGE = re.compile(rf"{_NUMBER}(?:(-)(?:{_NUMBER})?|(\+))?|-{_NUMBER}")
"""`3`, `3-5`, `20-` or `20+` for 20 and more; `-5`, which is a number below 0 as well, is read as one."""


def number_in(text: str) -> float | None:
    """The number with which a text begins: 0.25 for `1/4`; None without one."""
    found = re.match(_NUMBER, text)
    if found is None:
        return None
    above, _, below = found[1].partition("/")
    return int(above) / (int(below or 1) or 1)


class Bounds(NamedTuple):
    """The numbers of one column that are wanted."""

    column: str
    least: float
    most: float


class Query(NamedTuple):
    """What was typed to search."""

    words: tuple[str, ...]
    """In small letters."""
    bounds: tuple[Bounds, ...]
    more: str
    """What goes to the table besides: `x3`, `hp=9`."""


def read_query(text: str, columns: Sequence[Column] = ()) -> Query:
    """`cr 3-5 undead x2`. The word for a column, with no number behind it yet, is left out at the end."""
    words, bounds, more = list[str](), list[Bounds](), list[str]()
    named = {word: each.name for each in columns if each.is_number for word in (each.name, each.title.lower())}
    rest = text.split()
    while rest:
        word = rest.pop(0)
        lower = word.lower()
        if lower in named and (not rest or _RANGE.fullmatch(rest[0])):
            bounds += [_bounds(named[lower], rest.pop(0))] if rest else []
        elif COPIES.fullmatch(lower) or "=" in word:
            more.append(word)
        else:
            words.append(lower)
    return Query(tuple(words), tuple(bounds), " ".join(more))


def _bounds(column: str, text: str) -> Bounds:
    """The least and the greatest number that a range means."""
    found = _RANGE.fullmatch(text)
    assert found is not None
    least = number_in(found[1] or f"-{found[5]}") or 0
    if found[3]:
        return Bounds(column, least, number_in(found[3]) or 0)
    return Bounds(column, least, float("inf") if found[2] or found[4] else least)


class Searchable:
    """Entries, with the words of each in small letters."""

    def __init__(self, entries: Entries) -> None:
        self.entries = entries
        self._words = [(record.name.lower(), _words(record, entries)) for record in entries.records]

    def matching(self, text: str, by: str = "", falling: bool = False) -> tuple[Record, ...]:
        """Those whose name begins with the words, then those whose name has them, then those that have them at all.

        by: the column to sort them by instead; those without anything in it are the last.
        """
        query = read_query(text, self.entries.columns)
        whole = " ".join(query.words)
        ranked: list[list[Record]] = [[], [], []]
        for record, (name, words) in zip(self.entries.records, self._words, strict=True):
            begins, named = name.startswith(whole), all(word in name for word in query.words)
            if (begins or named or all(word in words for word in query.words)) and self._within(record, query.bounds):
                ranked[0 if begins else 1 if named else 2].append(record)
        found = [record for rank in ranked for record in rank]
        return tuple(self._sorted(found, by, falling) if by else found)

    def _within(self, record: Record, bounds: Sequence[Bounds]) -> bool:
        """Are its numbers among those wanted?"""
        if not bounds:
            return True
        cells = self.entries.cells(record)
        numbers = ((number_in(cells.get(each.column, "")), each) for each in bounds)
        return all(number is not None and each.least <= number <= each.most for number, each in numbers)

    def _sorted(self, found: Sequence[Record], by: str, falling: bool) -> list[Record]:
        texts = {id(record): self.entries.cells(record).get(by, "") for record in found}
        having = [record for record in found if texts[id(record)]]
        is_number = any(column.name == by and column.is_number for column in self.entries.columns)

        def order(record: Record) -> tuple[float, str]:
            text = texts[id(record)]
            return (number_in(text) or 0 if is_number else 0), text.casefold()

        others = [record for record in found if not texts[id(record)]]
        return [*sorted(having, key=order, reverse=falling), *others]


def _words(record: Record, entries: Entries) -> str:
    """All that words are looked for in: name, kind and values, the first line of the note, the side."""
    more = ""
    if isinstance(record, KeptFigure):
        more = f"{entries.kind_words(record)} {record.note.partition(chr(10))[0]} {record.side}"
    return f"{record.name} {summary(record)} {more}".lower()


def sortable(columns: Sequence[Column]) -> tuple[str, ...]:
    """The columns by which a list can be sorted; the first stands for its own order."""
    return ("", *(column.name for column in columns if column.name not in (ABOUT, USED)))


def words_to_edit(record: Record) -> str:
    """The words of a record, as they are typed to change it."""
    match record:
        case KeptFigure():
            return record.words
        case KeptParty():
            return "; ".join(member.words for member in record.members)
        case KeptCondition():
            return (
                f"{record.usual}: {' '.join(record.text.split())}".lstrip(": ") if record.usual else f": {record.text}"
            )
        case KeptPlan():
            return record.text
        case _:
            return ""


SEARCHED = {
    FIGURES.name: "a name, kind or type",
    PARTIES.name: "a name, or somebody in the party",
    CONDITIONS.name: "a name, or what it does",
    PLANS.name: "a name",
}
"""What can be typed to search each table."""
WIDE = 100
"""Cells of a screen from which on the chosen entry stands beside the list."""
EMPTY = {
    FIGURES.name: (
        ("Esc", "goes back; in an encounter, L shows the figures of its game"),
        ("keep g1", "typed in an encounter, saves the figure g1 here"),
        ("referee import", "in a shell, brings in figures of other programs"),
    ),
    PARTIES.name: (
        ("n", "makes a new party"),
        ("party save heroes", "typed in an encounter, saves the heroes"),
        ("Tab", "shows the conditions"),
    ),
    CONDITIONS.name: (
        ("n", "makes a new condition"),
        ("keep condition soaked 3r: wet", "typed in an encounter, saves one"),
        ("Tab", "shows the plans"),
    ),
    PLANS.name: (
        ("Tab", "shows the figures"),
        ("O", "on the shelf, starts an encounter from a plan in a file"),
        ("referee import", "in a shell, brings in encounters of other programs"),
    ),
}
"""What can be done where a table of the library is empty."""
NOTHING_FOUND = (
    "Nothing found",
    (
        ("Ctrl+U", "clears the search"),
        ("Tab", "goes to parties, conditions and plans"),
        ("Esc", "goes back to the keys"),
    ),
)
_GIVES_WAY = {NAME: 0, "count": 1, "lasts": 1, "type": 5, "kind": 6, "game": 7, USED: 8, ABOUT: 9}
"""The columns that are left out first where the screen is narrow have the highest numbers; others have 2 to 4."""
_LEAST = {NAME: 16, "type": 8, "kind": 8, "game": 8, USED: 10, ABOUT: 12}
"""Cells to which long texts are cut, so that there is room for more columns."""


def list_columns(columns: Sequence[Column]) -> list[ListColumn]:
    """How the columns are drawn; of numbers and traits the later ones give way first."""
    return [_drawn(column, n) for n, column in enumerate(columns)]


def _drawn(column: Column, place: int) -> ListColumn:
    """How a column is drawn; of numbers and traits the later ones give way first."""
    return ListColumn(
        column.name,
        column.title,
        "dim" if column.name in ("kind", "game", USED, ABOUT) else "text",
        column.is_number,
        least=_LEAST.get(column.name, 0),
        gives_way=_GIVES_WAY.get(column.name, 2 if place < 4 else 3 if place < 6 else 4),
        fills=column.name == ABOUT,
    )


def told_in_full(record: Record, entries: Entries, cells: int) -> list[Line]:
    """All there is to an entry but its name: of a figure its stat block."""
    rules, made = entries.rules(record), entries.figure(record)
    if made is not None and rules is not None and isinstance(record, KeptFigure):
        block = stat_block(rules, *made, cells)
        return [*block, *(line((row, "text")) for text in record.note.splitlines() for row in wrapped(text, cells))]
    if isinstance(record, KeptParty):
        whole = [entries.in_brief(each.name, record.system, each.words) for each in record.members]
        whole += [f"{name} {now}" for name, now in record.table.items()]
    else:
        whole = in_full(record, rules)[1:]
    return [line((row, "text")) for text in whole for row in wrapped(text, cells)]


class EntryPane(Pane):
    """All there is to the chosen entry, beside the list."""

    indent = 1
    entries = Entries(FIGURES, ())
    record: Record | None = None

    def show(self, entries: Entries, record: Record | None) -> None:
        """Shows that entry."""
        self.entries, self.record = entries, record
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.record is None:
            return []
        told = told_in_full(self.record, self.entries, width)
        if len(told) >= height:
            told = [*told[: height - 2], line((f"{GLYPHS.more} F3 shows all", "key"))]
        return [self.title(cut(self.record.name, width - 4), width, False), *told]
