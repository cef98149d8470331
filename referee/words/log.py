"""The log: what was done and what came of it, line by line."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from dataclasses import fields as dataclass_fields

from referee.engine.change import Change, changes_of
from referee.engine.encounter import Encounter
from referee.engine.event import (
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    Event,
    Remarked,
    SlotMarked,
    StandingSet,
    Tested,
    TrackChanged,
)
from referee.engine.history import Entry
from referee.engine.ledger import System
from referee.engine.resolve import Outcome
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


def log(
    before: Encounter,
    entry: Entry,
    rules: System | None = None,
    hide_secret: bool = False,
    outcome: Outcome | None = None,
) -> list[LogLine]:
    """The lines of an entry: the command, then what happened; `hide_secret` hides a choice that is still secret.

    outcome: what has come of it, where it has just been resolved; None where it is only recorded.
    """
    answers = None if outcome is None else outcome.answers
    changes = changes_of(before, entry.events or ()) if outcome is None else outcome.changes
    hand = bool(entry.events) and all(event.hand for event in entry.events or ())
    head = LogLine(
        heading(entry, hide_secret, before, rules, answers), hand=hand, round=before.round, head=True, place=entry.seat
    )
    lines = [] if hide_secret else happened(changes, rules)
    return [head, *(line for line in lines if line.text != head.text)]


def happened(changes: Iterable[Change], rules: System | None = None) -> list[LogLine]:
    """What happened, line by line."""
    out: list[LogLine] = []
    for before, event, after in changes:
        text = phrase(before, event, rules)
        hidden = isinstance(event, Remarked | Tested) and event.hidden
        if text:
            out.append(LogLine(text, event.cites, event.hand, hidden, after.round, event=event))
    return out


def forecast_lines(changes: Iterable[Change], rules: System | None = None) -> list[str]:
    """What these events to come would count down, end or hurt: shown before `next` is given."""
    telling = ConditionTicked | ConditionEnded | ConditionValued | TrackChanged | StandingSet | SlotMarked
    told = (phrase(before, event, rules) for before, event, _ in changes if isinstance(event, telling))
    return [text for text in told if text]
