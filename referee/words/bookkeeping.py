"""Bookkeeping: events that are told only where the log is read in full."""

from referee.engine.contract.kinds import NOT_SAID
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    CardsMoved,
    ConditionAdded,
    ConditionEnded,
    ConditionValued,
    Event,
    OrderSet,
    Remarked,
    Renamed,
    TrackBounded,
    TrackChanged,
    TraitSet,
)
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.words.phrase import is_free


def is_detail(change: Change, rules: System | None) -> bool:
    """Is it bookkeeping, that is told only where the log is read in full? What the referee's hand did is none."""
    before, event, _ = change
    if isinstance(event, OrderSet):
        return is_free(event) or [slot.who for slot in before.order] == [slot.who for slot in event.slots]
    if isinstance(event, Remarked):
        return event.detail
    if isinstance(event, TrackBounded) and event.track not in before.of(event.tag).tracks:
        return True
    if event.hand:
        return False
    if event.is_bookkeeping or (isinstance(event, Renamed) and event.tag in before.groups):
        return True
    return rules is not None and _quiet(before, event, rules)


def _quiet(before: Encounter, event: Event, rules: System) -> bool:
    """Does the system keep it for those who read all?"""
    match event:
        case ConditionAdded(condition=condition):
            kind = rules.condition(condition.kind)
            return kind is not None and kind.said == NOT_SAID
        case ConditionEnded(tag=tag) | ConditionValued(tag=tag) if tag != TABLE and before.has(tag):
            there = next((each for each in before.of(tag).conditions if each.id == event.id), None)
            kind = rules.condition(there.kind) if there is not None else None
            more = isinstance(event, ConditionValued) and event.by > 0
            return kind is not None and kind.cleared == NOT_SAID and not more
        case TraitSet():
            trait = rules.trait(event.trait)
            return event.value is None or (trait is not None and trait.detail)
        case TrackChanged() | TrackBounded():
            track = rules.track(event.track)
            if track is None or track.detail or not isinstance(event, TrackChanged):
                return track is not None and track.detail
            return (track.raised if event.by > 0 else track.lowered) == NOT_SAID
        case CardsMoved(dst=None):
            return True
        case CardsMoved(dst=(_, name)):
            return any(pile.detail for pile in rules.piles if pile.name == name)
        case _:
            return False
