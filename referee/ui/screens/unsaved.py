"""The page on leaving while something is not saved: keep it elsewhere, wait, or leave without it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.ui.drawing.text_line import Line, line, wrapped
from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.list_keys import Back
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.store.journal import Journal


class Keep(KeyAction["Unsaved"]):
    keys = ("k",)
    label = "keep and leave"
    help = "Keeps it in another folder, from where it is brought back at the next start, and leaves."
    hinted = True

    def run(self, screen: "Unsaved") -> None:
        screen.then()


class Wait(Back):
    keys: tuple[str, ...] = ("w", *Back.keys)
    label = "wait"
    help = "Back to the table; it is tried again every second."


class Drop(KeyAction["Unsaved"]):
    keys = ("d",)
    label = "drop and leave"
    help = "Leaves without it: what was not saved is lost."
    hinted = True

    def run(self, screen: "Unsaved") -> None:
        screen.journal.give_up()
        screen.then()


class Choose(KeyAction["Unsaved"]):
    keys = ("enter",)
    label = "choose"
    help = "Does what is chosen."

    def run(self, screen: "Unsaved") -> None:
        _CHOICES[screen.listing.at].run(screen)


_CHOICES: tuple[KeyAction["Unsaved"], ...] = (Keep(), Wait(), Drop())


class Unsaved(Page):
    """Three ways on. Leaving closes the journal, which keeps elsewhere what it can."""

    commands = (*_CHOICES, Choose())

    def __init__(self, journal: "Journal", then: Callable[[], None]) -> None:
        super().__init__()
        self.journal = journal
        self.then = then
        self.heading = f"NOT SAVED · {journal.name}"

    def fill(self) -> None:
        self.note = f"NOT SAVED: {self.journal.trouble}"
        self.listing.show(len(_CHOICES), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One way on, with its key."""
        first, *rest = wrapped(_CHOICES[n].help, max(1, width - 8))
        return [
            line((f"  {_CHOICES[n].keys[0]}  ", "key"), (first, "text")),
            *(line((f"     {row}", "text")) for row in rest),
        ]
