"""Searching the library: which entries have the typed words and numbers, and in which order."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct

from referee.engine.figures.pieces import COPIES
from referee.engine.numbers import fraction_in
from referee.library.columns import ABOUT, TAGS, USED, Column, Entries
from referee.library.records import first_line, summary
from referee.store.library_record import KeptFigure, Record

_NUMBER = r"(-?(?:\d{0,6}\.\d{1,6}|\d{1,6}(?:/\d{1,3})?|[¼½⅛]))"
_RANGE = re.compile(rf"{_NUMBER}(?:(-)(?:{_NUMBER})?|(\+))?|-{_NUMBER}")
"""`3`, `3-5`, `20-` or `20+` for 20 and more; `-5`, which is a number below 0 as well, is read as one."""


@lru_cache(maxsize=4096)
def number_in(text: str) -> float | None:
    """The number with which a text begins: 0.25 for `1/4` and `¼`; None without one."""
    found = fraction_in(text)
    return None if found is None else float(found)


class Bounds(Struct, frozen=True):
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
        self._all = [(record.name.lower(), _words(record, entries), record) for record in entries.records]
        self._last: tuple[tuple[str, ...], list[tuple[str, str, Record]]] = (), self._all
        """The words that were searched for last, and all that has them: whoever types on searches among these."""

    def matching(self, text: str, by: str = "", falling: bool = False) -> tuple[Record, ...]:
        """Those whose name begins with the words, then those whose name has them, then those that have them at all.

        by: the column to sort them by instead; those without anything in it are the last.
        """
        query = read_query(text, self.entries.columns)
        whole, (before, found) = " ".join(query.words), self._last
        ranked: list[list[Record]] = [[], [], []]
        if not (len(before) <= len(query.words) and all(map(str.startswith, query.words, before))):
            found = self._all
        for word in query.words:
            found = [each for each in found if word in each[1]]
        self._last = query.words, found
        for name, _, record in found:
            if not query.bounds or self._within(record, query.bounds):
                begins = name.startswith(whole)
                ranked[0 if begins else 1 if all(word in name for word in query.words) else 2].append(record)
        matching = [record for rank in ranked for record in rank]
        return tuple(self._sorted(matching, by, falling) if by else matching)

    def _within(self, record: Record, bounds: Sequence[Bounds]) -> bool:
        """Are its numbers among those wanted?"""
        numbers = ((number_in(self.entries.value(record, each.column)), each) for each in bounds)
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
        more = f"{entries.kind_words(record)} {first_line(record.note)} {record.side}"
    tags = "".join(f"#{tag} " for tag in record.tags)
    return f"{record.name} {summary(record)} {tags}{' '.join(entries.users(record))} {more}".lower()


def sortable(columns: Sequence[Column]) -> tuple[str, ...]:
    """The columns by which a list can be sorted; the first stands for its own order."""
    return ("", *(column.name for column in columns if column.name not in (ABOUT, USED, TAGS)))
