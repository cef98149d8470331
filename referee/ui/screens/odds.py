"""The page of odds: how likely each result and each damage is, for all that may be chosen, side by side."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.odds.distribution import percent
from referee.ui.controller.controller import Controller
from referee.ui.controller.table_odds import OddsWanted, TableOdds, wanted_odds
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, cut, fit, line, share_bar
from referee.ui.input.key_actions import key
from referee.ui.panes.pane import Listing
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.odds.ways import BarsData, WayData

T = TypeVar("T")
_LABEL = 14
"""Cells for what is so likely."""
_COLUMN = 20
"""Cells for one way."""
_BAR = 9
_MOST_NUMBERS = 16
"""Rows for numbers of damage; where there are more, some share one."""


class _Row(Struct, frozen=True):
    """How likely one thing is in each way; or a heading."""

    label: str
    cells: tuple[float | str, ...] = ()


class OddsPage(Page):
    """What may come of the command that is open, of the chosen action, or of an attack."""

    heading = "Odds"

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self._odds = table.odds or TableOdds(table.journal.folder.path, self.follow)
        self._before = self._odds.came
        self._first = 0
        """The first way in view."""
        self._ways: Sequence[WayData] = ()
        """Those of which anything may come."""
        self._rows: Sequence[_Row] = ()

    def on_mount(self) -> None:
        self._odds.came = self.follow
        wanted = wanted_odds(self.table.session, self.table.cursor) or OddsWanted(
            self.table.session.step_log.position, self._usual()
        )
        self._odds.want(replace(wanted, variants=True), wait=0.0)
        super().on_mount()

    def on_unmount(self) -> None:
        self._odds.came = self._before
        if self._odds is not self.table.odds:
            self._odds.stop()

    def _usual(self) -> str:
        """The attack of the game, or its first command."""
        verbs = self.table.session.rules.verbs
        return next((verb.name for verb in verbs if verb.name == "attack"), verbs[0].name if verbs else "next")

    def follow(self) -> None:
        if self.query(Listing):  # else it is being closed
            self.fill()
            self.show()

    def fill(self) -> None:
        self._ways = ways = [way for way in self._odds.ways.values() if way["line"]]
        self._rows = rows_of(ways)
        nothing = "No dice are rolled here, so there are no odds." if self._odds.done else "Working out the odds ..."
        nothing = "The odds could not be worked out." if self._odds.failed else nothing
        nothing = self._odds.mistake or nothing
        scrolls = " ←→ scrolls." if len(ways) > self._room(self.size.width - 2) else ""
        several = f"{len(ways)} choices.{scrolls}" if ways[1:] else ""
        coming = "More to come ..." if not self._odds.done else ""
        self.note = " ".join(filter(None, (several, coming, self._odds.mistake))) if ways else nothing
        figures = {name for way in ways for name in way["bars"]}
        self.heading = f"Odds {GLYPHS.dot} {figures.pop()}" if len(figures) == 1 else "Odds"
        self.listing.show(len(self._rows), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One row, with as many ways as there is room for."""
        row = self._rows[n]
        if not row.cells:
            return [line((f" {row.label}", "title"))]
        words: list[StyledText] = [(f" {fit(row.label, _LABEL)} ", "text")]
        for cell in self._seen(row.cells, width):
            if isinstance(cell, str):
                words.append((fit(cell, _COLUMN), "title"))
            else:
                words += [
                    (fit(share_bar(cell, _BAR), _BAR), "hurt"),
                    (fit(f" {percent(cell):>5}" if cell else "", _COLUMN - _BAR), "text"),
                ]
        return [line(*words)]

    def headings(self, width: int) -> Line | None:
        """The ways in view."""
        labels = [way["label"] or "as proposed" for way in self._ways]
        named = [cut(label, _COLUMN - 2) for label in self._seen(labels, width)]
        words: list[StyledText] = [(GLYPHS.rule * (_LABEL + 1), "rule")]
        for n, name in enumerate(named, 1):
            room = _COLUMN if n < len(named) else width - _LABEL - 1 - _COLUMN * (n - 1)
            words += [(f" {name} ", "key"), (GLYPHS.rule * max(0, room - cell_len(name) - 2), "rule")]
        return line(*words) if named else None

    @staticmethod
    def _room(width: int) -> int:
        """How many ways are in view."""
        return max(1, (width - _LABEL - 2) // _COLUMN)

    def _seen(self, cells: Sequence[T], width: int) -> Sequence[T]:
        """Those of a cell for each way that are in view."""
        room = self._room(width)
        self._first = max(0, min(self._first, len(cells) - room))
        return cells[self._first : self._first + room]

    @key("right", hint="more", help="Show the next column.")
    def right(self) -> None:
        self._first += 1

    @key("left", help="Show the column before.")
    def left(self) -> None:
        self._first = max(0, self._first - 1)


def rows_of(ways: Sequence["WayData"]) -> list[_Row]:
    """The rows for these ways: results, then how the figure that it is done to stands afterwards, the damage on average
    and by number; where a way is done to several figures, this of each.
    """
    tested = next((way["tested"] for way in ways if way["tested"]), "")
    rows = _of_words([way["results"] for way in ways], f"{tested}: result" if tested else "Result")
    if any(len(way["bars"]) > 1 for way in ways):
        for name in dict.fromkeys(name for way in ways for name in way["bars"]):
            rows += _of_figure([way["bars"].get(name, _NOTHING) for way in ways], f"{name}: ")
        return rows
    return rows + _of_figure([next(iter(way["bars"].values()), _NOTHING) for way in ways])


_NOTHING: "BarsData" = {"standing": {}, "damage": {}, "mean": 0.0}
"""Of a way in which nothing comes upon a figure."""


def _of_figure(bars: Sequence["BarsData"], whose: str = "") -> list[_Row]:
    """The rows for one figure; whose: stands before the headings."""
    rows = _of_words([each["standing"] for each in bars], f"{whose}afterwards" if whose else "Afterwards")
    if any(each["damage"] for each in bars):
        rows += [
            _Row(f"{whose}damage" if whose else "Damage"),
            _Row("on average", tuple(f"{each['mean']:.1f}" if each["damage"] else "" for each in bars)),
        ]
        rows += _of_numbers([{int(n): p for n, p in each["damage"].items()} for each in bars])
    return rows


def _of_words(found: Sequence[Mapping[str, float]], heading: str) -> list[_Row]:
    words = dict.fromkeys(word for each in found for word in each)
    rows = [_Row(word, tuple(each.get(word, 0.0) for each in found)) for word in words]
    return [_Row(heading), *rows] if rows else []


def _of_numbers(found: Sequence[Mapping[int, float]]) -> list[_Row]:
    """A row for 0 and for each other number, or for as many together as it takes for all to have few rows."""
    least, most = min(map(min, filter(None, found))), max(map(max, filter(None, found)))
    size = -(-(most - least) // _MOST_NUMBERS) or 1
    starts = sorted({*range(least, 0, size), 0, *range(1, most + 1, size)})
    rows = []
    for n, after in zip(starts, [*starts[1:], most + 1], strict=True):
        cells = tuple(sum(p for number, p in each.items() if n <= number < after) for each in found)
        if any(cells):
            rows.append(_Row(str(n) if after == n + 1 else f"{n} to {after - 1}", cells))
    return rows
