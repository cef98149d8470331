"""Voice: who answers for a side."""

from collections.abc import Sequence

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter


def voice(encounter: Encounter, side: str, tags: Sequence[Tag]) -> str:
    """The side itself; its first model, where the side is called as some model is, who may have fallen."""
    return tags[0] if side in encounter.figures else side
