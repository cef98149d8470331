"""The board beside the table, in wide windows: around the chosen figure, without a cursor of its own."""

from referee.ui.controller.view import View
from referee.ui.map.map_drawing import Plan
from referee.ui.panes.map import Map


class TableBoard(Map):
    """As much of the board as there is room for."""

    @property
    def lines_needed(self) -> int:
        """Lines for all of the board; 0 if none is laid."""
        return 1 + len(self.plan.rows(close=False)) if self.plan is not None else 0

    def show_table(self, view: View) -> None:
        """The table as it is now."""
        board = view.encounter.board
        if board is None:
            self.plan = None
            return
        spaces = (board.spaces(tag) for tag in (view.chosen, view.encounter.turn) if tag is not None)
        at = next((held[0] for held in spaces if held), (0, 0))
        self.show(Plan(view.rules, view.encounter, board, view.chosen, at))
