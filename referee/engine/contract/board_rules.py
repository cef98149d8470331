"""Rules for the figures on a board."""

from collections.abc import Callable

from msgspec import Struct, field

from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter


class BoardRules(Struct, frozen=True, kw_only=True):
    """What a game says of figures on a board."""

    footprint: Callable[[Encounter, Tag], tuple[int, int]] = field(default=lambda encounter, tag: (1, 1))
    """How many spaces of a board a figure fills, across and down."""
    corner_open: Callable[[Encounter], bool] = field(default=lambda encounter: True)
    """Does a line of sight pass a corner that is blocked on one side?"""
