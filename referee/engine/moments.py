"""Moments of turns: which conditions wait for one, and whose come although nobody takes that turn."""

from collections.abc import Iterator

from referee.engine.bearer import Bearer
from referee.engine.condition import Condition
from referee.engine.encounter import Encounter, Slot
from referee.engine.ruleset import Ruleset


def waiting(encounter: Encounter, of: str, edge: str | None = None) -> Iterator[tuple[Bearer, Condition]]:
    """The conditions that wait for a moment of this figure, group, round or phase; `edge`: for its start, or end."""
    for bearer in encounter.bearers():
        for condition in bearer.conditions:
            until = condition.until
            if until is not None and until.of == of and edge in (None, until.edge):
                yield bearer, condition


def is_waited_for(encounter: Encounter, who: str) -> bool:
    """True if a condition waits for a moment of a figure, or of a group that acts as one or one of its members."""
    return any(True for tag in encounter.acting_as(who) for _ in waiting(encounter, tag))


def passed_over(rules: Ruleset, encounter: Encounter, step: int) -> tuple[Slot, ...]:
    """Places before this step of the order that the turn has not come to, and whose owners can have none."""
    reached = [slot.step for slot in encounter.order if slot.acted or slot.begun]
    first = max(reached) if reached else min((slot.step for slot in encounter.order), default=step)
    between = (slot for slot in encounter.order if first <= slot.step < step)
    return tuple(slot for slot in between if _comes_to_nothing(rules, encounter, slot))


def left_over(rules: Ruleset, encounter: Encounter) -> tuple[Slot, ...]:
    """As a round ends: places that the turn has not come to and whose owners can have none.

    Those who are waited for and have lost their place are among them.
    """
    reached = max((slot.step for slot in encounter.order if slot.acted or slot.begun), default=None)
    behind = (slot for slot in encounter.order if reached is None or slot.step >= reached)
    places = {tag for slot in encounter.order for tag in encounter.acting_as(slot.who)}
    waited = dict.fromkeys(
        there.until.of for bearer in encounter.bearers() for there in bearer.conditions if there.until
    )
    lost = (Slot(who=tag) for tag in waited if encounter.has(tag) and tag not in places)
    return tuple(slot for slot in (*behind, *lost) if _comes_to_nothing(rules, encounter, slot))


def _comes_to_nothing(rules: Ruleset, encounter: Encounter, slot: Slot) -> bool:
    """True if the place has not been used, its owner has no turn, and a condition waits for it."""
    if slot.acted or rules.gets_turn(encounter, slot.who):
        return False
    return is_waited_for(encounter, slot.who)
