"""Split page: the base of pages with a list beside all there is to its chosen line."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from textual.geometry import Region

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.frames import has_frames
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.stat_block import stat_block
from referee.ui.drawing.text_line import Line, cut, line
from referee.ui.panes.listing import Listing
from referee.ui.panes.pane import Pane
from referee.ui.screens.page import Page

WIDE = 100
"""Cells of a screen from which on all there is to the chosen line stands beside the list."""


class Beside(Struct, frozen=True):
    """What stands beside the list."""

    title: str
    make: Callable[[int], Sequence[Line]]
    """Its lines in so many cells."""
    of: tuple[object, ...]
    """What they are made of: the lines are made anew where one of these is another object."""


class SidePane(Pane):
    """All there is to the chosen line."""

    indent = 1
    more = ""
    """What shows the rest where it is cut."""
    beside: Beside | None = None
    _made: tuple[tuple[object, ...], int, Sequence[Line]] | None = None

    def show(self, beside: Beside | None) -> None:
        """Shows that."""
        self.beside = beside
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.beside is None:
            return []
        known, of = self._made, self.beside.of
        if known is None or known[1] != width or any(a is not b for a, b in zip(known[0], of, strict=False)):
            known = self._made = of, width, self.beside.make(width)
        told = list(known[2])
        if len(told) >= height:
            left = self.more or f"{len(told) - height + 2} more lines"
            told = [*told[: height - 2], line((f"{GLYPHS.more} {left}", "key"))]
        return [self.title(cut(self.beside.title, width - 4), width, False), *told]


class SplitPage(Page):
    """A list, and beside it what there is to the chosen line."""

    panes = {"listing": Listing, "beside": SidePane}
    more = ""
    """What the pane beside the list says where it is cut."""

    def beside(self) -> Beside | None:
        """What stands beside the list now; None if nothing does."""
        raise TypeError("a page says itself what stands beside its list")

    @property
    def side_width(self) -> int:
        """Cells of the pane beside the list; 0 where there is no room, or nothing to show."""
        cells, lines = self.app.size
        return min(60, max(40, cells // 3)) if cells >= WIDE and has_frames(cells, lines) and self.beside() else 0

    def places(self, room: Region) -> Mapping[str, Region]:
        if not (cells := self.side_width):
            return {"listing": room}
        left, right = room.split_vertical(-cells)
        return {"listing": left, "beside": right}

    def show(self) -> None:
        pane = self.query_one(SidePane)
        pane.more = self.more
        pane.show(self.beside())
        super().show()


def figure_beside(rules: Ruleset, encounter: Encounter, figure: Figure) -> Beside:
    """The stat block of a figure."""
    return Beside(figure.name, lambda width: stat_block(rules, encounter, figure, width), (encounter, figure))
