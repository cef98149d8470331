"""Rules for the description of figures and things."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from referee.engine.contract.template import Rank
from referee.engine.state.bearer import Figure, Tag, Thing
from referee.engine.state.encounter import Encounter


class DescriptionRules(Struct, frozen=True, kw_only=True):
    """What a game says of a figure or a thing beside its values."""

    rank: Callable[[Figure], Rank | None] = field(default=lambda figure: None)
    """What sets a figure apart from the others of its sort; None for a common one."""
    compared: tuple[str, ...] = ()
    """The traits by which kinds of figures are compared, beside health and the traits of the roster: level, type."""
    describe: Callable[[Encounter, Tag], Mapping[Tag, str]] = field(default=lambda encounter, tag: {})
    """What there is to say of a figure, or of a group and of each who takes part in it, as it stands now."""
    thing_does: Callable[[Encounter, Tag, Thing], str] | None = None
    """What a thing does that a figure has, in a few words: `+4, 1d6+2 slashing`; None or empty: its traits say it."""
    told_with: Callable[[Encounter, Thing], str] = field(default=lambda encounter, thing: "")
    """How the log says that something was done with a thing, in place of the sentence of the verb; empty: by that."""
    facts: Callable[[Encounter, Tag], Mapping[str, object] | None] = field(default=lambda encounter, tag: None)
    """What other programs are told of a figure, as its game calls it; None: its tracks and traits."""
