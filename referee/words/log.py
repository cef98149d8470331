"""The log: what was done and what came of it, briefly or line by line."""

from collections.abc import Iterable
from dataclasses import replace

from referee.engine.change import Change, changes_of
from referee.engine.encounter import Encounter
from referee.engine.event import (
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    SlotMarked,
    StandingSet,
    TrackChanged,
)
from referee.engine.history import Entry
from referee.engine.ledger import System
from referee.engine.resolve import Outcome
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
