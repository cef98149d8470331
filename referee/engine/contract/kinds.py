"""Kinds of the values that a bearer has: tracks, traits, piles."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from msgspec import Struct, field

from referee.engine.events.event import CardsMoved, Terms, TrackChanged, TraitSet
from referee.engine.numbers import fraction_in, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.saved_model import alike
from referee.text.quoting import quoted

V = TypeVar("V", bool, int, str, tuple[str, ...])


NOT_SAID = "-"
"""In place of a sentence: what the rules do so is told only where the log is read in full."""


class TrackKind(Struct, frozen=True):
    """A track that figures of a system have: its name in commands, its heading in the roster."""

    name: str
    label: str = ""
    hint: str = ""
    rising: bool = False
    """It counts harm up, and its bound is the end; others count down to none."""
    minimum: int = 0
    """The least that the referee may set a figure's own maximum to; where it stands may always be 0."""
    maximum: int = 9999
    """The most that the referee may set it to."""
    detail: bool = False
    """Its changes by the rules are told only where the log is read in full."""
    unbounded: bool = False
    """A number alone says where it stands, and bounds nothing."""
    private: bool = False
    """Only the rules use it: how a figure stands is told without it."""
    called: str = ""
    """What it is called in a sentence: `2nd-level slots`; empty: its label."""
    raised: str = ""
    """How the log says that the rules raised it: `{who} gains a special item`, also `{whose}`, `{n}`, `{now}` and
    `{most}`; empty: where it was and is. What stands behind ` | ` is said of more than one.
    """
    lowered: str = ""
    """The same where the rules lowered it. NOT_SAID in either: it is told only where the log is read in full."""
    untold: tuple[str, ...] | None = None
    """Labels in the sum of a loss that say nothing: the others are told in place of the sum, `takes 1 (wounded)`; None:
    the sum itself."""
    gained: str = ""
    """How the tail of an act tells that its doer gained some: `{n} XP`; empty: it is a line."""

    @property
    def spoken(self) -> str:
        """What it is called in a sentence."""
        return self.called or self.label or self.name.replace("_", " ")

    def track(self, encounter: Encounter, tag: str) -> Track | None:
        """The track of that bearer, if it has one."""
        # Figures first: most lookups are for figures.
        return (encounter.figures.get(tag) or encounter.of(tag)).tracks.get(self.name)

    def of(self, encounter: Encounter, tag: str) -> int:
        """The present value of the track; 0 for a bearer without it."""
        track = self.track(encounter, tag)
        return 0 if track is None else track.now

    def most(self, encounter: Encounter, tag: str) -> int:
        """The upper bound of the track; its present value if it has none."""
        track = self.track(encounter, tag)
        return 0 if track is None else track.now if track.most is None else track.most

    def read(self, word: str, there: Track | None = None) -> Track:
        """The track that a word means: `7` full at 7, `3/7` at 3 of 7, `3/-` at 3 without a bound.

        An unbounded kind has no bound for `7` either; a track that is there already may be set to 0. NotUnderstood,
        with the bounds, otherwise.
        """
        now, slash, most = word.partition("/")
        if most == "-" or (self.unbounded and not slash):
            return Track(now=read_number(now, self.spoken, 0, self.maximum))
        least = 0 if there is not None and not slash else self.minimum
        bound = read_number(most if slash else now, self.spoken, least, self.maximum)
        return Track(now=read_number(now, self.spoken, 0, bound), most=bound)

    def read_change(self, word: str, track: Track) -> int:
        """What `+2` or `-1` adds to a track that stands so. NotUnderstood if no such track can change by that."""
        by = read_number(word, self.spoken, -self.maximum, self.maximum)
        if track.most is None and track.now + by > self.maximum:
            raise NotUnderstood(f"{self.spoken}: 0 to {self.maximum}, not {track.now + by}.")
        return by

    def change(self, tag: Tag, by: int, *cites: str, source: Tag | None = None, terms: Terms = ()) -> TrackChanged:
        """The event that changes the track by so much; `source`: who did it; `terms`: the sum that the amount was
        computed from.
        """
        return TrackChanged(tag=tag, track=self.name, by=by, cites=cites, source=source, terms=terms)


class TraitKind(Struct, Generic[V], frozen=True):
    """A trait of a system: a number, a word, a yes or no, or a list of words."""

    name: str
    default: V
    label: str = ""
    hint: str = ""
    minimum: int = -99
    """The least that a number may be set to."""
    maximum: int = 999
    """The most that a number may be set to."""
    optional: bool = False
    """A figure may be without it: a number at its default is shown as a dash."""
    said: str = ""
    """How the log says that it got a value: `{who} waits for {value}`, also `{whose}`; empty: its label and value."""
    cleared: str = ""
    """How it says that it is back at its default; empty: its label and that default."""
    detail: bool = False
    """Its changes by the rules are told only where the log is read in full."""
    experience: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """The experience that whoever falls is worth, by the value of this trait as it is typed."""
    signed: bool = False
    """A number that is added to a roll: a stat block shows it with its sign."""
    derived: bool = False
    """True if a formula gives the number to figures that have none of their own."""
    last: bool = False
    """A text that a stat block shows behind all else."""
    spare: bool = False
    """As a column of the roster it stands only where nothing else needs the room."""

    @property
    def spoken(self) -> str:
        """What it is called in a sentence."""
        return self.label or self.name.replace("_", " ")

    def of(self, encounter: Encounter, tag: str) -> V:
        """The value of the trait of that bearer; the default if it has none of its own."""
        value = (encounter.figures.get(tag) or encounter.of(tag)).traits.get(self.name, self.default)
        return value if type(value) is type(self.default) else self.default

    def is_usual(self, own: Figure, shown: Figure) -> bool:
        """True if the figure has no value of its own, and no condition changes the usual one.

        shown: the figure with effective values. A derived value is always usual.
        """
        if own.traits.get(self.name, self.default) != self.default:
            return False
        return self.derived or shown.traits.get(self.name, self.default) == self.default

    def known(self, encounter: Encounter, tag: str) -> bool:
        """True if that bearer has a value of its own; without one it may not have been asked for yet."""
        return type(encounter.of(tag).traits.get(self.name)) is type(self.default)

    def set(self, tag: Tag, value: V, *cites: str) -> TraitSet:
        """The event that sets the trait to that value."""
        return alike(TraitSet, tag=tag, trait=self.name, value=value, cites=cites)

    def clear(self, tag: Tag, *cites: str) -> TraitSet:
        """The event that resets the trait to its default."""
        return alike(TraitSet, tag=tag, trait=self.name, value=None, cites=cites)

    def read(self, word: str) -> Value:
        """The value that a typed word means; 1/2 for `0.5` where that is worth experience.

        NotUnderstood, saying what is expected.
        """
        if isinstance(self.default, bool):
            answer = {"yes": True, "on": True, "no": False, "off": False}.get(word.lower())
            if answer is None:
                raise NotUnderstood(f"{self.spoken}: type yes or no, not {quoted(word)}.")
            return answer
        if isinstance(self.default, int):
            return read_number(word, self.spoken, self.minimum, self.maximum)
        if isinstance(self.default, tuple):
            return tuple(part.strip() for part in word.split(",") if part.strip())
        if self.experience and word not in self.experience:
            number = str(fraction_in(word))
            return number if number in self.experience else word
        return word


XP = TrackKind("xp", "XP", "experience", maximum=999_999, unbounded=True)
"""Experience, which figures of every game may have; a game may have its own in place of it."""
NOTE = TraitKind("note", "", "note", "a note of your own", last=True)
SHOWN = TraitKind(
    "shown",
    "",
    "name for players",
    "the name that the players see in place of its own",
    said="the players see {who} as {value}",
    cleared="the players see {who} by name",
)
"""The name under which the players' view has a figure."""
LETTER = TraitKind("letter", "")
"""The letter that the players see in place of the number of a figure; no sheet shows it."""
OF_EVERY_GAME = (NOTE, SHOWN)
"""Traits that figures of every game may have."""


class PileKind(Struct, frozen=True):
    """A pile of things that a bearer of a system keeps: a deck, a hand, equipment."""

    name: str
    label: str = ""
    holds: str = "card"
    """The kind of thing in it."""
    detail: bool = False
    """What is moved into it is told only where the log is read in full."""

    def of(self, encounter: Encounter, tag: str) -> tuple[Tag, ...]:
        """The tags of the things in that bearer's pile."""
        return encounter.of(tag).piles.get(self.name, ())

    def move(self, tag: Tag, to: "PileKind", cards: tuple[Tag, ...], *cites: str) -> CardsMoved:
        """The event that moves cards to another pile of the same bearer."""
        return CardsMoved(src=(tag, self.name), dst=(tag, to.name), cards=cards, cites=cites)


HAD_TURN = TraitKind("order.round", 0)
"""The round in which one who has left the order since had its turn; set by rules that take places out of it."""


AnyTrait = TraitKind[bool] | TraitKind[int] | TraitKind[str] | TraitKind[tuple[str, ...]]
Column = TrackKind | AnyTrait
"""What the roster may show of a figure."""
