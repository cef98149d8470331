"""Throws: what the app threw or drew in one act of the table, each with the question it answered."""

from referee.engine.answer import Answer, Drew, Numbered, Rolled
from referee.engine.execution import StepOutcome
from referee.words.answer import replied


def throws_of_the_app(step: StepOutcome) -> list[str]:
    """What the app threw or drew in that step."""
    return [f"{question.prompt}: {replied(answer, question)}" for question, _, answer in step.asked if by_app(answer)]


def by_app(answer: Answer) -> bool:
    """Did the app throw or draw, if only in part?"""
    match answer:
        case Rolled(by=by):
            return any(thrower == "app" for pool in by for thrower in pool)
        case Numbered(numbers=numbers):
            return any(number.by == "app" for number in numbers)
        case Drew(by=by):
            return by == "app"
        case _:
            return False
