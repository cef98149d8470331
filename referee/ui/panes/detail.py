"""Detail pane: the stat block of one figure."""

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.roster_order import first_at_turn
from referee.ui.controller.view import View
from referee.ui.drawing import stat_block, stat_block_entries
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.offer_lines import odds_in_short
from referee.ui.drawing.text_line import Line, cut, line, wrapped
from referee.ui.panes.pane import Pane

if TYPE_CHECKING:
    from referee.odds.ways import WayData


_EDGES = 2
"""Cells at the left and right of the block."""


def _told_alike(rules: Ruleset, encounter: Encounter, figure: Figure) -> Hashable:
    """The same for figures whose things are told alike: of one kind, with the same traits but for those that the game
    keeps for itself, and as much left of each.
    """
    carried = [encounter.things[tag] for tags in figure.piles.values() for tag in tags if tag in encounter.things]
    things = tuple((thing.name, frozenset((*thing.traits.items(), *thing.tracks.items()))) for thing in carried)
    traits = [figure.traits.get(kind.name) for kind in rules.traits]
    return figure.kind, tuple(traits), things


class Detail(Pane):
    """One figure: its name in the frame, and all there is to it."""

    indent = 1
    view: View | None = None
    pointed: tuple[Encounter, Figure] | None = None
    """The figure that Space would answer with; or one that the typed order would add, in an encounter of its own."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._block = CachedValue[list[Line]]()
        self._laid: tuple[tuple[list[stat_block_entries.Entry], int], list[Line]] = ([], 0), []
        """What the block says and its width, and the lines of that."""
        self._needed = CachedValue[int]()
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
        return self._needed.of(view.encounter.figures, most, make=lambda: self._needed_now(view, most))

    def _needed_now(self, view: View, most: int) -> int:
        widths, alike = self._widths, dict[object, int]()
        for tag, figure in view.encounter.figures.items():
            there = widths.get(tag)
            if there is None or there[0] is not figure.piles:
                key = _told_alike(view.rules, view.encounter, figure)
                if key not in alike:
                    things = stat_block.things_width(view.rules, view.encounter, figure, most - _EDGES)
                    alike[key] = things + _EDGES
                widths[tag] = figure.piles, alike[key]
        return max([widths[tag][1] for tag in view.encounter.figures], default=0)

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
        odds = () if shown[0] is not self.view.encounter else _odds_told(self.view.odds, width, height // 2 - 1)
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
            make=lambda: self._block_now(view, encounter, figure, width),
        )

    def _block_now(self, view: View, encounter: Encounter, figure: Figure, width: int) -> list[Line]:
        """The stat block; laid out anew only where it says something else than before, as few acts of others do."""
        entries = list(stat_block_entries.told(view.rules, encounter, figure, view.what_it_does))
        if self._laid[0] != (entries, width):
            rows = stat_block.laid_out(view.rules, entries, width)
            self._laid = (entries, width), [row.line for row in rows]
        return [stat_block.head_line(view.rules, encounter, figure, width), *self._laid[1]]

    def scrolled(self, by: int) -> None:
        self.top += by
        self.redraw()


def _odds_told(odds: "Mapping[str, WayData]", width: int, most: int) -> list[Line]:
    """What may come of what is asked: of one way all, of several each in short, with a title and a blank line behind.

    most: lines between these two.
    """
    if not odds:
        return []
    whole = [text for way in odds.values() for text in way["lines"]]
    told = whole if len(odds) == 1 else [*odds_in_short(odds).values()]
    if not told:
        return []
    rows = [row for text in told for row in wrapped(text, width)]
    if len(rows) > (most := max(1, most)):
        rows[most - 1 :] = [cut(" ".join(rows[most - 1 :]), width)]
    return [line(("Odds", "title")), *(line((row, "text")) for row in rows), line()]


def detailed(view: View, last: Tag = "") -> Figure | None:
    """Whose detail is shown: the chosen figure, the one whose turn it is, one that is asked about, else the last that
    was, or the first.
    """
    figures = view.encounter.figures
    asked = (view.question.by, *view.question.needs) if view.question is not None else ()
    tags = (view.chosen, first_at_turn(view.encounter), *asked, last, *figures)
    return next((figures[tag] for tag in tags if tag in figures), None)
