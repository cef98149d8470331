"""Bearers: figures, groups and things with their tracks, traits, piles and conditions; and the base of all saved
values.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeVar, dataclass_transform

from msgspec import Meta, Struct, StructMeta
from msgspec.structs import asdict, replace


class SavedMeta(StructMeta):
    """Makes a class of saved values: they are given by name, and what is at its default is not written."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any) -> "SavedMeta":
        """The class; what it extends may have defaults where it has none."""
        return super().__new__(cls, name, bases, body, **{"kw_only": True, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True)
class SavedModel(Struct, metaclass=SavedMeta, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A saved value: immutable; an unknown field in a save raises a ValidationError.

    Whoever adds, changes or removes a subclass, or a field or a default of one, raises `SCHEMA` in `store/line.py`.
    """


def as_data(value: Any) -> Any:
    """A value for other programs, as JSON has it, with all its fields: msgspec leaves out those at their default."""
    if isinstance(value, tuple):
        return [as_data(each) for each in value]
    kind: dict[str, Any] = {}
    if isinstance(value, SavedModel):
        config = value.__struct_config__
        kind = {config.tag_field: config.tag} if config.tag_field else {}
        value = asdict(value)
    if not isinstance(value, dict):
        return value
    # Most fields are plain: there are tens of thousands of them, and no call is made for each.
    return kind | {key: each if type(each) in _PLAIN else as_data(each) for key, each in value.items()}


_PLAIN = frozenset({str, int, bool, type(None)})


M = TypeVar("M", bound=SavedModel)


if TYPE_CHECKING:  # what is cached has no type

    def alike(model: type[M], **fields: Hashable) -> M: ...
else:

    @lru_cache(maxsize=4096, typed=True)
    def alike(model, **fields):
        """A value with these fields, made once: the rules make some alike again and again, and they are immutable."""
        return model(**fields)


Value = bool | int | str | tuple[str, ...]
"""The types of a trait's value."""

ROUND = "round"
"""The value of `Until.of` for the round itself."""
_PHASE, _MOMENT = "phase:", "moment:"
FIGHT = "fight"
"""The moment at which a fight is over, where the rules announce it."""
DAMAGED = "damaged"
"""What ends a condition when the health of its bearer goes down."""
LEAVES = "leaves"
"""What ends a condition as a figure can act no longer: it has fallen, died, fled, or left the table."""


_GONE = frozenset({"escaped", "fled", "left", "retreated", "surrendered", "yielded"})
"""Standings that are things done: `Gruk has fled`, where others are states, `Gruk is dead`."""


def stands(standing: str) -> str:
    """A standing as a predicate: `is dead`, `has fled`."""
    return f"{'has' if standing in _GONE else 'is'} {standing}"


def phase_of(name: str) -> str:
    """The value of `Until.of` for a phase."""
    return f"{_PHASE}{name}"


def moment_of(name: str) -> str:
    """The value of `Until.of` for a moment that the rules announce by name: the end of a fight, a rest."""
    return f"{_MOMENT}{name}"


class Until(SavedModel):
    """The moment a condition ends: a number of starts or ends, of somebody's turn, the round or a phase."""

    edge: Literal["start", "end"]
    """Which end of a turn, a round or a phase it is."""
    of: str
    """A figure or group by tag, `round`, `phase:` and a phase, or `moment:` and a moment."""
    left: Annotated[int, Meta(ge=1)] = 1
    """How many such moments are still to come; at the last of them it ends."""

    @property
    def phase(self) -> str | None:
        """The name of the phase that it waits for; None if it waits for none."""
        return self.of.removeprefix(_PHASE) if self.of.startswith(_PHASE) else None

    @property
    def moment(self) -> str | None:
        """The name of the announced moment that it waits for; None if it waits for none."""
        return self.of.removeprefix(_MOMENT) if self.of.startswith(_MOMENT) else None


class Ending(SavedModel):
    """Another way in which a condition may end, before its time is over: a test, or something that happens."""

    test: str = ""
    """The test that ends it when it succeeds: `save`, `dex save`; empty: none."""
    against: int | None = None
    """What the test has to reach."""
    at: Literal["start", "end", "action"] = "end"
    """At which moment of the turn the test is asked for; `action`: not by itself, but when its bearer tries it."""
    after: int = 0
    """The round in which the test is not asked for yet: that of the turn in which its condition came; 0: none."""
    event: str = ""
    """What ends it, where it is no test: `damaged`, or `loses` and a condition; empty: nothing."""
    of: str = ""
    """To whom that happens, by tag; empty: to its bearer."""


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


class Since(SavedModel):
    """The moment a condition came."""

    round: int
    """The round; 0 before the first."""
    turn: str | None = None
    """Tag of the figure or group whose turn it was; None: nobody's."""


class Condition(SavedModel):
    """One condition on one bearer."""

    id: str
    """Unlike any other of this encounter; says which act of the table brought it."""
    kind: str
    """Which condition it is."""
    value: int = 1
    """Its level, or how many tokens of it lie there."""
    since: Since | None = None
    """When it came; None in saves of earlier versions."""
    until: Until | None = None
    """When it ends; None: when somebody takes it off."""
    by: str | None = None
    """Who brought it about, by tag."""
    ends: tuple[Ending, ...] = ()
    """How else it may end; whatever comes first ends it."""
    note: str = ""
    """What the referee wants to remember of it."""
    own: str = ""
    """What this one does besides its kind, as the rules that brought it wrote it; empty: nothing."""
    form: Form | None = None
    """What its bearer has in place of its own while it lies; None: it takes nothing away."""
    was: Form | None = None
    """What its bearer gets back as it ends, kept from the moment it came; None: nothing."""


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
