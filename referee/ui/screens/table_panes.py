"""The panes of the table on the encounter screen."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.geometry import Region, Size

from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.store.settings import CLOCK, CLOCKS, chosen_setting
from referee.ui.controller.controller import Controller
from referee.ui.controller.view import View
from referee.ui.drawing.footer_view import FooterView
from referee.ui.drawing.frames import Frame, frames
from referee.ui.panes.actions import Actions
from referee.ui.panes.clauses import Clauses
from referee.ui.panes.detail import Detail
from referee.ui.panes.footer import Footer
from referee.ui.panes.initiative import Initiative
from referee.ui.panes.log import Log
from referee.ui.panes.pane import Pane
from referee.ui.panes.roster import Roster
from referee.ui.panes.status_line import Status

if TYPE_CHECKING:
    from referee.report.fight_clock import FightClock
    from referee.ui.panes.map import TableBoard

from referee.ui.screens.pane_regions import (
    ACTION_CELLS,
    DETAIL_CLAIM,
    FEWEST_LINES,
    TABLE_CLAIM,
    PaneNeeds,
    has_third_column,
    is_narrow,
    is_stacked,
    is_tiny,
    regions,
)


def _marked(view: View, marked: str) -> tuple[Encounter, Figure] | None:
    """The figure that the referee marked among the answers, in its encounter; None where none is marked.

    Beside a proposal that nobody has moved stays the block of whose turn it is: their attacks are what is looked up.
    """
    figure = view.encounter.figures.get(marked)
    return None if figure is None else (view.encounter, figure)


class TablePanes:
    """The panes of the encounter screen; those without room are hidden."""

    def __init__(self) -> None:
        self._status, self._initiative, self._roster = Status("status"), Initiative("initiative"), Roster("roster")
        self._actions, self._log, self._detail = Actions("actions"), Log("log"), Detail("detail")
        self._ask = Footer("ask")
        self._third: tuple[TableBoard, Clauses] | None = None
        """The column that only the widest windows have; none is made for the others, which start sooner so."""
        self.clock: FightClock | None = None
        """What tells the times at the top; None while they are not wanted."""
        self._places: tuple[Mapping[str, Region], str] = {}, ""
        self._frames_of = lru_cache(maxsize=8)(lambda inner, focused: frames(dict(inner), focused))
        """The frames of the last few layouts: with each question that comes and goes there are the same two."""
        """Where they are, and which has the arrow keys."""
        self._log_lines = self._action_lines = self._detail_width = 0
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
        from referee.ui.panes.map import TableBoard

        self._third = TableBoard("board"), Clauses("clauses")
        return self._third

    def draw(self, table: Controller, view: View, asking: FooterView, size: Size, everything: bool) -> None:
        """Draws the question line in a window of that size, and the other panes where it leaves them other room.

        `everything`: the table has changed, too. Only lines that changed are drawn.
        """
        before = self._places[0].get("initiative")
        rows, cells = self._initiative.needed(view, 0 if before is None else before.width)
        board = self._third[0].extent(view) if self._third is not None else None
        self.window = size
        columns = self._roster.widths(
            view, TABLE_CLAIM.least, max(TABLE_CLAIM.least, size.width), has_third_column(size.width)
        )
        stacked = self._initiative.as_ribbon = is_stacked(*size, columns[0])
        text = self._initiative.ribbon_lines(view, size.width) if stacked else 0
        bottom = asking.rows + len(asking.guide) + (2 if is_narrow(*size) else 3)
        figures, adds = self._roster.lines_needed(view, not stacked), table.line.coming is not None
        if everything:
            self._log_lines = len(table.log_lines.lines())
            self._detail_width = self._detail.needed(view, DETAIL_CLAIM.wants)
            # Counted only where the roster may need some of their lines: it takes long.
            tight = stacked and bottom + text + figures + FEWEST_LINES + 3 >= size.height
            self._action_lines = self._actions.lines_needed(view, ACTION_CELLS) if tight else FEWEST_LINES
        counted = self._log_lines, self._action_lines, self._detail_width
        ordered = bool(view.encounter.order)
        needs = PaneNeeds(bottom, view.focus, figures, rows, cells, text, board, *counted, ordered, adds, *columns)
        places = regions(*size, needs)
        order = None if stacked else places.get("initiative")
        if order is not None and (before is None or before.width != order.width):
            places = regions(*size, replace(needs, order_rows=self._initiative.needed(view, order.width)[0]))
        moved = self._place(places, view.focus, is_narrow(*size) or is_tiny(*size))
        pointed = table.line.coming or _marked(view, table.line.marked)
        answers = bool(view.figure_keys) or (view.question is not None and table.line.mode != "KEYS")
        if everything or self._actions.answers != answers:
            self._actions.show(view, answers)
        if everything:
            self._show(table, view, pointed)
        else:
            if self._detail.pointed != pointed:
                self._detail.show(view, pointed)
            for pane in moved:
                pane.redraw()
        self._ask.show(asking)

    def _show(self, table: Controller, view: View, pointed: tuple[Encounter, Figure] | None) -> None:
        """Gives each pane but the question line the present values; pointed: whose stat block is shown."""
        lines = table.log_lines.lines()
        self._status.times = self.clock.times() if self.clock is not None else ()
        self._status.show(view)
        self._initiative.show(view)
        self._roster.show(view)
        at = table.cursor.log_line(len(lines))
        opened = table.log_lines.made_of(at) if at is not None and table.cursor.opened else ()
        self._log.show(lines, at, view.focus == "log", opened)
        self._detail.show(view, pointed)
        if self._third is not None:
            board, clauses = self._third
            board.show_table(view)
            clauses.show(view, lines, at)

    def set_clock(self, table: Controller) -> bool:
        """Makes the clock at the top, or takes it away, as the settings say; True if there is one."""
        self.clock = None
        if (shown := chosen_setting(CLOCK, *CLOCKS)) != CLOCKS[0]:
            from referee.report.fight_clock import FightClock

            self.clock = FightClock(table.session, table.journal.when, shown)
        return self.clock is not None

    def tick(self) -> None:
        """Shows what time it is on the clock now."""
        if self.clock is not None:
            self._status.times = self.clock.times()
            self._status.redraw()

    def _place(self, places: Mapping[str, Region], focus: str, bare: bool) -> list[Pane]:
        """Puts each pane into its region; one without a region is hidden. `bare`: without a frame.

        The panes that are to be drawn again, as their size or their frame is another one now.
        """
        if (places, focus) == self._places:
            return []
        self._places = places, focus
        inner = {} if bare else {name: place for name, place in places.items() if name not in ("status", "ask")}
        around = self._frames_of((*inner.items(),), inner.get(focus, Region()))
        self._ask.bottom = around.bottom
        moved: list[Pane] = []
        for pane in self.made:
            if pane.place(places.get(pane.id or "", Region()), around.of.get(pane.id or "", Frame())):
                moved.append(pane)
        return moved
