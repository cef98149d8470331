"""What this game never leaves behind: the slain with wounds left, a model in two combats, a combat without a place."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter
from referee.engine.excluded import fallen_with_some_left, in_several, without_place
from referee.rules.scorched.kinds import COMBAT, SLAIN, WOUNDS


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each model, or combat, and reason (SC-01, 04, 14)."""
    yield from fallen_with_some_left(encounter, WOUNDS, (SLAIN,), "SC-14")
    yield from in_several(encounter, COMBAT, "SC-01")
    yield from without_place(encounter, (combat.tag for combat in encounter.groups_of(COMBAT)), "SC-04")
