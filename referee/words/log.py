"""The log: what was done and what came of it, line by line."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from referee.engine.apply import apply
from referee.engine.encounter import Encounter
from referee.engine.event import (
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    Event,
    StandingSet,
    Told,
    TrackChanged,
)
from referee.engine.history import Entry
from referee.engine.ledger import System
from referee.engine.problem import Moot
from referee.engine.resolve import Answers
from referee.words.command import heading
from referee.words.phrase import phrase


@dataclass(frozen=True)
class LogLine:
    """One line of the log."""

    text: str
    cites: tuple[str, ...] = ()
    hand: bool = False
    """Done by the referee's hand, over the rules."""
    hidden: bool = False
    """Not for the players' view."""
    round: int = 0
    head: bool = False
    """Names the command that the lines below came from."""
    place: int = 0
    """Where in the record that command was given."""


def log(
    before: Encounter,
    entry: Entry,
    rules: System | None = None,
    hide_secret: bool = False,
    answers: Answers | None = None,
) -> list[LogLine]:
    """The lines of an entry: the command, then what happened; `hide_secret` hides a choice that is still secret.

    answers: as for `heading`.
    """
    hand = bool(entry.events) and all(event.hand for event in entry.events or ())
    head = LogLine(
        heading(entry, hide_secret, before, rules, answers), hand=hand, round=before.round, head=True, place=entry.seat
    )
    lines = [] if hide_secret else happened(before, entry.events or (), rules)
    return [head, *(line for line in lines if line.text != head.text)]


def happened(before: Encounter, events: Iterable[Event], rules: System | None = None) -> list[LogLine]:
    """What happened, line by line, from how the encounter stood before."""
    out: list[LogLine] = []
    for event in events:
        text = phrase(before, event, rules)
        hidden = isinstance(event, Told) and event.hidden
        with suppress(Moot):
            before = apply(before, event)
        if text:
            out.append(LogLine(text, event.cites, event.hand, hidden, before.round))
    return out


def forecast_lines(encounter: Encounter, events: Iterable[Event], rules: System | None = None) -> list[str]:
    """What these events to come would count down, end or hurt: shown before `next` is given."""
    telling = ConditionTicked | ConditionEnded | ConditionValued | TrackChanged | StandingSet
    out: list[str] = []
    for event in events:
        if isinstance(event, telling):
            out.append(phrase(encounter, event, rules))
        encounter = apply(encounter, event)
    return out
