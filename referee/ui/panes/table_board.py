"""The board beside the table, in wide windows: around the chosen figure, without a cursor of its own."""

from referee.ui.controller.cached_value import CachedValue
from referee.ui.controller.view import View
from referee.ui.map.map_drawing import Plan
from referee.ui.panes.map import Map


class TableBoard(Map):
    """As much of the board as there is room for."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._plan = CachedValue[Plan | None]()

    def lines_needed(self, view: View) -> int:
        """Lines for all of the board; 0 if none is laid."""
        plan = self._plan_of(view)
        return 1 + len(plan.rows(close=False)) if plan is not None else 0

    def show_table(self, view: View) -> None:
        """The table as it is now."""
        self.show(self._plan_of(view))

    def _plan_of(self, view: View) -> Plan | None:
        return self._plan.of(view.encounter, view.chosen, make=lambda: _plan(view))


def _plan(view: View) -> Plan | None:
    board = view.encounter.board
    if board is None:
        return None
    spaces = (board.spaces(tag) for tag in (view.chosen, view.encounter.turn) if tag is not None)
    at = next((held[0] for held in spaces if held), (0, 0))
    return Plan(view.rules, view.encounter, board, view.chosen, at)
