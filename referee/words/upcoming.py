"""Upcoming: what `next` would do, in one sentence, before it is given."""

from typing import NamedTuple

from referee.engine.encounter import Encounter
from referee.engine.event import TurnBegan
from referee.engine.problem import Problem
from referee.engine.question import AnyQuestion, Pick
from referee.engine.resolve import Pending, Settled
from referee.engine.session import Session
from referee.engine.verb import Command
from referee.words.log import forecast_lines
from referee.words.name import possessive

_NAMED = 4
"""Of how many a question lists the names."""


class Forecast(NamedTuple):
    """What `next` would do."""

    text: str = ""
    """In one sentence; empty where nobody is at the table."""
    upcoming: str = ""
    """The name of whose turn would begin; empty where none would, or where that is asked first."""
    refused: str = ""
    """Why there is no next; empty if there is one."""


def forecast(session: Session) -> Forecast:
    """Whose turn begins or ends, what is asked, and what counts down, ends or hurts; or why there is no next.

    Where the fight has ended it says so first; `next` may still be given.
    """
    if not session.encounter.figures:
        return Forecast(refused="Nobody is at the table.")
    over = session.rules.over(session.encounter)
    ended = f"over: {over}; " if over else ""
    try:
        outcome = session.preview(Command(verb="next"))
    except Problem as problem:
        return Forecast(f"{ended}next: {problem}", refused=str(problem))
    turn = outcome.encounter.turn
    upcoming = outcome.encounter.name(turn) if turn and _turned(outcome) else ""
    return Forecast(ended + _next(session, outcome), upcoming)


def _turned(outcome: Pending | Settled) -> bool:
    return any(isinstance(event, TurnBegan) for event in outcome.events)


def _next(session: Session, outcome: Pending | Settled) -> str:
    now = session.encounter
    begins = _begins(now, outcome)
    asks = [_asked(outcome.encounter, outcome.questions)] if isinstance(outcome, Pending) else []
    if isinstance(outcome, Settled) and not begins:
        begins = ["nothing begins"]
    told = forecast_lines(outcome.changes, session.rules)
    return "next: " + "; ".join([*([", ".join(begins)] if begins else []), *told, *asks])


def _begins(now: Encounter, outcome: Pending | Settled) -> list[str]:
    """The round, the phase and the turn that begin; or what ends, where none does."""
    then = outcome.encounter
    out: list[str] = []
    if then.round != now.round:
        out.append(f"round {then.round}")
    if then.phase and then.phase != now.phase:
        out.append(then.phase)
    if then.turn and _turned(outcome):
        whose = possessive(then.name(then.turn))
        out.append(f"{whose} turn again" if then.turn == now.turn else f"{whose} turn")
    elif now.turn and (isinstance(outcome, Pending) or not out):
        whose = possessive(now.name(now.turn))
        out.insert(0, f"end of {whose} turn" if then.turn is None or isinstance(outcome, Pending) else f"{whose} turn")
    if isinstance(outcome, Settled) and then.turn is None and now.turn and then.round == now.round:
        out.insert(0, "end of the round")
    return out


def _asked(encounter: Encounter, questions: tuple[AnyQuestion, ...]) -> str:
    """What is asked first, and of whom it may be the choice."""
    first, more = questions[0], len(questions) - 1
    among = first.among if isinstance(first, Pick) else ()
    names = ", ".join(map(encounter.name, among[:_NAMED])) + (", …" if among[_NAMED:] else "")
    return first.prompt + (f" {names}" if names else "") + (f" (and {more} more)" if more else "")
