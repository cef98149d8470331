"""The page on leaving while something is not saved: keep it elsewhere, wait, or leave without it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import key
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.store.journal import Journal


class WaysPage(Page):
    """Three ways on, each with its key: the first that are declared."""

    def fill(self) -> None:
        self.listing.show(3, self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One way on, with its key."""
        first, *rest = wrapped(self.commands[n].help, max(1, width - 8))
        return [
            line((f"  {self.commands[n].keys[0]}  ", "key"), (first, "text")),
            *(line((f"     {row}", "text")) for row in rest),
        ]

    @key("enter", help="Does what is chosen.")
    def choose(self) -> None:
        self.press(self.commands[self.listing.at].keys[0])


class Unsaved(WaysPage):
    """Three ways on. Leaving closes the journal, which keeps elsewhere what it can."""

    def __init__(self, journal: "Journal", then: Callable[[], None]) -> None:
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
        help="Keeps it in another folder, from where it is brought back at the next start, and leaves.",
    )
    def keep(self) -> None:
        self.then()

    @key("w", "escape", "q", "ctrl+c", hint="wait", help="Back to the table; it is tried again every second.")
    def leave(self) -> None:
        super().leave()

    @key("d", hint="drop and leave", help="Leaves without it: what was not saved is lost.")
    def drop(self) -> None:
        self.journal.give_up()
        self.then()

    @key("enter", label="choose", help="Does what is chosen.")
    def choose(self) -> None:
        super().choose()
