"""What this game never leaves behind: a monster dead with hit points left, one that is up without a place."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter
from referee.engine.excluded import fallen_with_some_left, without_place
from referee.rules.gloomhaven.kinds import DEAD, HP, TURNS, TYPE, UP, is_standee


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure and reason (GH-05, 40). The weary are exhausted, and summons go, with HP left."""
    monsters = {tag: figure for tag, figure in encounter.figures.items() if is_standee(encounter, tag)}
    yield from fallen_with_some_left(encounter.model_copy(update={"figures": monsters}), HP, (DEAD,), "GH-40")
    if encounter.phase == TURNS:
        members = {tag for group in encounter.groups_of(TYPE) for tag in group.members}
        up = (tag for tag, figure in monsters.items() if figure.standing == UP.name and tag in members)
        yield from without_place(encounter, up, "GH-05")
