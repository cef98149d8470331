"""Stacking: what becomes of a new condition where one of its kind lies already, and which of two lasts longer."""

from collections.abc import Sequence

from referee.engine.bearer import Tag
from referee.engine.condition import ROUND, Condition, Until
from referee.engine.condition_kind import MOST_OF_A_CONDITION, ConditionKind, Stacking
from referee.engine.encounter import Encounter
from referee.engine.event import ConditionAdded, ConditionEnded, ConditionValued

Changed = ConditionAdded | ConditionEnded | ConditionValued

_FAR = 10_000
"""Rounds until a moment of which nobody knows when it comes: further than any that is counted."""


def stacked(
    encounter: Encounter,
    tag: Tag,
    kind: ConditionKind | None,
    stacking: Stacking,
    new: Condition,
    cites: tuple[str, ...],
) -> tuple[Changed, ...]:
    """The events by which the new condition comes upon the bearer; () if the one there stays as it is."""
    there = [condition for condition in encounter.of(tag).conditions if condition.kind == new.kind]
    if stacking is Stacking.EACH:
        there = []
    elif stacking is Stacking.PER_SOURCE:
        there = [condition for condition in there if condition.by == new.by]
    elif (stacking is Stacking.ONCE and there) or (
        stacking is Stacking.LONGEST and any(_as_long(encounter, old, new) for old in there)
    ):
        return ()
    elif stacking is Stacking.ADDS and there:
        return _added(tag, kind, there, new, cites)
    ended = (ConditionEnded(tag=tag, id=old.id, cites=cites) for old in there)
    return (*ended, ConditionAdded(tag=tag, condition=new, cites=cites))


def _added(
    tag: Tag, kind: ConditionKind | None, there: Sequence[Condition], new: Condition, cites: tuple[str, ...]
) -> tuple[Changed, ...]:
    """Its value is added, up to the highest there may be; with another end it takes the place of those there."""
    maximum = kind.maximum if kind is not None else MOST_OF_A_CONDITION
    if (there[0].until, there[0].ends) == (new.until, new.ends):
        more = min(new.value, maximum - there[0].value)
        return (ConditionValued(tag=tag, id=there[0].id, by=more, cites=cites),) if more > 0 else ()
    value = min(new.value + sum(old.value for old in there), maximum)
    ended = (ConditionEnded(tag=tag, id=old.id, cites=cites) for old in there)
    return (*ended, ConditionAdded(tag=tag, condition=new.model_copy(update={"value": value}), cites=cites))


def _as_long(encounter: Encounter, old: Condition, new: Condition) -> bool:
    """True if the old one lasts at least as long as the new one, and nothing else may end it before."""
    if old.ends and old.ends != new.ends:
        return False
    return remaining(encounter, old.until) >= remaining(encounter, new.until)


def remaining(encounter: Encounter, until: Until | None) -> tuple[int, int]:
    """How far off an end is, for comparing: rounds after this one, then the place within that round."""
    places = [slot.who for slot in sorted(encounter.order, key=lambda slot: slot.step)]
    after_all = 2 * len(places) + 2
    if until is None:
        return 2 * _FAR, 0
    if until.moment is not None:
        return _FAR, 0
    if until.of == ROUND:
        return (until.left - 1, after_all) if until.edge == "end" else (until.left, -1)
    slot = encounter.slot(until.of)
    if slot is None:
        return until.left - 1, after_all - 1
    passed = slot.acted or (until.edge == "start" and slot.begun)
    return until.left - 1 + passed, 2 * places.index(until.of) + (until.edge == "end")
