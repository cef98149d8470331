"""Data of an encounter, as `show --json` has it shown."""

from typing import TYPE_CHECKING, Annotated, TypedDict

from referee.dialogue.as_seen import Seen, as_seen
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.store.journal import Journal

if TYPE_CHECKING:
    from referee.command_language.question_data import QuestionData


class ShownData(TypedDict):
    """An encounter as it stands."""

    name: str
    """What it is called."""
    position: int
    """How many acts are in force."""
    open: list[str]
    """The commands that wait for an answer, as they were given, outermost first."""
    notice: str
    """What has to be known of it; empty: nothing."""
    questions: "list[QuestionData]"
    """What is asked now."""
    encounter: Annotated[dict[str, object], Encounter]
    """The whole state, with what the open commands have done so far."""


def exported_fields(journal: Journal) -> ShownData:
    """An encounter as JSON data, as `show --json` prints it."""
    seen = as_seen(journal)
    return {
        "name": journal.name,
        "position": journal.position,
        "open": seen.open,
        "notice": seen.notice,
        "questions": _questions(seen),
        "encounter": as_data(seen.encounter),
    }


def _questions(seen: Seen) -> "list[QuestionData]":
    if not seen.questions:
        return []
    from referee.command_language.question_data import question_data

    return [question_data(question, seen.encounter) for question in seen.questions]
