"""What the brief log leaves out or puts together: bookkeeping, and what a figure comes with."""

from referee.engine.bearer import Tag
from referee.engine.change import Change
from referee.engine.event import (
    CardsMoved,
    Event,
    Grouped,
    Joined,
    OrderSet,
    Remarked,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    Ungrouped,
)
from referee.engine.ledger import System
from referee.words.log_line import Tone
from referee.words.outcome import ATTACK


def tone_of(event: Tested) -> Tone:
    """How a test came out for who made it."""
    if event.result == "critical":
        return "critical"
    none = event.result == "partial" and event.kind == ATTACK and not event.count
    return "miss" if none or event.result in ("failure", "fumble") else "hit"


def sets_up(event: Event, new: set[Tag]) -> bool:
    """Does it say with what a figure comes, or to what it belongs?"""
    match event:
        case Joined():
            return event.bearer.tag in new
        case Grouped():
            return event.member in new
        case CardsMoved():
            return event.src is None
        case TrackBounded() | TraitSet():
            return True
        case TrackChanged():
            return event.tag in new
        case _:
            return False


def is_detail(change: Change, rules: System | None) -> bool:
    """Is it bookkeeping, that is told only where the log is read in full? What the referee's hand did is none."""
    before, event, _ = change
    if isinstance(event, OrderSet):
        return [slot.who for slot in before.order] == [slot.who for slot in event.slots]
    if isinstance(event, Remarked):
        return event.detail
    if isinstance(event, TrackBounded) and event.track not in before.of(event.tag).tracks:
        return True
    if event.hand:
        return False
    if isinstance(event, Ungrouped):
        return True
    return rules is not None and _quiet(event, rules)


def _quiet(event: Event, rules: System) -> bool:
    """Does the system keep it for those who read all?"""
    match event:
        case TraitSet():
            trait = rules.trait(event.trait)
            return event.value is None or (trait is not None and trait.detail)
        case TrackChanged() | TrackBounded():
            track = rules.track(event.track)
            return track is not None and track.detail
        case CardsMoved(dst=(_, name)):
            return any(pile.detail for pile in rules.piles if pile.name == name)
        case _:
            return False
