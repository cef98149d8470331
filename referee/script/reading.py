"""Reading: what the words of a line answer to a question."""

from referee.engine.answer import Answer
from referee.engine.encounter import Encounter
from referee.engine.numbers import Numbers
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.question import AnyQuestion
from referee.engine.roll_questions import Draw, Roll
from referee.words.answer import replied


def read_answer(question: AnyQuestion, encounter: Encounter, words: str) -> Answer | None:
    """The answer; None where the app is to throw or draw: with nothing said, or `roll`. NotUnderstood if it is none.

    `?` is none: what is expected is said then.
    """
    if isinstance(question, Roll | Draw) and words.lower() in ("", "roll", "draw"):
        return None
    if isinstance(question, Numbers) and words.lower() in question.throw_words:
        return None
    if words == "?":
        raise NotUnderstood(f"{question.prompt}: {question.expected(encounter)}.")
    return question.read(encounter, words)


def default_word(question: AnyQuestion, encounter: Encounter) -> str | None:
    """What an empty answer stands for, as it is typed: `roll` or `draw` where the app does; None if it is no answer."""
    try:
        answer = read_answer(question, encounter, "")
    except Problem:
        return None
    if answer is None:
        return "draw" if isinstance(question, Draw) else "roll"
    return replied(answer)
