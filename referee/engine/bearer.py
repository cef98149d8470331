"""Bearers: figures, groups and things with their tracks, traits, piles and conditions."""

from typing import Annotated, Literal

from pydantic import Field

from referee.engine.condition import Condition
from referee.engine.saved_model import SavedModel

Tag = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_.-]{0,39}$")]
"""The short word a bearer is called by, as painted on its base: `g1`, `ulf`."""

Value = bool | int | str | tuple[str, ...]
"""The types of a trait's value."""

TABLE = "table"
"""Tag of the group that every encounter has, for values of the whole encounter."""


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
        return self.model_copy(update={"now": now})


class Bearer(SavedModel):
    """Anything that carries tracks, traits, piles of things, and conditions."""

    tag: Tag
    """The word that it is called by, as painted on its base: `g1`."""
    name: str
    """Its name."""
    tracks: dict[str, Track] = {}
    """What goes up and down, by name: hit points, wounds."""
    traits: dict[str, Value] = {}
    """What else the game knows of it, by name: numbers, words, yes or no, lists of words."""
    piles: dict[str, tuple[Tag, ...]] = {}
    """Named piles of things by tag; a deck is a pile without an order."""
    conditions: tuple[Condition, ...] = ()
    """What lies on it; what is counted down for the whole encounter lies on `table`."""


class Figure(Bearer):
    """A miniature or standee: one who fights."""

    is_: Literal["figure"] = "figure"
    """That it is a figure."""
    kind: str
    """What the system calls its sort: player, minion, boss, hero, standee."""
    side: str
    """Who it fights for."""
    standing: str = "up"
    """How it stands, one of the words that its system declares: up, dying, dead, away."""
    hidden: bool = False
    """The players do not know of it: their view leaves it out."""
    former: tuple[str, ...] = ()
    """The names that it had before this one; none of them is told while it is hidden."""


class Group(Bearer):
    """Figures that belong together, in an order that matters: a fight, a combat, a monster type, the table."""

    is_: Literal["group"] = "group"
    """That it is a group."""
    kind: str
    """Its sort: fight, side, or table."""
    members: tuple[Tag, ...] = ()
    """Who is in it, in order."""
    open: bool = True
    """False once a fight or combat is over; it stays readable."""


class Thing(Bearer):
    """A weapon, spell, card or item; piles hold things."""

    is_: Literal["thing"] = "thing"
    """That it is a thing."""
    kind: str
    """Its sort."""


AnyBearer = Annotated[Figure | Group | Thing, Field(discriminator="is_")]
