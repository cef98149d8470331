"""Map cursor: the base of pages on which a cursor goes over a map."""

from referee.engine.state.board import Board, Space, name_of
from referee.ui.controller.controller import Controller
from referee.ui.map.board_answers import BoardAnswers, board_answers
from referee.ui.screens.page import Page


class CursorPage(Page):
    """A page on which a cursor goes over a map."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self.cursor: Space = (0, 0)
        self.count = ""
        """The number typed before an arrow key: how many spaces it goes."""

    @property
    def board(self) -> Board | None:
        """The board, if one is laid out."""
        return self.table.session.encounter.board

    @property
    def here(self) -> str:
        """The name of the space under the cursor."""
        return name_of(self.cursor)

    @property
    def answers(self) -> BoardAnswers | None:
        """What can be answered on the map; None if nothing is asked that can."""
        view = self.table.view
        return board_answers(view.question, view.encounter)


WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
