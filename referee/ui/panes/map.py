"""The map pane: the board, as much of it as fits around the cursor, and beside it who is where."""

from textual import events

from referee.engine.board import name_of
from referee.ui.controller.roster_order import numbered_figures
from referee.ui.drawing.text_line import Line, StyledText, cut, line, width
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.map_drawing import CELL, LABEL, STEP, Plan, Row
from referee.ui.map.short_tags import ROOM
from referee.ui.panes.pane import Pane

_LEGEND = 22
"""Letters that the list of figures needs."""
NO_BOARD = (
    "No board is laid out; the app asks the table about sight and distance.",
    "",
    "b lays one out: its size, such as 20x15, or a drawn one.",
    "I reads one from a text file. Both can be taken back with u.",
)


class Map(Pane):
    """A square of the board is as high as it is wide, or, drawn dense, as low as can be."""

    plan: Plan | None = None
    close = True
    """Edges are drawn between all rows, not only where something stands on them."""
    first = 0
    """The first column that is in view."""

    def show(self, plan: Plan | None, close: bool) -> None:
        """The board as it is now."""
        self.plan, self.close = plan, close
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        plan = self.plan
        if plan is None:
            return [line(), *(line((f"  {cut(text, width - 3)}", "text")) for text in NO_BOARD)]
        columns = self._columns(plan, width)
        rows = self._rows(plan, height - 1)
        lines = [line(*plan.heading(columns)), *(line(*plan.drawn(row, columns)) for row in rows)]
        lines += [line() for _ in range(height - len(lines))]
        left = LABEL + 2 + STEP * len(columns)
        return _beside(lines, _legend(plan, width - left), left) if width - left >= _LEGEND else lines

    def _columns(self, plan: Plan, width: int) -> range:
        room = max(1, (width - LABEL - 1) // STEP)
        at, most = plan.cursor[0], plan.board.width
        if not self.first <= at < self.first + room:
            self.first = at - room // 2
        self.first = max(0, min(self.first, most - room))
        return range(self.first, min(most, self.first + room))

    def _rows(self, plan: Plan, room: int) -> list[Row]:
        """The rows in view; the edges above and below the cursor's are among them."""
        rows = plan.rows(self.close)
        at = rows.index((False, plan.cursor[1]))
        if not self.top < at < self.top + room - 1:
            self.top = at - room // 2
        self.top = max(0, min(self.top, len(rows) - room))
        return rows[self.top : self.top + room]

    def on_click(self, event: events.Click) -> None:
        plan = self.plan
        if plan is None or event.y < 1:
            return
        rows = self._rows(plan, self.size.height - 1)
        edges, row = rows[event.y - 1] if event.y <= len(rows) else (True, 0)
        column = self.first + (event.x - LABEL - 1) // STEP
        inside = event.x > LABEL and (event.x - LABEL - 1) % STEP < CELL and column < plan.board.width
        if inside and not edges:
            self.post_message(SpaceClicked(column, row, event.chain > 1))


def _beside(lines: list[Line], legend: list[Line], left: int) -> list[Line]:
    """The list of figures at the right of the board."""
    out = []
    for n, drawn in enumerate(lines):
        more = legend[n].words if n < len(legend) else ()
        gap: StyledText = (" " * max(0, left - width(drawn.words)), "text")
        out.append(drawn._replace(words=(*drawn.words, gap, *more)) if more else drawn)
    return out


def _legend(plan: Plan, room: int) -> list[Line]:
    """Who is where: its sign, how the map calls it, its space, and its name."""
    out = [line(("  who is where", "dim"))]
    for figure in numbered_figures(plan.encounter):
        spaces = plan.board.spaces(figure.tag)
        style = plan.style(figure.tag)
        sign = plan.sign(figure.tag) if plan.stands(figure.tag) else " "
        place = name_of(spaces[0]) if spaces else "-"
        known = f"  {sign}{plan.short[figure.tag]:{ROOM}}  {place:4} "
        name = cut(figure.name, room - len(known))
        out.append(line((f"{known}{name}", style if spaces else "dim")))
    return out
