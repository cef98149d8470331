"""Rules for the values of a figure."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Value


class ValueRules(Struct, frozen=True, kw_only=True):
    """Which values a figure of a game may have, and which are in effect."""

    own_tracks: bool = False
    """A figure may have tracks that the system does not name, as the referee calls them: `mana=5`."""
    validate_trait: Callable[[str, object], str | None] = field(default=lambda trait, value: None)
    """Why a trait cannot have that value; None if it can."""
    concerns: Callable[[Encounter, Tag, str], bool] | None = None
    """Does a track of that name concern a figure? None: each concerns all."""
    effective: Callable[[Encounter, Figure], Mapping[str, Value]] | None = None
    """Effective values of the traits that a formula or a condition changes. None if the game has no such traits."""
    passing: tuple[str, ...] = ()
    """Tracks and traits that say how a figure stands in a fight, and not what it is: they are kept nowhere."""

    def as_shown(self, encounter: Encounter, figure: Figure) -> Figure:
        """Returns the figure with the tracks that concern it and its effective traits; the same object if all agree."""
        concerns, effective = self.concerns, self.effective
        if concerns is not None and not all(concerns(encounter, figure.tag, name) for name in figure.tracks):
            kept = {name: track for name, track in figure.tracks.items() if concerns(encounter, figure.tag, name)}
            figure = replace(figure, tracks=kept)
        if effective is not None and (values := effective(encounter, figure)):
            figure = replace(figure, traits={**figure.traits, **values})
        return figure
