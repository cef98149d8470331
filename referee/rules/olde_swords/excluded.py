"""What this game never leaves behind: the dead and the dying with HP left, one in the fight without a place."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter
from referee.engine.excluded import fallen_with_some_left, without_place
from referee.rules.olde_swords.kinds import DEAD, DYING, HP, STABLE, UP
from referee.rules.olde_swords.sides import FIGHT


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure and reason (OS-04, 22, 25)."""
    yield from fallen_with_some_left(encounter, HP, (DEAD, DYING), "OS-22")
    yield from fallen_with_some_left(encounter, HP, (STABLE,), "OS-25")
    if encounter.phase == FIGHT:
        up = (figure.tag for figure in encounter.figures.values() if figure.standing in (UP.name, DYING.name))
        yield from without_place(encounter, up, "OS-04")
