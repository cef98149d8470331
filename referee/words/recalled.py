"""Recalled: how an answer of the past reads, beside its question."""

from referee.engine.answer import Answer, Rolled
from referee.engine.course import Asked
from referee.words.answer import replied
from referee.words.question import asked_of


def recalled(asked: Asked) -> str:
    """The question, who threw or decided, and what it was."""
    question, encounter, answer = asked
    said = replied(answer, question) or "nothing"
    return f"{question.prompt}{asked_of(question, encounter)}: {said}{_thrown(answer)}"


def _thrown(answer: Answer) -> str:
    """Where the dice fell; dice and cards of the app say so themselves."""
    at_table = isinstance(answer, Rolled) and not any("app" in pool for pool in answer.by)
    return ", thrown at the table" if at_table else ""
