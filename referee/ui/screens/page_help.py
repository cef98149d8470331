"""The help of one page: its keys, made from the list of its commands."""

from collections.abc import Sequence
from typing import Any

from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import KeyAction, key
from referee.ui.screens.help import explained, keys_of
from referee.ui.screens.page import Page

_KEYS = 18


class PageHelp(Page):
    """What the keys of the page below do."""

    def __init__(self, about: str, below: Sequence[KeyAction[Any]]) -> None:
        super().__init__()
        self.heading = f"Keys · {about}"
        self.rows = [(keys_of(command), command.help) for command in below]

    def fill(self) -> None:
        self.listing.show(len(self.rows), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One key, and what it does."""
        return explained(*self.rows[n], _KEYS, width)

    @key("?", "f1", help="Back to where you came from.")
    def show_keys(self) -> None:
        self.leave()
