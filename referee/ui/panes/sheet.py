"""The pane of the figure sheet: a stat block with a cursor, in which a value is typed in its place."""

from collections.abc import Callable, Sequence

from textual import events

from referee.ui.drawing.stat_block import Cursor, Row
from referee.ui.drawing.text_line import Line
from referee.ui.input.messages import LineClicked
from referee.ui.panes.pane import Listing

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
        return [row.line for row in self._rows_in_view]

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
