"""The cursor of the encounter screen: which figure is chosen, and in which pane the arrow keys move."""

from typing import TYPE_CHECKING

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.kinds import AWAY
from referee.engine.problem import Refused
from referee.ui.panes.actions import Actions
from referee.ui.panes.initiative import Initiative, Place
from referee.ui.panes.roster_order import row_order, seated

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen

PANES = ("initiative", "roster", "actions", "log")


class Cursor:
    """Where the referee is at the table."""

    def __init__(self, screen: "EncounterScreen") -> None:
        self._screen = screen
        self.chosen: Tag | None = None
        self.pane = "roster"
        """The pane in which the arrow keys move."""
        self.line: int | None = None
        """The line of the log; None at its end."""
        self._there = False
        """The chosen figure is at the table, not taken off it."""
        self._choose(screen.session.encounter.turn)

    # ---------------------------------------------------------------- who is chosen

    def _choose(self, tag: Tag | None) -> None:
        self.chosen = tag
        self._there = self._at_table()

    def choose(self, tag: Tag | None) -> None:
        """Goes to a figure."""
        self._choose(tag)
        if self.place is not None and not self._initiative.go_to(tag):
            self.go_to("roster")
        else:
            self._screen.show()

    def choose_number(self, number: int) -> None:
        """Goes to the figure in that row."""
        there = seated(self._screen.session.encounter)
        if 1 <= number <= len(there):
            self.choose(there[number - 1].tag)
        else:
            self._screen.say(f"There is no figure number {number}.", grave=True)

    def picked(self) -> Picked:
        """The chosen figure as an answer. Refused if none is."""
        if self.chosen is None:
            raise Refused("Choose a figure first: arrows, its number, f to find it, or a click.")
        return Picked(tags=(self.chosen,))

    def follow(self) -> None:
        """The table has changed. One that was taken off can be chosen, but does not stay chosen by that."""
        there = self._at_table()
        if self.chosen not in self._screen.session.encounter.figures or (self._there and not there):
            self.chosen = None
        self.line, self._there = None, there

    def _at_table(self) -> bool:
        figure = self._screen.session.encounter.figures.get(self.chosen or "")
        return figure is not None and figure.standing != AWAY.name

    # ---------------------------------------------------------------- from pane to pane, and within them

    def go_to(self, pane: str) -> None:
        """The arrow keys move in that pane; in a narrow window it is the one that is shown."""
        self.pane, self.line = pane, None
        self._screen.room.fit()
        if pane == "initiative":
            self._initiative.enter(self._screen.view)
            self._choose_place()
        self._screen.show()

    def next_pane(self, by: int) -> None:
        """To the pane after, or before, this one."""
        self.go_to(PANES[(PANES.index(self.pane) + by) % len(PANES)])

    def move(self, by: int) -> None:
        """Moves within the pane."""
        match self.pane:
            case "log":
                self._move_in_log(by)
            case "actions":
                actions = self._screen.query_one(Actions)
                actions.move(by)
                self._screen.say(actions.reason)
            case "initiative" if self.place is not None:
                self._initiative.move(by)
                self._choose_place()
            case _:
                self._move_in_roster(by)
        self._screen.show()

    def _move_in_log(self, by: int) -> None:
        last = len(self._screen.log_lines.lines()) - 1
        at = (last if self.line is None else self.line) + by
        self.line = None if at >= last else max(0, at)

    @property
    def log_line(self) -> int | None:
        """The line of the log under the cursor: its last, unless the arrows went on; None in the other panes."""
        last = len(self._screen.log_lines.lines()) - 1
        if self.pane != "log" or last < 0:
            return None
        return last if self.line is None else min(self.line, last)

    def _move_in_roster(self, by: int) -> None:
        session = self._screen.session
        there = [figure.tag for figure in row_order(session.rules, session.encounter).rows]
        if there:
            place = there.index(self.chosen) + by if self.chosen in there else 0
            self._choose(there[max(0, min(len(there) - 1, place))])

    # ---------------------------------------------------------------- in the initiative, and in the log

    @property
    def _initiative(self) -> Initiative:
        return self._screen.query_one(Initiative)

    @property
    def place(self) -> Place | None:
        """The row of the initiative under the cursor, while the arrow keys move there."""
        return self._initiative.on if self.pane == "initiative" else None

    def go_to_place(self, number: int) -> None:
        """To a row of the initiative."""
        if self.pane != "initiative":
            self.go_to("initiative")
        self._initiative.go(number)
        self._choose_place()
        self._screen.show()

    def _choose_place(self) -> None:
        """In the initiative, too, the figure under the cursor is the chosen one."""
        place = self.place
        if place is not None and place.slot is not None and place.tag in self._screen.session.encounter.figures:
            self._choose(place.tag)

    def go_to_line(self, line: int) -> None:
        """To a line of the log."""
        self.pane, self.line = "log", line
        self._screen.show()

    def clause(self) -> str:
        """The clause that the line of the log under the cursor follows from; empty if it follows from none."""
        lines, at = self._screen.log_lines.lines(), self.log_line
        cites = lines[at].cites if at is not None else ()
        return cites[0] if cites else ""
