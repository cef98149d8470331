"""The keys for a later command that a correction does not let go as it went."""

from collections.abc import Callable
from typing import Protocol

from referee.engine.amend import Amendment
from referee.ui.input.key_actions import KeyAction


class Deciding(Protocol):
    """A page on which it is decided what becomes of a later command."""

    amendment: Amendment | None

    def decide(self, way: Callable[[Amendment], None]) -> None:
        """The command that is asked about is dropped, or its results are kept."""


DROP = KeyAction[Deciding](
    keys=("X",),
    run=lambda page: page.decide(Amendment.drop),
    label="drop",
    help="The later command that is asked about does not count any more.",
    hinted=True,
    barred=lambda page: page.amendment.no_drop if page.amendment else "",
)
KEEP = KeyAction[Deciding](
    keys=("K",),
    run=lambda page: page.decide(Amendment.keep),
    label="keep",
    help="The later command that is asked about keeps its results as they were, marked as done by hand.",
    hinted=True,
    barred=lambda page: page.amendment.no_keep if page.amendment else "",
)
WAYS = {"X": "drop", "K": "keep"}
"""The key of each, and the word that is typed where capitals are answers."""
