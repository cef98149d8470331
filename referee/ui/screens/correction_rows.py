"""Rows of the correction page."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.engine.questions.question import AnyQuestion
from referee.engine.record.amend import Amendment
from referee.engine.record.applied_commands import AppliedCommand
from referee.engine.record.execution import Asked
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.ui.controller import reply
from referee.words.correction import later, outcome
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
