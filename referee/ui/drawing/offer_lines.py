"""The offers of a question, over as many lines as there are for them."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import StyledText, cut, width

_REASONS = (72, 32, 0)
"""Cells for why an offer is barred: the first of these with which all offers fit."""


class Offered(NamedTuple):
    """Something that may be answered."""

    key: str
    text: str
    barred: str
    """Why it cannot be answered now; empty if it can."""
    word: str
    """What a click on it answers."""
    picked: bool = False
    """It is one of those that are marked."""
    is_note: bool = False
    """It is no offer, but says what its key does; a click presses that."""


class Item(NamedTuple):
    """One offer as it is drawn."""

    words: tuple[StyledText, ...]
    to: str
    """What a click on it answers."""
    place: int


def laid(offers: Sequence[Offered], cells: int, rows: int, at: int = -1) -> tuple[list[list[Item]], int]:
    """The lines of offers in view, the marked one at place `at` among them (-1: none), and how many are not."""
    for reason in _REASONS:
        if len(lines := _lines(offers, cells, reason, at)) <= rows:
            return lines, 0
    return _in_view(_lines(offers, cells, 0, at), cells, rows, max(0, at), len(offers))


def more(count: int) -> str:
    """Says that there are offers out of view."""
    return f" {GLYPHS.more} {count} more: ↑↓, or / and the name" if count else ""


def lines_for(offers: Sequence[Offered], cells: int, maximum: int) -> int:
    """How many lines the offers take, with reasons if they fit, where there are at most so many."""
    return next((n for reason in _REASONS if (n := len(_lines(offers, cells, reason))) <= maximum), maximum)


def _lines(offers: Sequence[Offered], cells: int, reason: int, at: int = -1) -> list[list[Item]]:
    lines: list[list[Item]] = [[]]
    for place, offered in enumerate(offers):
        item = _item(offered, place, cells, reason, place == at)
        if lines[-1] and _taken(lines[-1]) + width(item.words) > cells:
            lines.append([])
        lines[-1].append(item)
    return lines


def _item(offered: Offered, place: int, cells: int, reason: int, marked: bool) -> Item:
    sign = GLYPHS.done if offered.picked else GLYPHS.chosen if marked else " "
    head = f"{sign}{offered.key} " if offered.key else sign
    text = cut(offered.text, min(60, cells - len(head) - 1))
    if not offered.barred:
        style = "dim" if offered.is_note else "asked" if marked or offered.picked else "text"
        return Item(((head, "key"), (f"{text} ", style)), offered.word, place)
    why = f"({cut(offered.barred, min(reason, cells - len(head) - len(text) - 4))}) " if reason else ""
    return Item(((f"{head}{text} {why}", "dim"),), offered.word, place)


def _in_view(lines: list[list[Item]], cells: int, rows: int, at: int, count: int) -> tuple[list[list[Item]], int]:
    """So many of the lines, and on the last of them room to say that there are more."""
    place = next((n for n, row in enumerate(lines) if any(item.place == at for item in row)), 0)
    top = min(place if place >= rows else 0, len(lines) - rows)
    seen = [list(row) for row in lines[top : top + rows]]
    while len(seen[-1]) > 1 and _taken(seen[-1]) + len(more(count)) > cells and seen[-1][-1].place != at:
        seen[-1].pop()
    return seen, count - sum(map(len, seen))


def _taken(row: list[Item]) -> int:
    return width([words for item in row for words in item.words])
