"""The listing pane: a long list with a cursor, of which only what is in view is made."""

from collections.abc import Callable

from textual import events

from referee.ui.drawing.text_line import GLYPHS, Line
from referee.ui.input.messages import LineClicked
from referee.ui.panes.pane import Pane

Item = Callable[[int, int], list[Line]]
"""The lines of the item of that number, in so many cells."""


class Listing(Pane):
    """Items of one or more lines each."""

    count = 0
    at = 0
    """The item under the cursor."""
    item: Item = staticmethod(lambda n, width: [])

    def show(self, count: int, item: Item, at: int | None = None) -> None:
        """Another list, or the same with other contents."""
        self.count, self.item = count, item
        self.at = max(0, min(self.at if at is None else at, count - 1))
        self.redraw()

    def move(self, by: int) -> None:
        """Moves the cursor."""
        self.at = max(0, min(self.count - 1, self.at + by))
        self.redraw()

    def turn_on(self) -> None:
        """A page on: the last item that is in view, all of it or not, becomes the first."""
        room, n = self.size.height, self.top
        while n < self.count and (room := room - self._rows(n)) > 0:
            n += 1
        if n >= self.count:
            self.at = max(0, self.count - 1)
        else:
            self.top = self.at = max(n, min(self.top + 1, self.count - 1))
        self.redraw()

    def turn_back(self) -> None:
        """A page back: the first item that is in view becomes the last."""
        room, n = self.size.height - self._rows(self.top), self.top
        while n > 0 and (room := room - self._rows(n - 1)) >= 0:
            n -= 1
        self.top = self.at = max(0, min(n, self.top - 1))
        self.redraw()

    def _rows(self, n: int) -> int:
        return len(self.item(n, self.size.width)) if n < self.count else 1

    def content(self, width: int, height: int) -> list[Line]:
        self.top = max(min(self.top, self.at), self.at - height, 0)
        while True:
            lines, seen = self._from(self.top, width, height)
            if seen or self.top >= self.at:
                return lines
            self.top += 1

    def _from(self, top: int, width: int, height: int) -> tuple[list[Line], bool]:
        """The lines from that item on, and whether all of the one under the cursor is among them."""
        lines: list[Line] = []
        seen = False
        for n in range(top, self.count):
            rows = self.item(n, width)
            if n == self.at:
                rows = [_pointed_at(rows[0]), *(row._replace(background="chosen") for row in rows[1:])] if rows else []
            lines += [row._replace(click_target=str(n)) for row in rows]
            seen = seen or (n == self.at and len(lines) <= height)
            if len(lines) >= height:
                break
        return lines, seen

    def scrolled(self, by: int) -> None:
        self.move(by)

    def on_click(self, event: events.Click) -> None:
        if target := self.line_at(event.y).click_target:
            self.post_message(LineClicked(int(target), event.chain > 1))


def _pointed_at(row: Line) -> Line:
    """The row with the sign of what is chosen: its colour alone does not tell."""
    (text, style), *others = row.words or (("", "text"),)
    if text.startswith(" "):
        text = GLYPHS.chosen + text[1:]
    return row._replace(words=((text, style), *others), background="chosen")
