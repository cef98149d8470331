"""Summary: what one entry of the record came to, in a line."""

from referee.engine.encounter import Encounter
from referee.engine.event import Remarked, Tested
from referee.engine.history import Entry
from referee.engine.ledger import System
from referee.engine.step_log_queries import fold_over
from referee.engine.tags import listed
from referee.words.command import chooser, ordered
from referee.words.phrase import phrase
from referee.words.state_diff import differences

MOST_PARTS = 6
"""Differences that a summary names before it says how many more there are."""


def summary(before: Encounter, entry: Entry, hide_secret: bool = False, rules: System | None = None) -> str:
    """What an entry did, in one line: `Rat 1 -> dead, Ulf +1 items`."""
    if hide_secret:
        return chooser(before, entry)
    after, _ = fold_over(before, [entry])
    parts = differences(before, after, entry.events or (), rules)
    if parts:
        return listed(parts, MOST_PARTS)
    spoken = [event for event in entry.events or () if isinstance(event, Remarked | Tested)]
    return phrase(before, spoken[-1], rules) if spoken else ordered(entry)


def telling(before: Encounter, entry: Entry, rules: System | None = None) -> str:
    """The one line of an entry that tells most of it: its first test, else what was said last; hidden ones left out."""
    said = [event for event in entry.events or () if isinstance(event, Remarked | Tested) and not event.hidden]
    tests = [event for event in said if isinstance(event, Tested) or event.against is not None]
    return phrase(before, (tests[:1] or said[-1:])[0], rules) if said else ""
