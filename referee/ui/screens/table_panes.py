"""Table panes: the panes of the encounter screen, what each is shown, and where it is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from textual.geometry import Region, Size

from referee.ui.controller.controller import Controller
from referee.ui.controller.view import View
from referee.ui.drawing.ask_view import AskView
from referee.ui.panes.actions import Actions
from referee.ui.panes.ask import Ask
from referee.ui.panes.detail import Detail
from referee.ui.panes.initiative import Initiative
from referee.ui.panes.log import Log
from referee.ui.panes.pane import Pane
from referee.ui.panes.roster import Roster
from referee.ui.panes.status import Status
from referee.ui.screens.screen_layout import Needs, has_third_column, regions

if TYPE_CHECKING:
    from referee.ui.panes.clause import Clauses
    from referee.ui.panes.table_board import TableBoard


class TablePanes:
    """The panes of the encounter screen; those without room are hidden."""

    def __init__(self) -> None:
        self._status, self._initiative, self._roster = Status("status"), Initiative("initiative"), Roster("roster")
        self._actions, self._log, self._detail = Actions("actions"), Log("log"), Detail("detail")
        self._ask = Ask("ask")
        self._third: tuple[TableBoard, Clauses] | None = None
        """The column that only the widest windows have; none is made for the others, which start sooner so."""
        self._places: Mapping[str, Region] = {}
        self.window = Size()
        """The size of the window in which they were placed."""

    @property
    def made(self) -> tuple[Pane, ...]:
        """The panes that have been made, in the order in which they are mounted."""
        left = (self._status, self._initiative, self._roster, self._actions)
        return (*left, self._log, self._detail, self._ask, *(self._third or ()))

    def make_for(self, width: int) -> tuple[Pane, ...]:
        """Makes the panes that a window of so many columns has besides; none if they are there already."""
        if self._third is not None or not has_third_column(width):
            return ()
        from referee.ui.panes.clause import Clauses
        from referee.ui.panes.table_board import TableBoard

        self._third = TableBoard("board"), Clauses("clauses")
        return self._third

    def draw(self, table: Controller, view: View, asking: AskView, size: Size, everything: bool) -> None:
        """Draws the question line in a window of that size, and the other panes where it leaves them other room.

        `everything`: the table has changed, too. Only lines that changed are drawn.
        """
        rows, cells = self._initiative.needed(view)
        board = self._third[0].lines_needed(view) if self._third is not None else 0
        needs = Needs(asking.rows + 3, view.focus, self._roster.lines_needed(view), rows, cells, board)
        self.window = size
        moved = self._place(regions(size.width, size.height, needs), size.width)
        if everything:
            self._show(table, view)
        else:
            for pane in moved:
                pane.redraw()
        self._ask.show(asking)

    def _show(self, table: Controller, view: View) -> None:
        """Gives each pane but the question line the present values."""
        lines = table.log_lines.lines()
        self._status.show(view)
        self._initiative.show(view)
        self._roster.show(view)
        self._actions.show(view)
        at = table.cursor.log_line(len(lines))
        opened = table.log_lines.made_of(at) if at is not None and table.cursor.opened else ()
        self._log.show(lines, at, view.focus == "log", opened)
        self._detail.show(view, lines)
        if self._third is not None:
            board, clauses = self._third
            board.show_table(view)
            clauses.show(view, lines, at)

    def _place(self, places: Mapping[str, Region], width: int) -> list[Pane]:
        """Puts each pane into its region; one without a region is hidden. `width`: cells of the window.

        The panes whose size is another one now.
        """
        if places == self._places:
            return []
        self._places = places
        log, detail = places.get("log"), places.get("detail")
        self._detail.is_beside_log = log is not None and detail is not None and log.y == detail.y
        moved: list[Pane] = []
        for pane in self.made:
            region = places.get(pane.id or "", Region())
            pane.display = bool(region)
            if pane.placed != region.size:
                moved.append(pane)
                pane.placed = region.size
            if region:
                pane.wall = region.right < width
                pane.styles.offset = region.offset
                pane.styles.width, pane.styles.height = region.size
        return moved
