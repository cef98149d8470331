"""Throws: what the app threw or drew in one act of the table, each with the question it answered."""

from referee.engine.answer import Answer, Drew, Rolled
from referee.engine.course import Course
from referee.engine.history import Opened, Reply
from referee.engine.past import encounter_at, stack_at
from referee.engine.problem import Problem
from referee.engine.session import Session
from referee.words.answer import replied


def throws_of_the_app(session: Session, position: int) -> list[str]:
    """What the app threw or drew in that act; nothing, where the rules of this version would ask otherwise."""
    tape = session.tape
    try:
        course = Course(session.rules, encounter_at(tape, position), stack_at(tape, position))
        said = (move for move in tape.step(position).moves if isinstance(move, Opened | Reply))
        given = [(question, answer) for question, _, answer in course.replay(said) if _by_app(answer)]
    except Problem:
        return []
    return [f"{question.prompt}: {replied(answer, question)}" for question, answer in given]


def _by_app(answer: Answer) -> bool:
    """Did the app throw or draw, if only in part?"""
    match answer:
        case Rolled(by=by):
            return any(thrower == "app" for pool in by for thrower in pool)
        case Drew(by=by):
            return by == "app"
        case _:
            return False
