"""Bearers: figures, groups and things."""

from typing import Annotated, Self

from msgspec import Meta
from msgspec.structs import replace

from referee.engine.state.condition import Condition
from referee.engine.state.own_values import Form, Track, Value
from referee.engine.state.saved_model import SavedModel

_GONE = frozenset({"escaped", "fled", "left", "retreated", "surrendered", "yielded"})
"""Standings that are things done: `Gruk has fled`, where others are states, `Gruk is dead`."""


def stands(standing: str) -> str:
    """A standing as a predicate: `is dead`, `has fled`."""
    return f"{'has' if standing in _GONE else 'is'} {standing}"


Tag = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_.-]{0,39}\Z")]
"""The short word a bearer is called by, as painted on its base: `g1`, `ulf`."""

TABLE = "table"
"""Tag of the group that every encounter has, for values of the whole encounter."""


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

    def lying_under(self, conditions: tuple[Condition, ...]) -> Self:
        """The bearer with these conditions in place of its own, in the form that they give it, the latest last.

        What a form has left of its tracks, it has again where another one that came over it has ended.
        """
        bearer, there, left = self, list[Condition](), dict[str, Form]()
        for lying in reversed(self.conditions):
            if lying.form is not None:
                now = {name: bearer.tracks.get(name) for name in lying.form.tracks}
                left[lying.id] = replace(lying.form, tracks=now)
                bearer = bearer._before(lying)
        for lying in conditions:
            if lying.form is not None:
                form = left.get(lying.id, lying.form)
                was = Form(
                    tracks={name: bearer.tracks.get(name) for name in form.tracks},
                    traits={name: bearer.traits.get(name) for name in form.traits},
                    piles={name: bearer.piles.get(name, ()) for name in form.piles},
                )
                bearer, lying = bearer._with(form), replace(lying, form=form, was=was)
            there.append(lying)
        return replace(bearer, conditions=tuple(there))

    def in_own_form(self) -> Self:
        """The bearer without the conditions that give it another form; the same value where none does."""
        if not any(lying.form for lying in self.conditions):
            return self
        return self.lying_under(tuple(lying for lying in self.conditions if lying.form is None))

    def _before(self, lying: Condition) -> Self:
        """The bearer with what it had before that condition gave it a form; things that it was given since stay."""
        if lying.form is None or lying.was is None:
            return self
        came = {tag for pile in lying.form.piles.values() for tag in pile}
        given = {name: [tag for tag in self.piles.get(name, ()) if tag not in came] for name in lying.was.piles}
        piles = {name: (*pile, *given[name]) for name, pile in lying.was.piles.items()}
        return self._with(replace(lying.was, piles=piles))

    def _with(self, form: Form) -> Self:
        tracks = {name: track for name, track in {**self.tracks, **form.tracks}.items() if track is not None}
        traits = {name: value for name, value in {**self.traits, **form.traits}.items() if value is not None}
        return replace(self, tracks=tracks, traits=traits, piles={**self.piles, **form.piles})


class Figure(Bearer, tag_field="is_", tag="figure"):
    """A miniature or standee: one who fights."""

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

    @property
    def stands(self) -> str:
        """How it stands, with its verb: `is dead`, `has fled`."""
        return stands(self.standing)


class Group(Bearer, tag_field="is_", tag="group"):
    """Figures that belong together, in an order that matters: a fight, a combat, a monster type, the table."""

    kind: str
    """Its sort: fight, side, or table."""
    members: tuple[Tag, ...] = ()
    """Who is in it, in order."""
    open: bool = True
    """False once a fight or combat is over; it stays readable."""


class Thing(Bearer, tag_field="is_", tag="thing"):
    """A weapon, spell, card or item; piles hold things."""

    kind: str
    """Its sort."""


AnyBearer = Figure | Group | Thing
