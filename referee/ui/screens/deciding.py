"""Deciding: the keys for a later command that a correction does not let go as it went."""

from typing import TYPE_CHECKING

from referee.engine.amend import Amendment
from referee.ui.commands import Command

if TYPE_CHECKING:
    from referee.ui.screens.correction import Correction


class Drop(Command["Correction"]):
    keys = ("X",)
    label = "drop"
    help = "The later command that is asked about does not count any more."
    hinted = True

    def barred(self, screen: "Correction") -> str:
        return screen.amendment.no_drop if screen.amendment else ""

    def run(self, screen: "Correction") -> None:
        screen.decide(Amendment.drop)


class Keep(Command["Correction"]):
    keys = ("K",)
    label = "keep"
    help = "The later command that is asked about keeps its results as they were, marked as done by hand."
    hinted = True

    def barred(self, screen: "Correction") -> str:
        return screen.amendment.no_keep if screen.amendment else ""

    def run(self, screen: "Correction") -> None:
        screen.decide(Amendment.keep)


DROP, KEEP = Drop(), Keep()
WAYS = {"X": "drop", "K": "keep"}
"""The key of each, and the word that is typed where capitals are answers."""
