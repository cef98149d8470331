"""The detail pane: the stat block of the chosen figure, of the one marked in the question, or of one that an order
adds; with a cursor on the sheet.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from textual import events

from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.ui.controller.roster_order import first_at_turn
from referee.ui.controller.view import CachedValue, View
from referee.ui.drawing.ask_view import odds_in_short
from referee.ui.drawing.stat_block import GAP, Cursor, Row, stat_block, things_width
from referee.ui.drawing.text_line import GLYPHS, Line, cut, line, wrapped
from referee.ui.input.messages import LineClicked
from referee.ui.panes.pane import Listing, Pane, with_thumb

if TYPE_CHECKING:
    from referee.odds.ways import WayData

_EDGES = 2
"""Cells at the left and right of the block."""


class Detail(Pane):
    """One figure: its name in the frame, and all there is to it."""

    indent = 1
    view: View | None = None
    pointed: tuple[Encounter, Figure] | None = None
    """The figure that Space would answer with; or one that the typed order would add, in an encounter of its own."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block = CachedValue[list[Line]]()
        self._last: Tag = ""
        """Who was shown before: they stay between two turns."""
        self._widths: dict[Tag, tuple[object, int]] = {}
        """Of each figure what it carries, and how wide that is told."""

    def show(self, view: View, pointed: tuple[Encounter, Figure] | None = None) -> None:
        """The table as it is now."""
        before = self._shown()
        self._last = before[1].tag if before is not None and self.pointed is None else self._last
        self.view, self.pointed = view, pointed
        if before is None or (now := self._shown()) is None or now[1].tag != before[1].tag:
            self.top = 0
        self.redraw()

    def needed(self, view: View, most: int) -> int:
        """Columns in which nothing that anybody carries takes two lines but what needs more than `most`. The same
        whoever is chosen, and until somebody gets another thing, so that nothing moves.
        """
        widths = self._widths
        for tag, figure in view.encounter.figures.items():
            there = widths.get(tag)
            if there is None or there[0] is not figure.piles:
                width = things_width(view.rules, view.encounter, figure, GAP, most - _EDGES)
                widths[tag] = figure.piles, width + _EDGES
        return max((widths[tag][1] for tag in view.encounter.figures), default=0)

    def _shown(self) -> tuple[Encounter, Figure] | None:
        """Who is shown, and in which encounter."""
        figure = detailed(self.view, self._last) if self.view is not None else None
        return self.pointed or (None if figure is None or self.view is None else (self.view.encounter, figure))

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        shown = self._shown()
        if shown is None:
            return [self.title("Detail", width, False)]
        odds = () if shown[0] is not self.view.encounter else _odds_told(self.view.odds, width, height // 2)
        lines = [*odds, *self._whole(self.view, *shown, width)]
        room = height - 1
        self.top = max(0, min(self.top, len(lines) - room))
        seen = lines[self.top : self.top + room]
        if left := len(lines) - self.top - len(seen):
            key = "" if self.pointed else ": e shows all"
            seen[-1:] = [line((cut(f"{GLYPHS.more} {left + 1} more{key}", width), "key"))]
        encounter, figure = shown
        tag = figure.tag if encounter is self.view.encounter else ""
        return [self.title(cut(figure.name, width - len(tag) - 8), width, False, tag), *seen]

    def _whole(self, view: View, encounter: Encounter, figure: Figure, width: int) -> list[Line]:
        return self._block.of(
            encounter,
            figure,
            width,
            make=lambda: stat_block(view.rules, encounter, figure, width, view.what_it_does),
        )

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()


def _odds_told(odds: "Mapping[str, WayData]", width: int, most: int) -> list[Line]:
    """What may come of what is asked, in at most so many lines: of one way all, of several each in short."""
    if not odds:
        return []
    whole = [text for way in odds.values() for text in way["lines"]]
    told = whole if len(odds) == 1 else [*odds_in_short(odds).values()]
    if not told:
        return []
    rows = [row for text in told for row in wrapped(text, width)]
    if len(rows) > most - 1:
        rows[most - 2 :] = [cut(" ".join(rows[most - 2 :]), width)]
    return [line(("Odds", "title")), *(line((row, "text")) for row in rows), line()]


def detailed(view: View, last: Tag = "") -> Figure | None:
    """Whose detail is shown: the chosen figure, the one whose turn it is, one that is asked about, else the last that
    was, or the first.
    """
    figures = view.encounter.figures
    asked = (view.question.by, *view.question.needs) if view.question is not None else ()
    tags = (view.chosen, first_at_turn(view.encounter), *asked, last, *figures)
    return next((figures[tag] for tag in tags if tag in figures), None)


Typed = tuple[str, str, str]
Block = Callable[[int, Cursor], Sequence[Row]]
"""The rows of the block in so many cells."""

WIDEST = 100
"""Cells of the widest block: a longer line is hard to follow with the eye."""


class SheetListing(Listing):
    """All there is to a figure; its items are the entries."""

    indent = 1
    typed: Typed | None = None
    """What is typed in the place of the chosen value."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block: Block = lambda width, cursor: ()
        self._rows_in_view: Sequence[Row] = ()

    def show_block(self, count: int, block: Block) -> None:
        """Another figure, or the same with other values."""
        self._block = block
        self.show(count, self.item)

    def content(self, width: int, height: int) -> list[Line]:
        rows = self._block(min(width, WIDEST), Cursor(self.at, self.typed))
        here = next((n for n, row in enumerate(rows) if any(place == self.at for _, place in row.spots)), 0)
        if not self.at:
            self.top = 0
        self.bring_in(here, height)
        self.top = max(0, min(self.top, len(rows) - height))
        self._rows_in_view = rows[self.top : self.top + height]
        seen = [row.line for row in self._rows_in_view]
        return with_thumb(seen, self.top, len(seen), len(rows), height)

    def turn_on(self) -> None:
        self.move(self._entries_in_view())

    def turn_back(self) -> None:
        self.move(-self._entries_in_view())

    def _entries_in_view(self) -> int:
        return max(1, sum(len(row.spots) for row in self._rows_in_view) - 1)

    def on_click(self, event: events.Click) -> None:
        if 0 <= event.y < len(self._rows_in_view):
            x = self.column_of(event)
            spots = [place for start, place in self._rows_in_view[event.y].spots if start <= x]
            if spots:
                self.post_message(LineClicked(spots[-1], event.chain > 1))
