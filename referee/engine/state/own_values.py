"""Own values of a bearer: its tracks and traits."""

from msgspec.structs import replace

from referee.engine.state.saved_model import SavedModel

Value = bool | int | str | tuple[str, ...]
"""The types of a trait's value."""


class Track(SavedModel):
    """A number that goes up and down in play: hit points, wounds, fatigue, a counter of loot."""

    now: int
    """Where it stands."""
    most: int | None = None
    """The maximum; None for an unbounded counter."""
    least: int | None = 0
    """The minimum; None if it may fall below zero without bound."""

    def moved(self, by: int) -> "Track":
        """The track after a change of `by`, kept within its bounds."""
        now = self.now + by
        if self.most is not None:
            now = min(now, self.most)
        if self.least is not None:
            now = max(now, self.least)
        return replace(self, now=now)


class Form(SavedModel):
    """Values of a bearer that take the place of others while a condition lies on it, as of who is in another shape."""

    tracks: dict[str, Track | None] = {}
    """Tracks by name; None: it has no such track."""
    traits: dict[str, Value | None] = {}
    """Traits by name; None: what it is by default."""
    piles: dict[str, tuple[str, ...]] = {}
    """Whole piles of things, by tag."""
