"""Correction ways: what may become of a later command, each with its key."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from referee.engine.record.amend import Amendment
from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.correction_rows import CorrectionRow
from referee.words.correction import taken_over

# -------------------------------------------------------------------- what becomes of a later command


class Deciding(Protocol):
    """A page on which an order is corrected, and on which it is decided what becomes of a later command."""

    amendment: Amendment | None

    def ask_order(self) -> None:
        """Asks what the order should have been."""

    def decide(self, way: Callable[[Amendment], None]) -> None:
        """The command that is asked about is dropped, let to whoever has the turn, or its results are kept."""


_WAY = partial(KeyAction[Deciding], hinted=True)

ORDER = _WAY(("O",), lambda page: page.ask_order(), "command", "Correct the command itself.")
DROP = _WAY(
    ("X",),
    lambda page: page.decide(Amendment.drop),
    "drop",
    "Drop the later command: it no longer counts.",
    barred=lambda page: page.amendment.no_drop if page.amendment else "",
)
KEEP = _WAY(
    ("K",),
    lambda page: page.decide(Amendment.keep),
    "keep",
    "Keep the results of the later command, marked as done by hand.",
    barred=lambda page: page.amendment.no_keep if page.amendment else "",
)
LET = _WAY(
    ("L",),
    lambda page: page.decide(Amendment.let),
    "let",
    "Let whoever has the turn do the later command instead; its questions are asked again.",
    barred=lambda page: page.amendment.no_let if page.amendment else "",
)
WAYS = (ORDER, DROP, KEEP, LET)
"""What is done instead of an answer. Where capitals answer, its label is typed instead of its key."""


def way_rows(amendment: Amendment, ways: Mapping[str, str], is_free: bool) -> list[CorrectionRow]:
    """What may become of a later command instead of an answer, each with its key, or why it may not.

    ways: the words by their keys; is_free: the keys answer nothing, so that no word is typed.
    """
    barred = amendment.no_keep
    says = {
        DROP.label: "drop this command",
        KEEP.label: f"not possible: {barred}" if barred else "keep its results, as done by hand",
        LET.label: f"{taken_over(amendment)}; its questions are asked again",
    }
    rows = {word: f"{key if is_free else f'{word} and Enter:'} {says[word]}" for key, word in ways.items()}
    dim = KEEP.label if barred else ""
    return [CorrectionRow(row, "dim" if word == dim else "text", "or") for word, row in rows.items()]
