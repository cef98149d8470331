"""The cursor of the table: which figure is chosen, in which pane the arrow keys move, and where they are in it."""

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import AWAY
from referee.engine.problem import Refused
from referee.engine.session import Session
from referee.ui.controller.order_rows import OrderRow, order_rows, row_of, same_row
from referee.ui.controller.roster_order import numbered_figures, row_order

PANES = ("initiative", "roster", "actions", "log")


class Cursor:
    """Where the referee is at the table. It changes nothing there, and draws nothing."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.chosen: Tag | None = None
        self.pane = "roster"
        """The pane in which the arrow keys move."""
        self.line: int | None = None
        """The index of the line of the log; None: its last."""
        self.action: int | None = None
        """The index of the action; None: no action is marked."""
        self.row_at: int | None = None
        """The index of the row of the order, while the arrow keys move there."""
        self.row: OrderRow | None = None
        """What that row was when the cursor came there: it stays on it when the order changes."""
        self.unfolded = False
        """Those out of the fight have rows of their own in the roster."""
        self.all_actions = False
        """The actions that cannot be done now are listed, too."""
        self._at_the_table = False
        """The chosen figure is at the table, not taken off it."""
        self._choose(session.encounter.turn)

    @property
    def _encounter(self) -> Encounter:
        return self._session.encounter

    # ---------------------------------------------------------------- who is chosen

    def _choose(self, tag: Tag | None) -> None:
        self.chosen = tag
        self._at_the_table = self._at_table()

    def choose(self, tag: Tag | None) -> None:
        """Goes to a figure, in the order too if the arrow keys move there and it has a place."""
        self._choose(tag)
        if self.pane == "initiative" and not self._to_row_of(tag):
            self.go_to("roster")

    def choose_number(self, number: int) -> None:
        """Goes to the figure in that row of the roster, from 1. Refused if there are not so many."""
        figures = numbered_figures(self._encounter)
        if not 1 <= number <= len(figures):
            raise Refused(f"There is no figure number {number}.")
        self.choose(figures[number - 1].tag)

    def picked(self) -> Picked:
        """The chosen figure as an answer. Refused if none is."""
        if self.chosen is None:
            raise Refused("Choose a figure first: arrows, its number, f to find it, or a click.")
        return Picked(tags=(self.chosen,))

    def follow(self) -> None:
        """The table has changed. One that was taken off can be chosen, but does not stay chosen by that."""
        present = self._at_table()
        if self.chosen not in self._encounter.figures or (self._at_the_table and not present):
            self.chosen = None
        self.line, self._at_the_table = None, present
        if self.row is not None:
            self._to_row(same_row(order_rows(self._encounter), self.row, self.row_at or 0))

    def _at_table(self) -> bool:
        figure = self._encounter.figures.get(self.chosen or "")
        return figure is not None and figure.standing != AWAY.name

    # ---------------------------------------------------------------- from pane to pane, and within them

    def go_to(self, pane: str) -> None:
        """The arrow keys move in that pane; in the initiative on the chosen figure, or where the turn is, or is due."""
        self.pane, self.line, self.action, self.row_at, self.row = pane, None, None, None, None
        if pane == "initiative":
            due = next(iter(self._session.rules.may_act(self._encounter)), None)
            if not any(map(self._to_row_of, (self.chosen, self._encounter.turn, due))):
                self._to_row(0)
            self._choose_row()

    def next_pane(self, by: int) -> None:
        """To the pane after, or before, this one."""
        self.go_to(PANES[(PANES.index(self.pane) + by) % len(PANES)])

    def move(self, by: int, lines: int, actions: int) -> None:
        """So many rows down in the pane; `lines` and `actions`: how many there are in those panes."""
        match self.pane:
            case "log":
                at = (lines - 1 if self.line is None else self.line) + by
                self.line = None if at >= lines - 1 else max(0, at)
            case "actions":
                self.action = max(0, min(actions - 1, (-1 if self.action is None else self.action) + by))
            case "initiative" if self.row is not None:
                self._to_row((self.row_at or 0) + by)
                self._choose_row()
            case _:
                self._move_in_roster(by)

    def _move_in_roster(self, by: int) -> None:
        tags = [figure.tag for figure in row_order(self._session.rules, self._encounter).rows]
        if tags:
            place = tags.index(self.chosen) + by if self.chosen in tags else 0
            self._choose(tags[max(0, min(len(tags) - 1, place))])

    # ---------------------------------------------------------------- in the order, and in the log

    def go_to_row(self, number: int) -> None:
        """To the row of the order of that index, or the nearest."""
        if self.pane != "initiative":
            self.go_to("initiative")
        self._to_row(number)
        self._choose_row()

    def _to_row(self, number: int) -> None:
        rows = order_rows(self._encounter)
        self.row_at = max(0, min(len(rows) - 1, number)) if rows else None
        self.row = None if self.row_at is None else rows[self.row_at]

    def _to_row_of(self, tag: Tag | None) -> bool:
        """To a figure's own row. False if it has none."""
        number = row_of(order_rows(self._encounter), tag)
        if number is not None and (self.row is None or self.row.slot is None or self.row.tag != tag):
            self._to_row(number)
        return number is not None

    def _choose_row(self) -> None:
        """In the order, too, the figure under the cursor is the chosen one."""
        if self.row is not None and self.row.slot is not None and self.row.tag in self._encounter.figures:
            self._choose(self.row.tag)

    def go_to_line(self, line: int) -> None:
        """To the line of the log of that index."""
        self.go_to("log")
        self.line = line

    def log_line(self, lines: int) -> int | None:
        """The index of the line under the cursor among so many: the last, unless the arrows went on; None elsewhere."""
        if self.pane != "log" or not lines:
            return None
        return lines - 1 if self.line is None else min(self.line, lines - 1)
