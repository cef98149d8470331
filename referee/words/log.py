"""The log: what was done and what came of it, line by line."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields

from referee.engine.apply import apply
from referee.engine.encounter import Encounter
from referee.engine.event import (
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    Event,
    Remarked,
    StandingSet,
    Tested,
    TrackChanged,
)
from referee.engine.history import Entry
from referee.engine.ledger import System
from referee.engine.problem import Moot
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
    event: Event | None = field(default=None, compare=False)
    """What happened, with its fields; None for a command."""


def fields(line: LogLine) -> dict[str, object]:
    """A line for other programs: its text, and what happened with all its fields."""
    shallow = {each.name: getattr(line, each.name) for each in dataclass_fields(line)}
    return {**shallow, "event": line.event.model_dump(mode="json") if line.event is not None else None}


def log(before: Encounter, entry: Entry, rules: System | None = None, hide_secret: bool = False) -> list[LogLine]:
    """The lines of an entry: the command, then what happened; `hide_secret` hides a choice that is still secret."""
    hand = bool(entry.events) and all(event.hand for event in entry.events or ())
    head = LogLine(
        heading(entry, hide_secret, before, rules), hand=hand, round=before.round, head=True, place=entry.seat
    )
    lines = [] if hide_secret else happened(before, entry.events or (), rules)
    return [head, *(line for line in lines if line.text != head.text)]


def happened(before: Encounter, events: Iterable[Event], rules: System | None = None) -> list[LogLine]:
    """What happened, line by line, from how the encounter stood before."""
    out: list[LogLine] = []
    for event in events:
        text = phrase(before, event, rules)
        hidden = isinstance(event, Remarked | Tested) and event.hidden
        with suppress(Moot):
            before = apply(before, event)
        if text:
            out.append(LogLine(text, event.cites, event.hand, hidden, before.round, event=event))
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
