"""The log of an act, done, still open or foretold, briefly or line by line."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import (
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    SlotMarked,
    StandingSet,
    TrackChanged,
    TurnBegan,
)
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.record.execution import ResolvedCommand
from referee.engine.record.history import Entry
from referee.engine.record.resolve import Outcome, Pending, Settled
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.words.bearer import possessive
from referee.words.brief_log import brief, in_full, under
from referee.words.command import heading
from referee.words.log_line import LogLine
from referee.words.phrase import phrase


def log(
    before: Encounter,
    entry: Entry,
    rules: System | None = None,
    hide_secret: bool = False,
    outcome: Outcome | None = None,
    full: bool = False,
) -> list[LogLine]:
    """The lines of an entry: what came of it; the command alone where nothing did.

    hide_secret: hides a choice that is still secret; outcome: what has come of it, where it has just been resolved;
    None where it is only recorded; full: the command, then all that happened, event by event.
    """
    answers = None if outcome is None else outcome.answers
    changes = changes_of(before, entry.events or ()) if outcome is None else outcome.changes
    hand = bool(entry.events) and all(event.hand for event in entry.events or ())
    head = LogLine(
        heading(entry, hide_secret, before, rules, answers), hand=hand, round=before.round, head=True, place=entry.seat
    )
    if hide_secret:
        return [head]
    if full:
        below = (line for line in happened(changes, rules) if line.text != head.text)
        return [head, *(replace(line, place=entry.seat) for line in below)]
    return under(head, brief(changes, rules))


def happened(changes: Iterable[Change], rules: System | None = None) -> list[LogLine]:
    """What happened, event by event."""
    return [line for change in changes if (line := in_full(change, rules)) is not None]


def forecast_lines(changes: Iterable[Change], rules: System | None = None) -> list[str]:
    """What these events to come would count down, end or hurt: shown before `next` is given."""
    telling = ConditionTicked | ConditionEnded | ConditionValued | TrackChanged | StandingSet | SlotMarked
    told = (phrase(before, event, rules) for before, event, _ in changes if isinstance(event, telling))
    return [text for text in told if text]


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


def open_log(commands: Sequence[ResolvedCommand], rules: System, full: bool = False) -> list[LogLine]:
    """The lines of these open commands, outermost first, and of what they have done so far; full: event by event."""
    lines: list[LogLine] = []
    for n, (before, entry, outcome) in enumerate(commands):
        secret = entry.command.secret
        title = "A choice in secret" if secret else heading(entry, secret, before, rules, outcome.answers)
        title += " comes between" if n else ""
        head = LogLine(f"{title} ...", head=True, round=before.round, place=entry.seat)
        told = happened if full else brief
        below = () if secret else told(outcome.changes, rules)
        lines += [head, *(replace(line, place=entry.seat) for line in below)]
    return lines
