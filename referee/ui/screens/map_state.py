"""Map state: what keys that draw or answer need to know of the map they are pressed on."""

from collections.abc import Callable
from typing import Protocol

from referee.engine.board import Board, Space
from referee.ui.controller.board_answers import BoardAnswers
from referee.ui.controller.controller import Controller


class MapState(Protocol):
    """A map with its cursor."""

    table: Controller
    read_only: bool
    cursor: Space
    count: str
    """The number typed before an arrow key."""

    @property
    def board(self) -> Board | None:
        """The board, if one is laid out."""

    @property
    def here(self) -> str:
        """The name of the space under the cursor."""

    @property
    def answers(self) -> BoardAnswers | None:
        """What can be answered on the map; None if nothing is asked that can."""

    def say(self, text: str, is_error: bool = False) -> None:
        """Tells the referee something, until the next key."""

    def ask(
        self, what: str, then: Callable[[str], None], text: str = "", mode: str = "ANSWER", live: bool = False
    ) -> None:
        """Something is to be typed."""

    def leave(self) -> None:
        """Back to the table."""
