"""Reading: what the words of a line answer to a question."""

from referee.engine.answer import Answer
from referee.engine.encounter import Encounter
from referee.engine.problem import NotUnderstood
from referee.engine.question import AnyQuestion
from referee.engine.throw import Draw, Roll


def read_answer(question: AnyQuestion, encounter: Encounter, words: str) -> Answer | None:
    """The answer; None where the app is to throw or draw: with nothing said, or `roll`. NotUnderstood if it is none.

    `?` is none: what is expected is said then.
    """
    if isinstance(question, Roll | Draw) and words.lower() in ("", "roll", "draw"):
        return None
    if words == "?":
        raise NotUnderstood(f"{question.prompt}: {question.expected(encounter)}.")
    return question.read(encounter, words)
