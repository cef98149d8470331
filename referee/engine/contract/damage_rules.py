"""Rules for damage before it reaches health."""

from collections.abc import Callable

from msgspec import Struct, field

from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter


class DamageRules(Struct, frozen=True, kw_only=True):
    """Types of damage of a game, and what lessens or takes an amount of it."""

    types: tuple[str, ...] = ()
    """Types that damage may have: `damage g1 8 fire`."""
    spared: Callable[[Encounter, Tag, int, str], str] = field(default=lambda encounter, tag, amount, type: "")
    """Why a figure takes more or less of that amount of damage of a type, and how much: `resists fire: 4`; else empty.
    """
    lost_first: tuple[str, ...] = ()
    """The names of the tracks that damage takes before health, and that are shown with it: temporary points."""
