"""The page of odds: all that may be chosen, side by side."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.odds.distribution import percent
from referee.ui.controller.controller import Controller
from referee.ui.controller.table_odds import OddsWanted, TableOdds, wanted_odds
from referee.ui.drawing.bars import share_bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line
from referee.ui.input.key_actions import key
from referee.ui.panes.listing import Listing
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.odds.ways import WayData

from referee.ui.screens.odds_rows import BAR, COLUMN, LABEL, OddsRow, T, rows_of


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
        self._rows: Sequence[OddsRow] = ()

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
        words: list[StyledText] = [(f" {fit(row.label, LABEL)} ", "text")]
        for cell in self._seen(row.cells, width):
            if isinstance(cell, str):
                words.append((fit(cell, COLUMN), "title"))
            else:
                words += [
                    (fit(share_bar(cell, BAR), BAR), "hurt"),
                    (fit(f" {percent(cell):>5}" if cell else "", COLUMN - BAR), "text"),
                ]
        return [line(*words)]

    def headings(self, width: int) -> Line | None:
        """The ways in view."""
        labels = [way["label"] or "as proposed" for way in self._ways]
        named = [cut(label, COLUMN - 2) for label in self._seen(labels, width)]
        words: list[StyledText] = [(GLYPHS.rule * (LABEL + 1), "rule")]
        for n, name in enumerate(named, 1):
            room = COLUMN if n < len(named) else width - LABEL - 1 - COLUMN * (n - 1)
            words += [(f" {name} ", "key"), (GLYPHS.rule * max(0, room - cell_len(name) - 2), "rule")]
        return line(*words) if named else None

    @staticmethod
    def _room(width: int) -> int:
        """How many ways are in view."""
        return max(1, (width - LABEL - 2) // COLUMN)

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
