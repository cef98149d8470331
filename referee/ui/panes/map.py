"""The map pane: the board, as much of it as fits around the cursor, and beside or below it who is where."""

from textual import events

from referee.ui.drawing.text_line import Line, StyledText, cut, line, width
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.map_drawing import LABEL, NEAR, Plan, Row
from referee.ui.map.who_is_where import FEWEST, who_is_where
from referee.ui.panes.pane import Pane

_FEWEST_LINES = 3
_COLUMN = 38
"""Letters that a figure has at least where they stand side by side."""
NO_BOARD = (
    "No board is laid out; the app asks the table about sight and distance.",
    "",
    "b lays one out: its size, such as 20x15, or a drawn one.",
    "I reads one from a text file. Both can be taken back with u.",
)


class Map(Pane):
    """A square of the board is as high as it is wide where all of it fits so; else as low as can be."""

    plan: Plan | None = None
    first = 0
    """The first column that is in view."""

    def show(self, plan: Plan | None) -> None:
        """The board as it is now."""
        self.plan = plan
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        plan = self.plan
        if plan is None:
            return [line(), *(line((f"  {cut(text, width - 3)}", "text")) for text in NO_BOARD)]
        columns = self._columns(plan, width)
        rows = self._rows(plan, height - 1)
        lines = [line(*plan.heading(columns)), *(line(*plan.drawn(row, columns)) for row in rows)]
        left = LABEL + 2 + plan.zoom.step * len(columns)
        if width - left >= FEWEST:
            lines += [line() for _ in range(height - len(lines))]
            return _beside(lines, who_is_where(plan, width - left), left)
        return [*lines, *_below(plan, width, height - len(lines))]

    def _columns(self, plan: Plan, width: int) -> range:
        room = max(1, (width - LABEL - 1) // plan.zoom.step)
        at, most = plan.cursor[0], plan.board.width
        if not self.first <= at < self.first + room:
            self.first = at - room // 2
        self.first = max(0, min(self.first, most - room))
        return range(self.first, min(most, self.first + room))

    def _rows(self, plan: Plan, room: int) -> list[Row]:
        """The rows in view; the edges above and below the cursor's are among them."""
        close = plan.zoom == NEAR and 2 * plan.board.height + 1 <= room
        rows = plan.rows(close)
        at = rows.index((False, plan.cursor[1]))
        if not self.top < at < self.top + room - 1:
            self.top = at - room // 2
        self.top = max(0, min(self.top, len(rows) - room))
        return rows[self.top : self.top + room]

    def on_click(self, event: events.Click) -> None:
        plan = self.plan
        if plan is None or event.y < 1:
            return
        step = plan.zoom.step
        rows = self._rows(plan, self.size.height - 1)
        edges, row = rows[event.y - 1] if event.y <= len(rows) else (True, 0)
        column = self.first + (event.x - LABEL - 1) // step
        inside = event.x > LABEL and (event.x - LABEL - 1) % step < plan.zoom.cell and column < plan.board.width
        if inside and not edges:
            self.post_message(SpaceClicked(column, row, event.chain > 1))


def _below(plan: Plan, width: int, room: int) -> list[Line]:
    """The list of figures below the board, side by side where there are more than lines."""
    if room < _FEWEST_LINES:
        return []
    many = max(1, min(width // _COLUMN, -(-len(plan.encounter.figures) // (room - 1))))
    heading, *rows = who_is_where(plan, width // many)
    deep = -(-len(rows) // many)
    out = rows[:deep]
    for n in range(1, many):
        out = _beside(out, rows[n * deep : (n + 1) * deep], n * (width // many))
    return [heading, *out][:room]


def _beside(lines: list[Line], legend: list[Line], left: int) -> list[Line]:
    """The list of figures at the right of the board."""
    out = []
    for n, drawn in enumerate(lines):
        more = legend[n].words if n < len(legend) else ()
        gap: StyledText = (" " * max(0, left - width(drawn.words)), "text")
        out.append(drawn._replace(words=(*drawn.words, gap, *more)) if more else drawn)
    return out
