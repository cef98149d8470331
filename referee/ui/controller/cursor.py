"""Cursor: what is chosen at the table."""

from collections.abc import Sequence

from referee.engine.contract.standing import AWAY
from referee.engine.problem import Refused
from referee.engine.questions.answer import Picked
from referee.engine.record.session import Session
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.ui.controller.marks import Marks
from referee.ui.controller.roster_order import (
    Family,
    Row,
    acting,
    chosen_row,
    family_of,
    numbered_figures,
    relatives,
    row_order,
)
from referee.ui.controller.turn_order import OrderRow, order_rows, row_of, same_row

PANES = ("initiative", "roster", "actions", "log")


class Cursor:
    """Where the referee is at the table. It changes nothing there, and draws nothing.

    A choice of a figure, or of a folded family, holds until the turn passes on.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._choice: Tag | None = None
        """The figure that the referee went to in this turn."""
        self._turn = session.encounter.turn
        """Whose turn it was when that was chosen."""
        self.family: Family | None = None
        """The folded family that is chosen, instead of a figure."""
        self.folded: frozenset[Family] = frozenset()
        """The families that have one row in the roster."""
        self.pane = "roster"
        """The pane in which the arrow keys move."""
        self.line: int | None = None
        """The index of the line of the log; None: its last."""
        self.opened = False
        """What the line of the log is made of is shown below it."""
        self.action: str | None = None
        """The word of the action; None: no action is marked."""
        self.row_at: int | None = None
        """The index of the row of the order, while the arrow keys move there."""
        self.row: OrderRow | None = None
        """What that row was when the cursor came there: it stays on it when the order changes."""
        self.marks = Marks()
        self.unfolded = False
        """Those out of the fight have rows of their own in the roster."""
        self.all_actions = False
        """The actions that cannot be done now are listed, too."""
        self.points = False
        """The referee went to a figure, or a row of them, and nothing has happened at the table since."""
        self._at_the_table = False
        """The figure of the choice is at the table, not taken off it."""

    @property
    def _encounter(self) -> Encounter:
        return self._session.encounter

    # ---------------------------------------------------------------- who is chosen

    @property
    def chosen(self) -> Tag | None:
        """The figure that keys mean: that of the choice, else the one that has the turn; None for a folded family."""
        if self._choice is not None or self.family is not None:
            return self._choice
        turn = self._encounter.turn
        return turn if turn in self._encounter.figures else None

    def _choose(self, tag: Tag | None) -> None:
        self._choice, self.family = tag, None
        self._at_the_table = self._at_table()

    def choose(self, tag: Tag | None) -> None:
        """Goes to a figure, in the order too if the arrow keys move there and it has a place."""
        self._choose(tag)
        self.points = tag is not None
        if self.pane == "initiative" and not self._to_row_of(tag):
            self.go_to("roster")

    def choose_number(self, number: int) -> None:
        """Goes to the figure in that row of the roster, from 1; while some are marked, marks it too, or unmarks it.

        Refused if there are not so many.
        """
        figures = numbered_figures(self._encounter)
        if not 1 <= number <= len(figures):
            raise Refused(f"There is no figure {number}.")
        self.choose(figures[number - 1].tag)
        if self.marks:
            self.marks.press((figures[number - 1].tag,))

    def picked(self) -> Picked:
        """The chosen figure as an answer. Refused if none is."""
        if self.family is not None:
            raise Refused("That row holds several figures: → unfolds it, Space marks them all.")
        if self.chosen is None:
            raise Refused("Choose a figure first: arrow keys, its number, f to find it, or click it.")
        return Picked(tags=(self.chosen,))

    def meant(self) -> Picked:
        """Those that an order is for: the marked ones, else the chosen ones. Refused if there are none."""
        return Picked(tags=self.marks.tags) if self.marks else self.chosen_ones()

    def chosen_ones(self) -> Picked:
        """The chosen figure; of a folded family those of its row that can be a target. Refused if there is none."""
        if self.family is None:
            return self.picked()
        rules, row = self._session.rules, next((row for row in self._rows() if row.family == self.family), None)
        figures, there = self._encounter.figures, row.tags if row is not None else ()
        return Picked(tags=tuple(tag for tag in there if rules.standing(figures[tag].standing).target))

    def choose_family(self, tag: Tag) -> None:
        """Goes to the row in which that figure is folded."""
        self._choose(None)
        self.family, self.points = family_of(self._encounter.figures[tag]), True

    def fold(self, folds: bool) -> None:
        """Folds the families of those an order is for, or opens the one that is chosen. Refused without any."""
        self.points = True
        figures = self._encounter.figures
        if not folds:
            if self.family is None:
                raise Refused("Nothing is folded here.")
            self.folded -= {self.family}
            self._choose(relatives(self._encounter, self.family)[0].tag)
            return
        wanted = {family_of(figures[tag]) for tag in self.meant().tags}
        found = {family for family in wanted if family and len(relatives(self._encounter, family)) > 1}
        if not found:
            raise Refused("There are no other figures of this kind to fold it with.")
        self.folded |= found
        mine = family_of(figures[self._choice]) if self._choice else None
        if mine in found:
            self._choice, self.family = None, mine

    def follow(self) -> None:
        """The table has changed. One that was taken off can be chosen, but does not stay chosen by that."""
        self.opened = self.points = False
        present = self._at_table()
        if self._turn != self._encounter.turn:
            self._turn = self._encounter.turn
            self._choose(None)
        if not relatives(self._encounter, self.family):
            self.family = None
        if self._choice not in self._encounter.figures or (self._at_the_table and not present):
            self._choice = None
        self.line, self._at_the_table = None, present
        self.marks.keep(self._encounter.figures)
        if self.row is not None:
            self._to_row(same_row(order_rows(self._encounter), self.row, self.row_at or 0))

    def _at_table(self) -> bool:
        figure = self._encounter.figures.get(self._choice or "")
        return figure is not None and figure.standing != AWAY.name

    # ---------------------------------------------------------------- from pane to pane, and within them

    def go_to(self, pane: str) -> None:
        """The arrow keys move in that pane; in the initiative on the chosen figure, or where the turn is, or is due."""
        self.pane, self.line, self.action, self.row_at, self.row = pane, None, None, None, None
        self.opened = False
        if pane == "initiative":
            due = next(iter(self._session.rules.may_act(self._encounter)), None)
            if not any(map(self._to_row_of, (self.chosen, self._encounter.turn, due))):
                self._to_row(0)
            self._choose_row()

    def next_pane(self, by: int) -> None:
        """To the pane after, or before, this one."""
        self.go_to(PANES[(PANES.index(self.pane) + by) % len(PANES)])

    def move(self, by: int, lines: int, actions: Sequence[str]) -> None:
        """So many rows down in the pane; `lines`: how many the log has, `actions`: the words of those in their pane."""
        match self.pane:
            case "log":
                self.opened = False
                at = (lines - 1 if self.line is None else self.line) + by
                self.line = None if at >= lines - 1 else max(0, at)
            case "actions":
                at = (actions.index(self.action) if self.action in actions else -1) + by
                self.action = actions[max(0, min(len(actions) - 1, at))] if actions else None
            case "initiative" if self.row is not None:
                self._to_row((self.row_at or 0) + by)
                self._choose_row()
            case _:
                self._move_in_roster(by)

    def _move_in_roster(self, by: int) -> None:
        rows = self._rows()
        place = chosen_row(rows, self.chosen, self.family)
        if rows:
            row = rows[0 if place is None else max(0, min(len(rows) - 1, place + by))]
            self._choose(None if row.family else row.tags[0])
            self.family, self.points = row.family, True

    def _rows(self) -> Sequence[Row]:
        alone = {*acting(self._encounter, self._session.questions), self.chosen or ""}
        order = row_order(self._session.rules, self._encounter)
        return order.grouped(self._encounter.figures, self.folded, alone)

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
