"""Deciding: the keys for a later command that a correction does not let go as it went."""

from collections.abc import Callable
from typing import Protocol

from referee.engine.amend import Amendment
from referee.ui.input.key_actions import KeyAction


class Deciding(Protocol):
    """A page on which it is decided what becomes of a later command."""

    amendment: Amendment | None

    def decide(self, way: Callable[[Amendment], None]) -> None:
        """The command that is asked about is dropped, or its results are kept."""


class Drop(KeyAction[Deciding]):
    keys = ("X",)
    label = "drop"
    help = "The later command that is asked about does not count any more."
    hinted = True

    def barred(self, screen: Deciding) -> str:
        return screen.amendment.no_drop if screen.amendment else ""

    def run(self, screen: Deciding) -> None:
        screen.decide(Amendment.drop)


class Keep(KeyAction[Deciding]):
    keys = ("K",)
    label = "keep"
    help = "The later command that is asked about keeps its results as they were, marked as done by hand."
    hinted = True

    def barred(self, screen: Deciding) -> str:
        return screen.amendment.no_keep if screen.amendment else ""

    def run(self, screen: Deciding) -> None:
        screen.decide(Amendment.keep)


DROP, KEEP = Drop(), Keep()
WAYS = {"X": "drop", "K": "keep"}
"""The key of each, and the word that is typed where capitals are answers."""
