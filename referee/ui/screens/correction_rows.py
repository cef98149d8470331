"""Rows of the correction page: the answers of a command, what may be answered instead, what a correction changes, and
what may become of a later command, with the keys for that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from msgspec import Struct

from referee.engine.questions.question import AnyQuestion
from referee.engine.record.amend import Amendment
from referee.engine.record.applied_commands import AppliedCommand
from referee.engine.record.execution import Asked
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.ui.controller import reply
from referee.ui.input.key_actions import KeyAction
from referee.words.correction import later, outcome, taken_over
from referee.words.log import log, recalled


class CorrectionRow(Struct, frozen=True):
    """One answer, one offer, or one thing that would be different."""

    text: str
    style: str = "text"
    section: str = ""
    """The heading under which it stands."""
    tag: Tag = ""
    """The figure that it is about."""


def as_it_was(then: AppliedCommand, rules: System) -> list[str]:
    """What the command did, as the log tells it."""
    if then.entry.command.secret:
        return []
    return [one.text for one in log(then.before, then.entry, rules)]


def answer_rows(answers: Sequence[Asked]) -> list[CorrectionRow]:
    """The answers of a command, numbered."""
    return [
        CorrectionRow(f"{n}  {recalled(each)}", "text", "answers", tag=asked_about(each.question))
        for n, each in enumerate(answers, start=1)
    ]


def asked_about(question: AnyQuestion) -> Tag:
    """The figure that a question is about: who is asked, or the first whom it needs; empty if there is none."""
    return next(filter(None, (question.by, *question.needs)), "")


def offer_rows(question: AnyQuestion, encounter: Encounter) -> Iterator[CorrectionRow]:
    """What may be answered, each with its number; what may not, with the reason."""
    for number, offer in reply.offers(question, encounter):
        worded = not offer.name and offer.label.lower() not in ("", offer.word)
        named = f"{offer.label} ({offer.word})" if worded else offer.told
        text, style = (f"{named}: {offer.barred}", "dim") if offer.barred else (named, "text")
        tag = offer.word if offer.word in encounter.figures else ""
        yield CorrectionRow(f"{number:>2}  {text}", style, "instead", tag)


def outcome_rows(amendment: Amendment) -> Iterator[CorrectionRow]:
    """What would differ at the table, what became of each later command, and what makes it impossible."""
    then = amendment.outcome()
    for text in outcome(amendment) or ["Nothing at the table changes."]:
        yield CorrectionRow(text, "text", "this changes", tag=_named_first(text, then))
    for text in later(amendment):
        yield CorrectionRow(text, "text", "later commands")
    for wrong in amendment.impossible_states():
        yield CorrectionRow(f"Not possible: {wrong}", "warning", "not possible")


def _named_first(text: str, encounter: Encounter) -> Tag:
    """The figure with whose name a sentence begins; empty if it begins with none."""
    begins = (tag for tag, figure in encounter.figures.items() if text.startswith(figure.name))
    return max(begins, key=lambda tag: len(encounter.name(tag)), default="")


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
