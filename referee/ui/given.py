"""Given: how an answer of the past reads, beside its question."""

from referee.engine.answer import Answer, Drew, Rolled
from referee.engine.course import Given
from referee.words.answer import replied


def read(given: Given) -> str:
    """The question, who threw or decided, and what it was."""
    question, encounter, answer = given
    who = "" if question.by == "referee" else f" ({encounter.name(question.by)})"
    return f"{question.prompt}{who}: {replied(answer, question) or 'nothing'}{_thrown(answer)}"


def _thrown(answer: Answer) -> str:
    """Where the dice fell; dice of the app say so themselves."""
    if isinstance(answer, Rolled) and not any("app" in pool for pool in answer.by):
        return ", thrown at the table"
    return ", drawn by the app" if isinstance(answer, Drew) and answer.by == "app" else ""
