"""Page help: what the keys of the page below do."""

from collections.abc import Sequence
from typing import Any

from referee.ui.drawing.text_line import Line
from referee.ui.input.key_actions import KeyAction, key, keys_of
from referee.ui.screens.page import Page
from referee.ui.screens.searched_page import explained
from referee.ui.screens.topics import Topics

_PAGE_KEYS = 18


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
        return explained(*self.rows[n], _PAGE_KEYS, width)

    @key("?", "f1", hint="topics", help="List the topics of the help.")
    def show_keys(self) -> None:
        _ = self.app.push_screen(Topics(None))
