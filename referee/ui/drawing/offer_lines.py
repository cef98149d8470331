"""Offer lines: what may be answered, laid out in cells."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import StyledText, cut, width

if TYPE_CHECKING:
    from referee.odds.ways import WayData


_KEY = 5
"""Cells before the text of an offer in a column, for its sign and key, and behind it."""
_FEW = 4
"""So many offers have a line each, if there are so many lines."""
_LEAST_COLUMNS = 3
"""Columns that are not left out: who it is, what is left to them, and what a hit needs."""
_LONGEST = 60
"""Cells at most for the text of an offer that is not in a column."""
_REASONS = (72, 32, 0)
"""Cells for why an offer is barred: the first of these with which all offers fit."""


class Offered(Struct, frozen=True):
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
    columns: tuple[str, ...] = ()
    """The same text, part by part, as it stands in columns where there is room."""


class Item(Struct, frozen=True):
    """One offer as it is drawn, or several."""

    words: tuple[StyledText, ...]
    to: str
    """What a click on it answers; empty if nothing."""
    place: int
    offers: int = 1
    """How many offers it stands for: several with numbers that follow each other, none for the name before them."""


def offers_laid(offers: Sequence[Offered], cells: int, rows: int, at: int = -1) -> tuple[list[list[Item]], int]:
    """The lines of offers in view, the marked one at place `at` among them (-1: none), and how many are not."""
    if lines := _table(offers, cells, rows, at) or _side_by_side(offers, cells, rows, at):
        return lines, 0
    lines = _by_name(tuple(offers), cells, at)
    return (lines, 0) if len(lines) <= rows else _in_view(lines, cells, rows, max(0, at), len(offers))


def with_odds(
    offers: tuple[Offered, ...], odds: "Mapping[str, WayData]", picked: Sequence[str], room: tuple[int, int], at: int
) -> tuple[tuple[Offered, ...], str]:
    """The offers with the odds of each in one column more, if there is room for that in so many cells and rows; else
    the odds of the one that is picked, or that Space takes. Where nothing is offered, those of what is asked.
    """
    told = {word: way["line"] for word, way in odds.items() if way["line"]}
    if any(offer.word in told for offer in offers):
        most = max(len(offer.columns) for offer in offers)
        longer = tuple(
            replace(offer, columns=(*offer.columns, *[""] * (most - len(offer.columns)), told.get(offer.word, "")))
            for offer in offers
        )
        longest = max(told.values(), key=len)
        if any(longest in text for row in _table(longer, *room, at) for item in row for text, _ in item.words):
            return longer, ""
    if not offers and "" not in told:
        return offers, "; ".join(odds_in_short(odds).values())
    words = [*picked, *([offers[at].word] if 0 <= at < len(offers) else []), ""]
    word = next((word for word in words if word in told), None)
    return offers, "" if word is None else odds_in_short(odds)[word]


def odds_in_short(odds: "Mapping[str, WayData]") -> dict[str, str]:
    """What may come of each way of which anything may, with its label, by the word for it."""
    return {word: f"{way['label']}: {way['line']}".removeprefix(": ") for word, way in odds.items() if way["line"]}


def more(count: int) -> str:
    """Says that there are offers out of view."""
    return f" {GLYPHS.more} {count} more: ↑↓, or / to type the name" if count else ""


def offer_lines_for(offers: Sequence[Offered], cells: int, maximum: int, at: int = -1) -> int:
    """How many lines the offers take, with reasons if they fit, where there are at most so many."""
    return len(offers_laid(offers, cells, maximum, at)[0])


def _table(offers: Sequence[Offered], cells: int, rows: int, at: int) -> list[list[Item]]:
    """The offers in columns that line up, each in a line of its own if there are few, else side by side, too.

    The last columns are left out where that is needed, but not the first. Empty where it does not fit then, or where
    they have no columns.
    """
    most = max([len(offered.columns) for offered in offers], default=0)
    real, least = sum([not offered.is_note for offered in offers]), min(most, _LEAST_COLUMNS)
    room = rows * max(1, cells // (_KEY + cell_len("  ".join(_told(offers[0], least)).rstrip())))
    # Of a hundred targets no column is narrower than the first of them.
    if real > room or not all(offered.columns or offered.is_note for offered in offers):
        return []
    for kept in range(most, least - 1, -1):
        aligned = _aligned([_told(offered, kept) for offered in offers])
        texts = [offered.text if offered.is_note else text for offered, text in zip(offers, aligned, strict=True)]
        wide = max(map(cell_len, texts), default=0) + _KEY
        count = max(-(-len(offers) // max(1, cells // wide)), min(len(offers), rows, _FEW) if most > 1 else 1)
        if count > rows and real and real % (high := min(rows, real)) == 0:
            # What is out of view is said behind them, in a column that is as wide as that.
            count = high if real // high * wide + cell_len(texts[-1]) + _KEY <= cells else count
        if wide <= cells and count <= rows:
            texts = [text + " " * (wide - _KEY - cell_len(text)) for text in texts]
            items = [
                Item(_styled(each, text, n == at), each.word, n)
                for n, (each, text) in enumerate(zip(offers, texts, strict=True))
            ]
            return [items[n::count] for n in range(count)]
    return []


def _told(offered: Offered, kept: int) -> tuple[str, ...]:
    """The first so many columns of an offer, and the reason against it."""
    return (*offered.columns[:kept], f"({offered.barred})") if offered.barred else offered.columns[:kept]


def _aligned(texts: Sequence[Sequence[str]]) -> list[str]:
    """The parts of each text in columns. Numbers of points stand under one another at their right end."""
    most = max(map(len, texts), default=0)
    widths = [max((cell_len(text[n]) for text in texts if n < len(text)), default=0) for n in range(most)]
    return ["  ".join(_in_column(part, n, widths[n]) for n, part in enumerate(text)).rstrip() for text in texts]


def _in_column(part: str, n: int, cells: int) -> str:
    """A part of a text in so many cells; the second, which is points, at their right end."""
    free = " " * (cells - cell_len(part))
    return f"{free}{part}" if n == 1 else f"{part}{free}"


def _side_by_side(offers: Sequence[Offered], cells: int, rows: int, at: int) -> list[list[Item]]:
    """The offers one behind the other, with as much of the reasons as fits; empty where they do not fit without."""
    if sum([min(len(offered.text), _LONGEST) for offered in offers]) > cells * rows:  # a hundred targets
        return []
    for reason in _REASONS if any(offered.barred for offered in offers) else _REASONS[-1:]:
        items = (_item(offered, n, cells, reason, n == at) for n, offered in enumerate(offers))
        if len(lines := _lines(items, cells)) <= rows:
            return lines
    return []


@lru_cache(maxsize=2)
def _by_name(offers: tuple[Offered, ...], cells: int, at: int) -> list[list[Item]]:
    """The offers one behind the other. Those that differ by a number have lines of their own: the name, with what is
    told of most of them, stands before them once, and with each number only what else is told of it.
    """
    lines: list[list[Item]] = []
    named = [_named(offered) for offered in offers]
    counts = Counter(named)
    for (name, _), places in groupby(range(len(offers)), lambda n: named[n] if counts[named[n]] > 1 else ("", 0)):
        group, head = {n: offers[n] for n in places}, list[Item]()
        if name:
            shared = _shared([offered.columns[1:] for offered in group.values()])
            told = ", ".join(filter(None, (" ".join((name, *shared[:1])).rstrip(), *shared[1:])))
            head = [Item(((f" {cut(told, cells // 2)}: ", "text"),), "", -1, 0)]
            group = {n: _by_number(offered, shared) for n, offered in group.items()}
        lines += _lines((*head, *_items(group, cells, at)), cells)
    return lines


def _named(offered: Offered) -> tuple[str, int]:
    """The name without its number, and how many columns there are; an empty name where it has no number."""
    name, _, number = offered.columns[0].rpartition(" ") if offered.columns else ("", "", "")
    return (name, len(offered.columns)) if number.isdecimal() else ("", 0)


def _shared(told: Sequence[Sequence[str]]) -> list[str]:
    """What most of them tell, column by column; nothing of a column where one of them tells nothing."""
    return ["" if "" in column else Counter(column).most_common(1)[0][0] for column in zip(*told, strict=True)]


def _by_number(offered: Offered, shared: Sequence[str]) -> Offered:
    """An offer by its number, with what it tells but the others of its name do not."""
    own = (each for each, other in zip(offered.columns[1:], shared, strict=True) if each and each != other)
    return replace(offered, text=f"{offered.columns[0].rpartition(' ')[2]} {', '.join(own)}".rstrip())


def _items(group: Mapping[int, Offered], cells: int, at: int) -> Iterator[Item]:
    """Offers by their places; as `27-100` those of which nothing is told but their numbers, and that have no keys."""

    def goes_with(n: int) -> tuple[bool, int]:
        each = group[n]
        is_alone = n == at or each.key or each.picked or each.barred or not each.text.isdecimal()
        return (True, n) if is_alone else (False, n - int(each.text))

    for _, run in groupby(group, goes_with):
        n, *others = run
        numbers = ((f" {group[n].text}-{group[others[-1]].text} ", "text"),) if others else ()
        yield Item(numbers, "", n, 1 + len(others)) if numbers else _item(group[n], n, cells, 0, n == at)


def _lines(items: Iterable[Item], cells: int) -> list[list[Item]]:
    """The items side by side."""
    lines, taken = [list[Item]()], 0
    for item in items:
        wide = width(item.words)
        if lines[-1] and taken + wide > cells:
            lines.append([])
            taken = 0
        lines[-1].append(item)
        taken += wide
    return lines


def _item(offered: Offered, place: int, cells: int, reason: int, marked: bool) -> Item:
    room = cells - len(_head(offered, marked)) - 1
    text = cut(offered.text, min(_LONGEST, room))
    if offered.barred and reason:
        text += f" ({cut(offered.barred, min(reason, room - len(text) - 3))})"
    return Item(_styled(offered, text, marked), offered.word, place)


def _head(offered: Offered, marked: bool) -> str:
    """The sign and the key before an offer."""
    sign = GLYPHS.done if offered.picked else GLYPHS.chosen if marked else " "
    return f"{sign}{offered.key} " if offered.key else sign


def _styled(offered: Offered, text: str, marked: bool) -> tuple[StyledText, ...]:
    """An offer with its key, all of it dim where it cannot be answered now."""
    head = _head(offered, marked)
    if offered.barred:
        return ((f"{head}{text} ", "dim"),)
    return ((head, "key"), (f"{text} ", "dim" if offered.is_note else "asked" if marked or offered.picked else "text"))


def _in_view(lines: list[list[Item]], cells: int, rows: int, at: int, count: int) -> tuple[list[list[Item]], int]:
    """So many of the lines, and on the last of them room to say that there are more."""
    place = next((n for n, row in enumerate(lines) if any(item.place == at for item in row)), 0)
    top = min(place if place >= rows else 0, len(lines) - rows)
    seen = [list(row) for row in lines[top : top + rows]]
    last = seen[-1]
    while len(last) > 1 and sum(width(item.words) for item in last) + len(more(count)) > cells and last[-1].place != at:
        last.pop()
    return seen, count - sum(item.offers for row in seen for item in row)
