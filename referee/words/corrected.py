"""Corrected: which commands of the record a correction has changed, and what they said before."""

from dataclasses import dataclass

from referee.engine.acts import Act, acts
from referee.engine.answer import Answer
from referee.engine.history import Reply
from referee.engine.ledger import System
from referee.engine.past import encounter_at
from referee.engine.problem import Problem, RulesBug
from referee.engine.question import AnyQuestion
from referee.engine.resolve import answered
from referee.engine.session import Session
from referee.words.answer import replied
from referee.words.command import named
from referee.words.comparison import comparison


@dataclass(frozen=True)
class Changed:
    """A command that a correction in force has changed."""

    number: int
    """The number on the tape of the latest such correction."""
    now: Act | None
    """The command as it stands now; None if it was dropped."""


def difference(session: Session, number: int) -> str:
    """What the correction with that number on the tape made different, and how many later commands went otherwise."""
    tape = session.tape
    amended = tape.step(number).correction
    assert amended is not None
    was, now = encounter_at(tape, number), encounter_at(tape, number + 1)
    differs = "; ".join(comparison(was, now, session.rules)) or "nothing differs"
    others = [(len(amended.later), "later went otherwise"), (len(amended.dropped), "dropped")]
    counts = "".join(f" · {count} {what}" for count, what in others if count)
    return f"corrected: {named(amended.entry)} · {differs}{counts}"


def changed_since(session: Session) -> dict[int, Changed]:
    """The commands that corrections have changed, by the places at which they were opened."""
    tape, latest = session.tape, dict[int, int]()
    for number in tape.corrections():
        amended = tape.step(number).correction
        if amended is not None and number < tape.position:
            seats = (amended.entry.seat, *(entry.seat for entry in amended.later), *amended.dropped)
            latest |= dict.fromkeys(seats, number)
    now = acts(tape, tape.position, min(latest)) if latest else ()
    there = {act.entry.seat: act for act in now}
    return {seat: Changed(number, there.get(seat)) for seat, number in latest.items()}


def was_answered(then: Act, now: Act, rules: System) -> str:
    """The answers of then that are others now: `was 3`; empty if all are the same."""
    here = dict(_answers(now, rules))
    parts = [told for key, told in _answers(then, rules) if key in here and here[key] != told]
    return f"was {', '.join(parts)}" if parts else ""


def _answers(act: Act, rules: System) -> list[tuple[str, str]]:
    """The answers of a command, each with the key of its question, as they are read."""
    pairs: list[tuple[AnyQuestion | None, str, Answer]]
    try:
        asked = answered(rules, act.before, act.entry.command, act.entry.items, act.entry.seat)
        pairs = [(question, question.key, answer) for question, answer in asked]
    except (Problem, RulesBug):
        pairs = [(None, item.key, item.answer) for item in act.entry.items if isinstance(item, Reply)]
    return [(key, replied(answer, question)) for question, key, answer in pairs]
