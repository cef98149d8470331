"""Unsaved page: what to do with a save that cannot be written."""

from collections.abc import Callable

from referee.store.journal import Journal
from referee.ui.input.key_actions import key
from referee.ui.screens.ways_page import WaysPage


class Unsaved(WaysPage):
    """Three ways on. Leaving closes the journal, which keeps elsewhere what it can."""

    def __init__(self, journal: Journal, then: Callable[[], None]) -> None:
        super().__init__()
        self.journal = journal
        self.then = then
        self.heading = f"NOT SAVED · {journal.name}"

    def fill(self) -> None:
        self.note = f"NOT SAVED: {self.journal.trouble}"
        super().fill()

    @key(
        "k",
        hint="keep and leave",
        help="Keep what is not saved in another folder and leave; the next start restores it.",
    )
    def keep(self) -> None:
        self.then()

    @key("w", "escape", "q", "ctrl+c", hint="wait", help="Go back to the table; saving is tried again every second.")
    def leave(self) -> None:
        super().leave()

    @key("d", hint="drop and leave", help="Leave; what was not saved is lost.")
    def drop(self) -> None:
        self.journal.give_up()
        self.then()

    @key("enter", label="choose", help="Do what the chosen line says.")
    def choose(self) -> None:
        super().choose()
