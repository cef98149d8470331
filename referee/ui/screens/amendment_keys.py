"""Keys of a correction: for the order itself, and for a later command that does not go as it went."""

from collections.abc import Callable
from typing import Protocol

from referee.engine.amend import Amendment
from referee.ui.input.key_actions import KeyAction


class Deciding(Protocol):
    """A page on which an order is corrected, and on which it is decided what becomes of a later command."""

    amendment: Amendment | None

    def ask_order(self) -> None:
        """Asks what the order should have been."""

    def decide(self, way: Callable[[Amendment], None]) -> None:
        """The command that is asked about is dropped, or its results are kept."""


class Way(KeyAction[Deciding]):
    """What is done instead of an answer. Where capitals answer, its label is typed instead of its key."""

    hinted = True


class Order(Way):
    keys = ("O",)
    label = "order"
    help = "Corrects the words of the order itself."

    def run(self, screen: Deciding) -> None:
        screen.ask_order()


class Drop(Way):
    keys = ("X",)
    label = "drop"
    help = "The later command that is asked about does not count any more."

    def barred(self, screen: Deciding) -> str:
        return screen.amendment.no_drop if screen.amendment else ""

    def run(self, screen: Deciding) -> None:
        screen.decide(Amendment.drop)


class Keep(Way):
    keys = ("K",)
    label = "keep"
    help = "The later command that is asked about keeps its results as they were, marked as done by hand."

    def barred(self, screen: Deciding) -> str:
        return screen.amendment.no_keep if screen.amendment else ""

    def run(self, screen: Deciding) -> None:
        screen.decide(Amendment.keep)


class Let(Way):
    keys = ("L",)
    label = "let"
    help = "Whoever has the turn does the later command in place of who did it; what is asked then is asked anew."

    def barred(self, screen: Deciding) -> str:
        return screen.amendment.no_let if screen.amendment else ""

    def run(self, screen: Deciding) -> None:
        screen.decide(Amendment.let)


ORDER, DROP, KEEP, LET = Order(), Drop(), Keep(), Let()
