"""Changes: events with the encounter before and after each."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.engine.apply import apply
from referee.engine.encounter import Encounter
from referee.engine.event import Event
from referee.engine.problem import Moot


class Change(NamedTuple):
    """One event, and what it changed."""

    before: Encounter
    event: Event
    after: Encounter


def changes_of(encounter: Encounter, events: Iterable[Event]) -> Iterator[Change]:
    """Yields recorded events, applied one after the other; one that finds nothing to change changes nothing."""
    for event in events:
        before = encounter
        try:
            encounter = apply(before, event)
        except Moot:
            encounter = before
        yield Change(before, event, encounter)
