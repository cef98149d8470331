"""Keys of a correction: for the order itself, and for a later command that does not go as it went."""

from collections.abc import Callable
from functools import partial
from typing import Protocol

from referee.engine.amend import Amendment
from referee.ui.input.key_actions import KeyAction


class Deciding(Protocol):
    """A page on which an order is corrected, and on which it is decided what becomes of a later command."""

    amendment: Amendment | None

    def ask_order(self) -> None:
        """Asks what the order should have been."""

    def decide(self, way: Callable[[Amendment], None]) -> None:
        """The command that is asked about is dropped, let to whoever has the turn, or its results are kept."""


_WAY = partial(KeyAction[Deciding], hinted=True)

ORDER = _WAY(("O",), lambda page: page.ask_order(), "order", "Corrects the words of the order itself.")
DROP = _WAY(
    ("X",),
    lambda page: page.decide(Amendment.drop),
    "drop",
    "The later command that is asked about does not count any more.",
    barred=lambda page: page.amendment.no_drop if page.amendment else "",
)
KEEP = _WAY(
    ("K",),
    lambda page: page.decide(Amendment.keep),
    "keep",
    "The later command that is asked about keeps its results as they were, marked as done by hand.",
    barred=lambda page: page.amendment.no_keep if page.amendment else "",
)
LET = _WAY(
    ("L",),
    lambda page: page.decide(Amendment.let),
    "let",
    "Whoever has the turn does the later command in place of who did it; what is asked then is asked anew.",
    barred=lambda page: page.amendment.no_let if page.amendment else "",
)
WAYS = (ORDER, DROP, KEEP, LET)
"""What is done instead of an answer. Where capitals answer, its label is typed instead of its key."""
