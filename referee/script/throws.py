"""Throws: what was answered in one act of the table, each with the question it answered."""

from dataclasses import dataclass

from referee.engine.answer import Answer, Drew, Rolled
from referee.engine.course import Course
from referee.engine.history import Opened, Reply, encounter_at, stack_at
from referee.engine.problem import Problem
from referee.engine.question import AnyQuestion
from referee.engine.session import Session
from referee.words import replied


@dataclass(frozen=True)
class Throw:
    """One question and its answer."""

    question: AnyQuestion
    answer: Answer

    @property
    def by_app(self) -> bool:
        """Did the app throw or draw, if only in part?"""
        match self.answer:
            case Rolled(by=by):
                return any(thrower == "app" for pool in by for thrower in pool)
            case Drew(by=by):
                return by == "app"
            case _:
                return False

    def __str__(self) -> str:
        return f"{self.question.prompt}: {replied(self.answer, self.question)}"


def throws(session: Session, position: int) -> list[Throw]:
    """What was answered in that act; nothing, where the rules of this version would ask otherwise."""
    tape = session.tape
    found: list[Throw] = []
    try:
        course = Course(session.rules, encounter_at(tape, position), stack_at(tape, position))
        for move in tape.step(position).moves:
            if isinstance(move, Opened):
                course.open(move)
            elif isinstance(move, Reply):
                found += [Throw(question, move.answer) for question in course.questions if question.key == move.key]
                course.reply(move)
    except Problem:
        return []
    return found
