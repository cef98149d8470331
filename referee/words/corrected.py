"""Corrected: which commands of the record a correction has changed, and what they said before."""

from dataclasses import dataclass

from referee.engine.answer import Answer
from referee.engine.applied_commands import AppliedCommand, applied_commands
from referee.engine.history import Reply
from referee.engine.ledger import System
from referee.engine.problem import Problem, RulesBug
from referee.engine.question import AnyQuestion
from referee.engine.resolve import resolve
from referee.engine.session import Session
from referee.engine.step_log_queries import settled_state_at
from referee.words.answer import replied
from referee.words.command import named
from referee.words.state_diff import comparison


@dataclass(frozen=True)
class Changed:
    """A command that a correction in force has changed."""

    number: int
    """The number on the step log of the latest such correction."""
    now: AppliedCommand | None
    """The command as it stands now; None if it was dropped."""


def difference(session: Session, number: int) -> str:
    """What the correction with that number on the log made different, and how many later commands went otherwise."""
    step_log = session.step_log
    amended = step_log.step(number).correction
    assert amended is not None
    was, now = settled_state_at(step_log, number), settled_state_at(step_log, number + 1)
    differs = "; ".join(comparison(was, now, session.rules)) or "nothing differs"
    others = [(len(amended.later), "later went otherwise"), (len(amended.dropped), "dropped")]
    counts = "".join(f" · {count} {what}" for count, what in others if count)
    return f"corrected: {named(amended.entry)} · {differs}{counts}"


def changed_since(session: Session) -> dict[int, Changed]:
    """The commands that corrections have changed, by the places at which they were opened."""
    step_log, latest = session.step_log, dict[int, int]()
    for number in step_log.corrections():
        amended = step_log.step(number).correction
        if amended is not None and number < step_log.position:
            seats = (amended.entry.seat, *(entry.seat for entry in amended.later), *amended.dropped)
            latest |= dict.fromkeys(seats, number)
    now = applied_commands(step_log, step_log.position, min(latest)) if latest else ()
    there = {act.entry.seat: act for act in now}
    return {seat: Changed(number, there.get(seat)) for seat, number in latest.items()}


def was_answered(then: AppliedCommand, now: AppliedCommand, rules: System) -> str:
    """The order and the answers of then that are others now: `was 3`; empty if all are the same."""
    here = dict(_answers(now, rules))
    said = [] if then.entry.command == now.entry.command else [named(then.entry)]
    parts = [*said, *(told for key, told in _answers(then, rules) if key in here and here[key] != told)]
    return f"was {', '.join(parts)}" if parts else ""


def _answers(act: AppliedCommand, rules: System) -> list[tuple[str, str]]:
    """The answers of a command, each with the key of its question, as they are read."""
    pairs: list[tuple[AnyQuestion | None, str, Answer]]
    try:
        asked = resolve(rules, act.before, act.entry.command, act.entry.items, act.entry.seat).answers
        pairs = [(question, question.key, answer) for question, answer in asked]
    except (Problem, RulesBug):
        pairs = [(None, item.key, item.answer) for item in act.entry.items if isinstance(item, Reply)]
    return [(key, replied(answer, question)) for question, key, answer in pairs]
