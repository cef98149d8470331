"""Log pane: the latest lines of the record."""

from collections.abc import Sequence

from msgspec.structs import replace

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, cut, line
from referee.ui.panes.listing import ClickedLines
from referee.ui.panes.log_entry import drawn_entry, opened
from referee.words.log_line import LogLine


class Log(ClickedLines):
    """The latest lines of the record, the newest at the bottom; going up holds it where it is."""

    indent = 1
    entries: Sequence[LogLine] = ()
    opened: Sequence[str] = ()
    """What the line under the cursor is made of, where that is shown below it."""
    at: int | None = None
    """The line under the cursor; None: the log follows what happens."""
    held: int | None = None
    """The lowest line in view, where the wheel was turned; nothing is under the cursor by that."""
    focused = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._wrapped: dict[tuple[int, int], tuple[LogLine, list[Line]]] = {}
        """Entries as they were drawn, by their identity and the width; each is kept, so that no other can have its own.
        """

    def show(self, entries: Sequence[LogLine], at: int | None, focused: bool, opened: Sequence[str] = ()) -> None:
        """The record as it is now; opened: what the line under the cursor is made of."""
        if at != self.at or entries != self.entries:
            self.held = None
        self.entries, self.at, self.focused, self.opened = entries, at, focused, opened
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        room = height - 1
        last = self._lowest(room)
        rows: list[Line] = []
        n = last
        while n >= 0 and len(rows) < room:
            marked = n == self.at
            drawn = [*self._drawn(self.entries[n], width), *(opened(self.opened, width) if marked else ())]
            background = "chosen" if marked else "background"
            rows = [*(replace(row, background=background, click_target=str(n)) for row in drawn[:room]), *rows]
            n -= 1
        is_begun = len(rows) > room
        rows = rows[-room:] if room > 0 else []
        if is_begun and rows:
            # The rest of a sentence whose beginning is out of view.
            (text, style), *words = rows[0].words
            rows[0] = replace(rows[0], words=((f"{GLYPHS.more}{text[1:]}", style), *words))
        if n >= 0 and rows and self.at is None and self.entries[n + 1].round == 0 < self.entries[last].round:
            rows[:1] = [line((cut(f"{GLYPHS.more} {n + 2} lines of setting up", width), "dim"))]
        below = len(self.entries) - 1 - last
        head = self.title("Log", width, self.focused, f"{below} more below" if below > 0 else "")
        if not rows:
            return [head, line((cut("  Nothing has happened yet.", width), "dim"))]
        return [head, *[Line()] * (room - len(rows)), *rows]

    def _lowest(self, room: int) -> int:
        """The lowest line in view: where the wheel holds it, else with the cursor in the middle, else the latest."""
        last = len(self.entries) - 1
        if self.held is not None:
            return min(last, self.held)
        if self.at is None:
            return last
        return self.at if self.opened else min(last, self.at + room // 2)

    def _drawn(self, entry: LogLine, width: int) -> list[Line]:
        key = id(entry), width
        if key not in self._wrapped:
            if len(self._wrapped) > 2000:
                self._wrapped.clear()
            self._wrapped[key] = entry, drawn_entry(entry, width)
        return self._wrapped[key][1]

    def scrolled(self, by: int) -> None:
        room = self.size.height - 1
        self.held = max(min(self._lowest(room) + by, len(self.entries) - 1), self._highest(room))
        self.redraw()

    def _highest(self, room: int) -> int:
        """The last line with which all lines before it fit into so many rows: there the wheel has come to the first."""
        width, rows, n = self._inner(self.size), 0, 0
        for n, entry in enumerate(self.entries):
            rows += len(self._drawn(entry, width))
            if rows > room:
                return max(0, n - 1)
        return n
