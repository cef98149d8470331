"""The map pane: the board around the cursor."""

from rich.cells import cached_cell_len as cell_len
from textual import events

from referee.command_language.keyed_offers import figure_letters
from referee.engine.state.board import name_of
from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.view import View
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import with_tag
from referee.ui.drawing.text_line import Line, centred, line
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.board_plan import Plan
from referee.ui.map.map_drawing import MapDrawing, Row
from referee.ui.map.map_size import LABEL, Extent, Zoom
from referee.ui.panes.pane import Pane


def about_cursor(plan: Plan) -> str:
    """What is in the space under the cursor, and who is chosen."""
    here, encounter = name_of(plan.cursor), plan.encounter
    who = plan.who.get(plan.cursor)
    ground = plan.board.ground.get(here)
    there = [with_tag(encounter.figures[who])] if who is not None else []
    there += [{"void": "no floor", "rough": "rough ground"}.get(ground, ground)] if ground else []
    end = ""
    if plan.chosen is not None and plan.chosen != who:
        spaces = plan.board.spaces(plan.chosen)
        end = f" · chosen: {encounter.name(plan.chosen)}, {name_of(spaces[0]) if spaces else 'not on the board'}"
    return f"{here}: {', '.join(there) or 'empty'}{end}"


_NO_BOARD = (
    ("b", "makes one: type its size, such as 20x15, or draw it"),
    ("I", "reads one from a text file"),
    ("Esc", "goes back; the app asks you about sight and distance"),
)


class Map(Pane):
    """The board, or the part of it that there is room for, around the cursor."""

    plan: Plan | None = None
    """The board as it is now; None: there is none."""
    zoom: Zoom | None = None
    """How large it is drawn; None: as large as all of it fits."""
    first = 0
    """The first column that is in view."""

    def content(self, width: int, height: int) -> list[Line]:
        plan = self.plan
        if plan is None:
            return [self.title("Board", width, False), *centred("There is no board", _NO_BOARD, width, height - 1)]
        drawing = self._drawing(plan, width, height)
        columns = self._columns(drawing, width)
        lines = drawing.lines(self._rows(drawing, height - 1), columns)
        heading = lines[0].words
        rule = GLYPHS.rule * (width - sum(cell_len(text) for text, _ in heading))
        return [line(*heading, (rule, "rule")), *lines[1:]]

    def _drawing(self, plan: Plan, width: int, height: int) -> MapDrawing:
        extent = Extent.of(plan)
        return MapDrawing(plan, self.zoom or extent.largest(width, height) or extent.smallest(width))

    def _columns(self, drawing: MapDrawing, width: int) -> range:
        room = max(1, (width - LABEL - 1) // drawing.zoom.step)
        at, most = drawing.plan.cursor[0], drawing.plan.board.width
        if not self.first <= at < self.first + room:
            self.first = at - room // 2
        self.first = max(0, min(self.first, most - room))
        return range(self.first, min(most, self.first + room))

    def _rows(self, drawing: MapDrawing, room: int) -> list[Row]:
        """The rows in view; the edges above and below the cursor's are among them."""
        rows = drawing.rows()
        at = rows.index(Row(drawing.plan.cursor[1], 0))
        if not self.top < at <= self.top + room - 1 - drawing.zoom.lines:
            self.top = at - room // 2
        self.top = max(0, min(self.top, len(rows) - room))
        return rows[self.top : self.top + room]

    def on_click(self, event: events.Click) -> None:
        plan = self.plan
        if plan is None or event.y < 1:
            return
        inner, height = self._inner(self.size), self.size.height
        drawing = self._drawing(plan, inner, height)
        rows = self._rows(drawing, height - 1)
        place, inside = divmod(self.column_of(event) - LABEL - 1, drawing.zoom.step)
        column = self.first + place
        if event.y > len(rows) or rows[event.y - 1].is_edges or place < 0:
            return
        if inside < drawing.zoom.cell and column < plan.board.width:
            self.post_message(SpaceClicked(column, rows[event.y - 1].y, event.chain > 1))


class TableBoard(Map):
    """As much of the board as there is room for."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._plan = CachedValue[Plan | None]()

    def extent(self, view: View) -> Extent | None:
        """How many spaces the board has; None if it is not laid."""
        plan = self._plan_of(view)
        return None if plan is None else Extent.of(plan)

    def show_table(self, view: View) -> None:
        """The table as it is now."""
        self.plan = self._plan_of(view)
        self.redraw()

    def _plan_of(self, view: View) -> Plan | None:
        return self._plan.of(view.encounter, view.chosen, make=lambda: _plan(view))


def _plan(view: View) -> Plan | None:
    board = view.encounter.board
    if board is None:
        return None
    spaces = (board.spaces(tag) for tag in (view.chosen, view.encounter.turn) if tag is not None)
    at = next((held[0] for held in spaces if held), (0, 0))
    return Plan(view.rules, view.encounter, board, view.chosen, at, letters=figure_letters(view.encounter))
