"""Listing: the base of panes that are a long list with a cursor."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace
from textual import events

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, centred
from referee.ui.input.messages import LineClicked
from referee.ui.panes.pane import Pane

Item = Callable[[int, int], list[Line]]
"""The lines of the item of that number, in so many cells."""


class ClickedLines(Pane):
    """A pane whose lines say of which item they are: a click on one tells the screen."""

    def on_click(self, event: events.Click) -> None:
        if target := self.line_at(event.y).click_target:
            self.post_message(LineClicked(int(target), event.chain > 1))


class Listing(ClickedLines):
    """Items of one or more lines each."""

    count = 0
    at = 0
    """The item under the cursor."""
    head: Line | None = None
    """The headings of its columns, above the items."""
    item: Item = staticmethod(lambda n, width: [])
    above: Item = staticmethod(lambda n, width: [])
    """What stands above the item of that number: the heading of a section that begins with it."""
    empty: tuple[str, Sequence[tuple[str, str]]] = ("", ())
    """What stands in the middle where there are no items: why, and the keys that help, with what they do."""

    def show(
        self, count: int, item: Item, at: int | None = None, empty: tuple[str, Sequence[tuple[str, str]]] = ("", ())
    ) -> None:
        """Another list, or the same with other contents."""
        self.count, self.item, self.empty = count, item, empty
        self.at = max(0, min(self.at if at is None else at, count - 1))
        self.redraw()

    def move(self, by: int) -> None:
        """Moves the cursor."""
        self.at = max(0, min(self.count - 1, self.at + by))
        self.redraw()

    def turn_on(self) -> None:
        """A page on: the last item that is in view, all of it or not, becomes the first."""
        room, n = self._room, self.top
        while n < self.count and (room := room - self._rows(n)) > 0:
            n += 1
        if n >= self.count:
            self.at = max(0, self.count - 1)
        else:
            self.top = self.at = max(n, min(self.top + 1, self.count - 1))
        self.redraw()

    def turn_back(self) -> None:
        """A page back: the first item that is in view becomes the last."""
        room, n = self._room - self._rows(self.top), self.top
        while n > 0 and (room := room - self._rows(n - 1)) >= 0:
            n -= 1
        self.top = self.at = max(0, min(n, self.top - 1))
        self.redraw()

    @property
    def _room(self) -> int:
        """Lines for the items."""
        return self.size.height - (self.head is not None)

    def _rows(self, n: int) -> int:
        width = self._inner(self.size)
        return len(self.above(n, width)) + len(self.item(n, width)) if n < self.count else 1

    def content(self, width: int, height: int) -> list[Line]:
        head = [] if self.head is None else [self.head]
        return [*head, *self._items(width, height - len(head))]

    def _items(self, width: int, height: int) -> list[Line]:
        if not self.count:
            return centred(*self.empty, width, height) if self.empty[0] else []
        self.top = max(min(self.top, self.at), self.at - height, 0)
        while True:
            lines, items, seen = self._from(self.top, width, height)
            if seen or self.top >= self.at:
                return with_thumb(lines, self.top, items, self.count, height)
            self.top += 1

    def _from(self, top: int, width: int, height: int) -> tuple[list[Line], int, bool]:
        """The lines from that item on, of how many items they are, and whether all of the one under the cursor is
        among them.
        """
        lines: list[Line] = []
        seen, n = False, top
        for n in range(top, self.count):
            rows = self.item(n, width)
            if n == self.at:
                rows = [_pointed_at(row) if not y else _chosen(row) for y, row in enumerate(rows)]
            rows = [*self.above(n, width), *rows]
            lines += [replace(row, click_target=str(n)) for row in rows]
            seen = seen or (n == self.at and len(lines) <= height)
            if len(lines) >= height:
                break
        return lines, n + 1 - top, seen

    def scrolled(self, by: int) -> None:
        self.move(by)


def with_thumb(lines: Sequence[Line], top: int, seen: int, count: int, height: int) -> list[Line]:
    """The lines in so many rows, with a thumb beside those that show where in the list they are.

    seen: things of the list that are in view, of `count`, from number `top` on.
    """
    if seen >= count:
        return list(lines)
    size = max(1, height * seen // count)
    start = round((height - size) * top / (count - seen))
    rows = [*lines, *[Line()] * (height - len(lines))][:height]
    return [replace(row, is_thumb=start <= n < start + size) for n, row in enumerate(rows)]


def _chosen(row: Line) -> Line:
    """The row as one of what is chosen; an empty one only stands between two."""
    return replace(row, background="chosen") if row.words else row


def _pointed_at(row: Line) -> Line:
    """The row with the sign of what is chosen: its colour alone does not tell."""
    (text, style), *others = row.words or (("", "text"),)
    if text.startswith(" "):
        text = GLYPHS.chosen + text[1:]
    return replace(row, words=((text, style), *others), background="chosen")
