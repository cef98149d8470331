"""The panes of the encounter screen: which of them fit the window, and where each is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from textual.geometry import Region, Size

from referee.ui.controller.controller import Controller
from referee.ui.controller.view import View
from referee.ui.drawing.ask_view import AskView
from referee.ui.drawing.frame import Frame, frames
from referee.ui.panes.actions import Actions
from referee.ui.panes.ask import Ask
from referee.ui.panes.detail import Detail
from referee.ui.panes.initiative import Initiative, Status
from referee.ui.panes.log import Clauses, Log
from referee.ui.panes.pane import Pane
from referee.ui.panes.roster import Roster

if TYPE_CHECKING:
    from referee.ui.panes.map import TableBoard


FEWEST_LINES = 5
"""Lines that are always left for the log, and for the actions."""
_DETAIL, _NARROW_DETAIL, _CLAUSES = 36, 28, 44
"""Columns for the chosen figure, where there is room and where there is little, and at least for the rules and the map.
"""
_BESIDE_BOARD = 60
"""Columns that a wide board leaves for the roster and the log."""
_ACTIONS = 26
"""Columns for the actions below the roster."""
_FEWEST_FIGURES = 3
"""Rows that the roster has room for even with fewer figures, so that it does not move with each that comes."""


class Needs(NamedTuple):
    """What there is to show."""

    bottom: int
    """Lines for what is asked."""
    pane: str
    """The pane that has the arrow keys."""
    figures: int = 0
    order_rows: int = 0
    """Lines of the initiative; 0: there is no order yet."""
    order_width: int = 0
    """Columns for its longest line."""
    ribbon_lines: int = 0
    """Lines of the order as running text."""
    board_rows: int = 0
    """Lines of the board; 0: none is laid."""
    board_width: int = 0
    """Columns for all of the board."""


def is_tiny(width: int, height: int) -> bool:
    """Is there room only for whose turn it is?"""
    return width < 40 or height < 10


def is_narrow(width: int, height: int) -> bool:
    """Is there room only for one pane at a time?"""
    return not is_tiny(width, height) and (width < 78 or height < 20)


def is_stacked(width: int, height: int) -> bool:
    """Has the roster the whole width, the turn order as running text above it?"""
    return not is_tiny(width, height) and not is_narrow(width, height) and width < 110


def has_third_column(width: int) -> bool:
    """Is there room for rules and map besides all else?"""
    return width >= 180


def regions(width: int, height: int, needs: Needs) -> Mapping[str, Region]:
    """Where each pane is that is shown, by its name."""
    if is_tiny(width, height):
        return {"status": Region(0, 0, width, height)}
    high = height - 1 - needs.bottom
    ends = {"status": Region(0, 0, width, 1), "ask": Region(0, 1 + high, width, needs.bottom)}
    if is_narrow(width, height):
        return {**ends, needs.pane: Region(0, 1, width, high)}
    if is_stacked(width, height):
        return {**ends, **_stacked(Region(0, 1, width, high), needs)}
    left = _left_width(width, needs)
    upper = (height - 5) * 3 // 5
    right = _right_columns(width, width - left, needs)
    middle = Region(left, 1, width - left - sum(right), high)
    return {
        **ends,
        **_left_column(Region(0, 1, left, high), upper, needs),
        **_middle_column(middle, upper, needs),
        **_right(Region(middle.right, 1, sum(right), high), right, needs),
    }


def _left_width(width: int, needs: Needs) -> int:
    """Columns for order and actions: as many as the names need, within bounds."""
    return max(26, min(34, needs.order_width))


def _right_columns(width: int, room: int, needs: Needs) -> list[int]:
    """Widths of the columns that a wide window has besides; `room`: what the order and the actions leave of it."""
    if not needs.figures:
        return []
    if not has_third_column(width):
        return [_DETAIL if width >= 140 else _NARROW_DETAIL]
    return [_DETAIL, max(_CLAUSES, min(needs.board_width + 1, room - _DETAIL - _BESIDE_BOARD))]


def _stacked(column: Region, needs: Needs) -> dict[str, Region]:
    """The order as running text, the roster below it, and below that the actions and the log."""
    order, below = column.split_horizontal(needs.ribbon_lines and needs.ribbon_lines + 1)
    rows = 1 + max(_FEWEST_FIGURES, needs.figures)
    roster, lower = below.split_horizontal(max(0, min(rows, below.height - FEWEST_LINES - 1)))
    actions, log = lower.split_vertical(_ACTIONS)
    above = {"initiative": order} if needs.ribbon_lines else {}
    return {**above, "roster": roster, "actions": actions, "log": log}


def _left_column(column: Region, maximum: int, needs: Needs) -> dict[str, Region]:
    """The order, as high as it is long, and the actions below."""
    upper = min(needs.order_rows and needs.order_rows + 1, maximum, column.height - FEWEST_LINES)
    above, below = column.split_horizontal(upper)
    return {"initiative": above, "actions": below} if upper > 0 else {"actions": column}


def _middle_column(column: Region, maximum: int, needs: Needs) -> dict[str, Region]:
    """The roster, as high as it has people, and the log below."""
    rows = 1 + max(_FEWEST_FIGURES, needs.figures)
    upper = max(0, min(rows, maximum, column.height - FEWEST_LINES))
    above, below = column.split_horizontal(upper)
    return {"roster": above, "log": below}


def _right(column: Region, widths: list[int], needs: Needs) -> dict[str, Region]:
    """The columns at the right: the detail, then the rules with the map above, where one is laid."""
    if not widths:
        return {}
    detail, rules = column.split_vertical(widths[0])
    if len(widths) == 1:
        return {"detail": detail}
    if not needs.board_rows:
        return {"detail": detail, "clauses": rules}
    board, clauses = rules.split_horizontal(min(needs.board_rows, rules.height - FEWEST_LINES))
    return {"detail": detail, "board": board, "clauses": clauses}


class TablePanes:
    """The panes of the encounter screen; those without room are hidden."""

    def __init__(self) -> None:
        self._status, self._initiative, self._roster = Status("status"), Initiative("initiative"), Roster("roster")
        self._actions, self._log, self._detail = Actions("actions"), Log("log"), Detail("detail")
        self._ask = Ask("ask")
        self._third: tuple[TableBoard, Clauses] | None = None
        """The column that only the widest windows have; none is made for the others, which start sooner so."""
        self._places: tuple[Mapping[str, Region], str] = {}, ""
        """Where they are, and which has the arrow keys."""
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

    def draw(self, table: Controller, view: View, asking: AskView, size: Size, everything: bool) -> None:
        """Draws the question line in a window of that size, and the other panes where it leaves them other room.

        `everything`: the table has changed, too. Only lines that changed are drawn.
        """
        rows, cells = self._initiative.needed(view)
        board = self._third[0].needed(view) if self._third is not None else (0, 0)
        self.window = size
        stacked = self._initiative.as_ribbon = is_stacked(*size)
        text = self._initiative.ribbon_lines(view, size.width) if stacked else 0
        bottom = asking.rows + (2 if is_narrow(*size) else 3)
        needs = Needs(bottom, view.focus, self._roster.lines_needed(view, not stacked), rows, cells, text, *board)
        moved = self._place(regions(*size, needs), view.focus, is_narrow(*size) or is_tiny(*size))
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

    def _place(self, places: Mapping[str, Region], focus: str, bare: bool) -> list[Pane]:
        """Puts each pane into its region; one without a region is hidden. `bare`: without a frame.

        The panes that are to be drawn again, as their size or their frame is another one now.
        """
        if (places, focus) == self._places:
            return []
        self._places = places, focus
        inner = {} if bare else {name: place for name, place in places.items() if name not in ("status", "ask")}
        around = frames(inner, focus)
        self._ask.bottom = around.bottom
        moved: list[Pane] = []
        for pane in self.made:
            region, frame = places.get(pane.id or "", Region()), around.of.get(pane.id or "", Frame())
            pane.display = bool(region)
            if (pane.placed, pane.frame) != (region.size, frame):
                moved.append(pane)
                pane.placed, pane.frame = region.size, frame
                pane.refresh()
            if region:
                pane.styles.offset = region.offset
                pane.styles.width, pane.styles.height = region.size
        return moved
