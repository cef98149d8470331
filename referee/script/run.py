"""Run: a line, done at the table."""

from typing import TYPE_CHECKING

from referee.engine.applied_commands import latest
from referee.engine.event import TurnBegan
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.question import AnyQuestion
from referee.engine.session import Session
from referee.engine.verb import Command
from referee.script.amending import amendment
from referee.script.line import read_line
from referee.script.order import (
    Amend,
    Answered,
    Back,
    Help,
    Keep,
    KeepCondition,
    Nothing,
    Order,
    Redo,
    RestParty,
    Rewind,
    SaveParty,
    Undo,
)
from referee.script.reading import read_answer

if TYPE_CHECKING:
    from referee.script.keeping import Told


def run_line(session: Session, text: str) -> "Told | None":
    """Does what a line says; what is told of it, if it is about the library.

    A Problem, and nothing changed, if it cannot be done.
    """
    return run(session, read_line(session.situation, text))


def run(session: Session, order: Order) -> "Told | None":
    """Does an order; what is told of it, if it is about the library.

    A Problem, and nothing changed, if it cannot be done.
    """
    match order:
        case Keep() | KeepCondition() | SaveParty():
            from referee.script.keeping import kept

            return kept(session, order)
        case Command():
            session.command(order)
        case RestParty():
            from referee.script.party_rest import rest_of

            session.command(rest_of(session, order))
        case Answered():
            answer(session, order)
        case Undo():
            session.undo(order.inside)
        case Redo():
            session.redo(order.inside)
        case Back():
            session.rewind(turn_start(session))
        case Rewind():
            session.rewind(order.position)
        case Amend():
            amendment(session, order).accept()
        case Help() | Nothing():
            pass
    return None


def answer(session: Session, answered: Answered) -> None:
    """Answers an open question; with nothing said, or `roll`, the app throws or draws."""
    question = question_number(session, answered.which)
    try:
        told = read_answer(question, session.encounter, answered.words)
    except NotUnderstood as problem:
        raise NotUnderstood(str(problem), answered.at + (problem.at or 0)) from problem
    if told is None:
        session.throw(question.key)
    else:
        session.answer(told, question.key)


def question_number(session: Session, which: int) -> AnyQuestion:
    """The open question of that number, from 1. Refused if so many are not open."""
    questions = session.questions
    if not questions:
        raise Refused("Nothing is asked.")
    if which > len(questions):
        asked = "Only one question is open" if len(questions) == 1 else f"{len(questions)} questions are open"
        raise Refused(f"{asked}; there is no number {which}.")
    return questions[which - 1]


def turn_start(session: Session) -> int:
    """The place in the record before the latest turn began. Refused if none has."""
    stack, pending = session.open_commands, session.pending
    if stack and pending and any(isinstance(event, TurnBegan) for event in pending.events):
        return stack[0].seat
    start = latest(session.step_log, session.step_log.position, TurnBegan)
    if start is None:
        raise Refused("No turn has begun yet.")
    return start
