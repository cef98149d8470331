"""What this game never leaves behind: the fallen with wounds, one in two fights, a fighter without a place."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter
from referee.engine.excluded import fallen_with_some_left, in_several, without_place
from referee.rules.black_keep.kinds import DEAD, FIGHT, OUT, WOUNDS
from referee.rules.black_keep.turns import FIGHTING, standing


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure and reason (BK-01, 07, 19)."""
    yield from fallen_with_some_left(encounter, WOUNDS, (DEAD, OUT), "BK-07")
    yield from in_several(encounter, FIGHT, "BK-01")
    if encounter.phase == FIGHTING:
        for fight in encounter.groups_of(FIGHT):
            yield from without_place(encounter, standing(encounter, fight), "BK-19")
