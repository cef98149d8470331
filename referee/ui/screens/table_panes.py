"""The panes of the table on the encounter screen: which of them fit the window, and where each is."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from textual.geometry import Region, Size

from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.store.settings import CLOCK, CLOCKS, chosen_setting
from referee.ui.controller.controller import Controller
from referee.ui.controller.view import View
from referee.ui.drawing.ask_view import AskView
from referee.ui.drawing.theme import FRAMED_HEIGHT, FRAMED_WIDTH, Frame, frames
from referee.ui.panes.ask import Actions, Ask
from referee.ui.panes.initiative import Initiative, Status
from referee.ui.panes.log import Clauses, Detail, Log
from referee.ui.panes.pane import Pane
from referee.ui.panes.roster import Roster

if TYPE_CHECKING:  # late: the map and the clock are not needed to start
    from referee.report.fight_clock import FightClock
    from referee.ui.map.map_drawing import Extent
    from referee.ui.panes.map import TableBoard


class Claim(Struct, frozen=True):
    """What a pane uses of the width or of the height of the window."""

    least: int
    """Without so much it shows nothing of use."""
    wants: int
    """More would be empty."""


def shared(room: int, claims: Mapping[str, Claim], rest: str) -> dict[str, int]:
    """Cells or lines for each: its least; then, as far as the room goes, what it wants, the first named first.

    What is left then is for `rest`. Where the room is not enough for the least of all, the last named give way.
    """
    given: dict[str, int] = {}
    for name, claim in claims.items():
        given[name] = min(claim.least, room - sum(given.values()))
    for name, claim in claims.items():
        given[name] += max(0, min(claim.wants - given[name], room - sum(given.values())))
    given[rest] += room - sum(given.values())
    return given


FEWEST_LINES = 5
"""Lines that are left for the log, and for the actions, while nothing is asked that takes many lines."""
FEWEST_BESIDE = 3
"""Lines that are left for them whatever is asked: the roster stays where it is, with the letters of who can be chosen.
"""
_IDLE = 4
"""Lines at the bottom while nothing is asked."""
_FEWEST_FIGURES = 3
"""Rows that the roster has room for even with fewer figures, so that it does not move with each that comes."""
_WHOLE_ACTIONS = 12
"""Lines for the actions while the order has none to fill them."""
_ACTIONS = 27
"""Columns for the actions below the roster."""
_TABLE = Claim(58, 84)
"""Columns for roster and log where others stand beside them."""
_ORDER = Claim(27, 34)
"""Columns for order and actions."""
_HINTS = Claim(0, 14)
"""More columns for the actions, so that their hints take fewer lines."""
_DETAIL = Claim(28, 44)
_BLOCK_BESIDE = 100
"""Columns of a window from which on the stat block of a kind that is chosen stands beside the roster."""
_CLAUSES = Claim(32, 44)
"""Columns for the rules."""


class PaneNeeds(Struct, frozen=True):
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
    board: "Extent | None" = None
    """The spaces of the board; None: none is laid."""
    log_lines: int = FEWEST_LINES
    """Lines of the log."""
    action_lines: int = FEWEST_LINES
    """Lines of the actions, as far as that is known."""
    detail_width: int = 0
    """Columns in which the things of all figures are told in a line each."""
    ordered: bool = True
    """There is an order already; else its lines are kept free for it."""
    adds: bool = False
    """A figure is being added whose stat block is known."""
    roster_width: int = 0
    """Columns in which the roster leaves out nothing that it would show in the whole width."""
    roster_wants: int = 0
    """Columns in which it leaves out no tag and cuts no heading either."""

    @property
    def table(self) -> Claim:
        """Columns for roster and log."""
        return Claim(max(_TABLE.least, self.roster_width), max(_TABLE.wants, self.roster_wants))


def is_tiny(width: int, height: int) -> bool:
    """Is there room only for whose turn it is?"""
    return width < 40 or height < 10


def is_narrow(width: int, height: int) -> bool:
    """Is there room only for one pane at a time?"""
    return not is_tiny(width, height) and (width < FRAMED_WIDTH or height < FRAMED_HEIGHT)


def is_stacked(width: int, height: int, roster: int = _TABLE.least) -> bool:
    """Has the roster the whole width, the turn order as running text above it? roster: columns that it needs."""
    return FRAMED_WIDTH <= width < _ORDER.least + max(_TABLE.least, roster) + _DETAIL.least and height >= FRAMED_HEIGHT


def has_third_column(width: int) -> bool:
    """Is there room for rules and map besides all else?"""
    return width >= 180


def regions(width: int, height: int, needs: PaneNeeds) -> Mapping[str, Region]:
    """Where each pane is that is shown, by its name."""
    if is_tiny(width, height):
        return {"status": Region(0, 0, width, height)}
    high = height - 1 - needs.bottom
    ends = {"status": Region(0, 0, width, 1), "ask": Region(0, 1 + high, width, needs.bottom)}
    if is_narrow(width, height):
        return {**ends, needs.pane: Region(0, 1, width, high)}
    if is_stacked(width, height, needs.roster_width):
        return {**ends, **_stacked(Region(0, 1, width, high), needs)}
    columns = shared(width, _columns(width, needs), rest="table")
    left, middle = columns["order"] + columns.get("hints", 0), columns["table"]
    detail, third = columns.get("detail", 0), columns.get("third", 0)
    return {
        **ends,
        **_rows(Region(0, 1, left, high), _left_rows(needs, high), rest="actions"),
        **_rows(Region(left, 1, middle, high), _middle_rows(needs, high), rest="log"),
        **_rows(Region(left + middle, 1, detail, high), {"detail": Claim(high, high)}, rest="detail"),
        **_rows(Region(left + middle + detail, 1, third, high), _third_rows(needs, third, high), rest="clauses"),
    }


def _columns(width: int, needs: PaneNeeds) -> dict[str, Claim]:
    """The columns of a window with room for several, those that come first in the sharing first."""
    most = width - _ORDER.least - needs.table.least - _DETAIL.least
    third = has_third_column(width) and most >= _CLAUSES.least
    board = needs.board.cells_within(most - 1) + 1 if third and needs.board else 0
    order = Claim(_ORDER.least, min(_ORDER.wants, needs.order_width))
    detail = Claim(_DETAIL.least, min(_DETAIL.wants, max(_DETAIL.least, needs.detail_width)))
    return {
        **({"third": Claim(_CLAUSES.wants, board)} if board else {}),
        "order": order,
        **({"detail": detail} if needs.figures or needs.adds else {}),
        "table": needs.table,
        **({"hints": _HINTS} if third else {}),
        **({"third": _CLAUSES} if third and needs.figures and not board else {}),
    }


def _rows(column: Region, claims: Mapping[str, Claim], rest: str) -> dict[str, Region]:
    """The panes of a column, one below the other in the order in which they are read; those without lines are none."""
    if not column.width:
        return {}
    given = shared(column.height, claims, rest)
    regions: dict[str, Region] = {}
    for name in _READ:
        if given.get(name):
            regions[name], column = column.split_horizontal(given[name])
    return regions


_READ = ("initiative", "roster", "actions", "log", "detail", "board", "clauses")
"""The panes of a column from the top down."""


def _left_rows(needs: PaneNeeds, high: int) -> dict[str, Claim]:
    """The order, as high as it is long, and the actions."""
    order = needs.order_rows and needs.order_rows + 1
    least = high * 2 // 5 if needs.ordered else max(_WHOLE_ACTIONS, high * 2 // 5)
    return {"actions": Claim(FEWEST_LINES, least), "initiative": Claim(min(2, order), order)}


def _middle_rows(needs: PaneNeeds, high: int) -> dict[str, Claim]:
    """The roster, as high as it has people, and the log."""
    log = needs.log_lines + 1
    return {
        "log": Claim(min(_fewest(FEWEST_LINES, needs), log), min(high * 2 // 5, log)),
        "roster": _roster_rows(needs),
    }


def _fewest(lines: int, needs: PaneNeeds) -> int:
    """What is left of so many lines where the question takes more than there are at the bottom anyway."""
    return max(FEWEST_BESIDE, lines - max(0, needs.bottom - _IDLE))


def _roster_rows(needs: PaneNeeds) -> Claim:
    return Claim(1 + _FEWEST_FIGURES, 1 + max(_FEWEST_FIGURES, needs.figures))


def _third_rows(needs: PaneNeeds, wide: int, high: int) -> dict[str, Claim]:
    """The map, where one is laid, as large as there is room for, before any text of the rules."""
    board = {"board": Claim(0, needs.board.lines_within(wide - 1, high - FEWEST_LINES))} if needs.board else {}
    return {"clauses": Claim(FEWEST_LINES, 0), **board}


def _stacked(column: Region, needs: PaneNeeds) -> dict[str, Region]:
    """The order as running text, the roster below it, and below that the actions and the log."""
    ribbon = needs.ribbon_lines and needs.ribbon_lines + 1
    log = Claim(min(_fewest(FEWEST_LINES + 1, needs), 1 + max(needs.log_lines, needs.action_lines)), 0)
    order = Claim(ribbon if needs.ordered else min(2, ribbon), ribbon)
    claims = {"log": log, "roster": _roster_rows(needs), "initiative": order}
    rows = _rows(column, claims, rest="log")
    detail = {}
    if needs.adds and column.width >= _BLOCK_BESIDE:
        # Beside all but the order, whose lines are laid out for the whole width.
        split = {name: rows[name].split_vertical(-_DETAIL.wants) for name in ("roster", "log")}
        rows |= {name: left for name, (left, _) in split.items()}
        detail = {"detail": split["roster"][1].union(split["log"][1])}
    actions, right = rows["log"].split_vertical(_ACTIONS)
    if (beside := min(_DETAIL.wants, right.width - _TABLE.least)) >= _DETAIL.least and needs.figures and not detail:
        right, detail["detail"] = right.split_vertical(-beside)
    return {**rows, "actions": actions, "log": right, **detail}


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
        self._ask = Ask("ask")
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

    def draw(self, table: Controller, view: View, asking: AskView, size: Size, everything: bool) -> None:
        """Draws the question line in a window of that size, and the other panes where it leaves them other room.

        `everything`: the table has changed, too. Only lines that changed are drawn.
        """
        before = self._places[0].get("initiative")
        rows, cells = self._initiative.needed(view, 0 if before is None else before.width)
        board = self._third[0].extent(view) if self._third is not None else None
        self.window = size
        columns = self._roster.widths(view, _TABLE.least, max(_TABLE.least, size.width), has_third_column(size.width))
        stacked = self._initiative.as_ribbon = is_stacked(*size, columns[0])
        text = self._initiative.ribbon_lines(view, size.width) if stacked else 0
        bottom = asking.rows + len(asking.guide) + (2 if is_narrow(*size) else 3)
        figures, adds = self._roster.lines_needed(view, not stacked), table.line.coming is not None
        if everything:
            self._log_lines = len(table.log_lines.lines())
            self._detail_width = self._detail.needed(view, _DETAIL.wants)
            # Counted only where the roster may need some of their lines: it takes long.
            tight = stacked and bottom + text + figures + FEWEST_LINES + 3 >= size.height
            self._action_lines = self._actions.lines_needed(view, _ACTIONS) if tight else FEWEST_LINES
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
