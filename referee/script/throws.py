"""Throws: what the app threw or drew in one act of the table, each with the question it answered."""

from referee.engine.answer import Answer, Drew, Numbered, Rolled
from referee.engine.execution import CommandExecution
from referee.engine.history import Opened, Reply
from referee.engine.problem import Problem
from referee.engine.session import Session
from referee.engine.step_log_queries import open_commands_at, settled_state_at
from referee.words.answer import replied


def throws_of_the_app(session: Session, position: int) -> list[str]:
    """What the app threw or drew in that act; nothing, where the rules of this version would ask otherwise."""
    step_log = session.step_log
    try:
        execution = CommandExecution(
            session.rules, settled_state_at(step_log, position), open_commands_at(step_log, position)
        )
        said = (move for move in step_log.step(position).moves if isinstance(move, Opened | Reply))
        given = [(question, answer) for question, _, answer in execution.replay(said) if _by_app(answer)]
    except Problem:
        return []
    return [f"{question.prompt}: {replied(answer, question)}" for question, answer in given]


def _by_app(answer: Answer) -> bool:
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
