"""Kinds: typed keys to the values of an encounter (tracks, traits, piles, standings, options), templates, and kinds of
tests.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from referee.engine.events.event import CardsMoved, Result, StandingSet, Terms, Tested, TrackChanged, TraitSet, total
from referee.engine.numbers import fraction_in, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import TABLE, Figure, Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.saved_model import alike
from referee.text.harmless import clean, clean_name
from referee.text.lazy_pattern import pattern
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


class Difficulty(Struct, frozen=True):
    """How hard the foes are for the party, by a budget of experience for each of it."""

    heroes: int
    """How many of the party were counted."""
    worth: int
    """The experience that the foes are worth."""
    budgets: Mapping[str, int]
    """The budget of the party for each degree, the easiest first."""
    left_out: tuple[str, ...]
    """The names of heroes without a level and of foes of whom nobody knows what they are worth."""
    source: str
    """Whose budget that is."""


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


class Option(Struct, frozen=True):
    """A choice between readings of the rules, made per encounter; kept as a trait of the table."""

    name: str
    choices: tuple[str, ...]
    """The first is the default."""
    hint: str
    clauses: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """How the log says each choice; empty: the name of the option and the choice."""
    title: str = ""
    """What it is called where it is read; empty: its name, spaced."""
    labels: tuple[str, ...] = ()
    """How each choice is read; empty: as its word, spaced."""

    @classmethod
    def between(
        cls, name: str, labels: Mapping[str, str], hint: str, clauses: tuple[str, ...] = (), *, title: str = ""
    ) -> "Option":
        """The choice between these words, with how each is read."""
        return cls(name, tuple(labels), hint, clauses, title=title, labels=tuple(labels.values()))

    @property
    def called(self) -> str:
        """What it is called where it is read."""
        return self.title or self.name.replace("_", " ")

    def label(self, choice: str) -> str:
        """How a choice is read."""
        labels = dict(zip(self.choices, self.labels, strict=False))
        return labels.get(choice) or choice.replace("_", " ")

    def of(self, encounter: Encounter) -> str:
        """The choice that this encounter plays by."""
        value = encounter.groups[TABLE].traits.get(self.name)
        return value if isinstance(value, str) and value in self.choices else self.choices[0]

    def set(self, choice: str) -> TraitSet:
        """The event that sets the choice."""
        return TraitSet(tag=TABLE, trait=self.name, value=choice)


_WORD = pattern(r"[a-z0-9][a-z0-9_.-]{0,39}", re.ASCII)
"""What a kind of figure, a side, and the beginning of a tag may be called."""


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


class Standing(Struct, frozen=True):
    """A way for a figure to stand."""

    name: str
    turn: bool = False
    """Its turn comes round."""
    able: bool = False
    """It may act and be asked; a question to, or about, one that is not able lapses."""
    target: bool = False
    """It may be chosen as a target."""
    fills: bool = False
    """It fills its space on the board."""
    said: str = ""
    """How the log says that a figure came to stand so: `{who} flees`; empty: that it is what the name says. In the line
    of what caused it the brief log tells `{who} is out of play` as `, out of play`, any other sentence behind a full
    stop. Refusals and the odds say the name instead.
    """
    falls: bool = True
    """False: a figure that stands so and cannot act is out of the fight, but has not fallen."""
    dead: bool = False
    """Who stands so is dead, and not only down, or gone."""

    def set(self, tag: Tag, *cites: str) -> StandingSet:
        """The event by which a figure comes to stand so."""
        return StandingSet(tag=tag, standing=self.name, cites=cites)


AWAY = Standing("away")
"""Taken off the table by the referee; every system has it."""

HAD_TURN = TraitKind("order.round", 0)
"""The round in which one who has left the order since had its turn; set by rules that take places out of it."""


class Rank(Struct, frozen=True):
    """What sets a figure apart from the others of its sort."""

    word: str
    """Such as elite, master or boss."""
    is_boss: bool = False


class Template(Struct, frozen=True):
    """A sort of figure to add: what `add KIND` puts on the table."""

    kind: str
    """The word after `add`, and the kind of the figure."""
    side: str
    """Its side; empty: each is a side of its own, named by its tag."""
    name: str = ""
    """What it is called unless the referee says otherwise."""
    short: str = ""
    """How its tags begin when it comes in numbers: `g` for g1, g2."""
    numbered: bool = False
    """Comes in numbers: even a single one is Rat 1, with the tag r1."""
    tracks: dict[str, Track] = field(default_factory=dict)
    traits: dict[str, Value] = field(default_factory=dict)
    things: tuple[tuple[str, Thing], ...] = ()
    """What it carries, each with the pile that it lies in."""
    cites: tuple[str, ...] = ()
    hint: str = ""
    number: str = ""
    """The key that a bare number after `add KIND` is the value of: `add lair 20`. Empty: it is a part of the name."""
    standing: str = ""
    """How it stands as it joins; empty: in the first standing of the game."""
    by_number: bool = False
    """What is said after it are the numbers of figures, and names no single one."""
    hidden: bool = False
    """The players do not know of it unless it is revealed: it is no figure, and only has a turn."""

    def __post_init__(self) -> None:
        """Its words may come from a file: names and hints are cleaned. NotUnderstood for a kind that is no word."""
        for word in (self.kind, *filter(None, (self.side, self.short))):
            if _WORD.fullmatch(word) is None:
                raise NotUnderstood(f"{quoted(word)} is not a kind of figure, a side or a tag.")
        texts = {key: clean(value) for key, value in self.traits.items() if isinstance(value, str)}
        things = tuple((pile, replace(thing, name=clean_name(thing.name))) for pile, thing in self.things)
        force_setattr(self, "name", clean_name(self.name))
        force_setattr(self, "hint", clean(self.hint))
        force_setattr(self, "things", things)
        force_setattr(self, "traits", {**self.traits, **texts})


AnyTrait = TraitKind[bool] | TraitKind[int] | TraitKind[str] | TraitKind[tuple[str, ...]]
Column = TrackKind | AnyTrait
"""What the roster may show of a figure."""


def result_of(successes: int, dice: int) -> Result:
    """How dice that count each for itself ended: all of them, some, or none."""
    return "failure" if not successes else "success" if successes == dice else "partial"


class KeptKind(Struct, frozen=True):
    """A kind of figure that is written down as words: of the referee's own, or of the catalogue of a game."""

    name: str
    words: str
    """What is typed after `add` for it."""
    note: str = ""
    """What there is to read about it."""
    data: Mapping[str, Any] = MappingProxyType({})
    """What a file said of it, as fields."""
    also: Sequence[str] = ()
    """Other names that mean it after `add`."""

    @property
    def hint(self) -> str:
        """A line by which it is chosen: the first of its note."""
        return self.note.partition("\n")[0] or self.words


class TestKind(Struct, frozen=True):
    """A kind of test that a system knows, with its own words for the log."""

    __test__ = False  # for pytest: not a class of test cases

    name: str
    """Its name in events: attack, save, morale."""
    sentence: str = ""
    """Who tests what, before the sum: `{who} attacks {target}`, also `{whose}` and `{using}`; empty: the common one
    for that name."""
    alone: str = ""
    """The sentence where there is no target; empty: `sentence`."""
    words: Mapping[Result, str] = field(default_factory=dict)
    """Its words for results that differ from the common ones; `{n}` is the number of successes where they are
    counted, `{rest}` that of the other dice; `{few}` and `{fail}` are the same in words: `one`, `two fail`."""
    plural: str = ""
    """What stands for the word of success where several successes are counted: `{n} hits`."""
    told: Mapping[Result, str] = field(default_factory=dict)
    """Whole sentences by result, in place of `sentence` and the word of the result: `{who} fails a death save`."""
    told_of: Mapping[str, Mapping[Result, str]] = field(default_factory=dict)
    """Whole sentences in place of `told` where it is made for what is named (`Tested.using`): for concentration."""
    needed: Mapping[Result, str] = field(default_factory=dict)
    """What was needed, by result, in place of `vs 8`: `more than {against}`; an empty text: nothing is said."""
    deals: bool = False
    """What it comes to is the damage, which is not told again."""
    folded: str = ""
    """How several in a row are told in one line, before the names: `Reflex checks, DC {against}`."""
    versus: str = ""
    """What the number is called that the total is compared with: `AC`, `DC`; or how it is written: `{n}+`."""
    best: bool = False
    """Of several dice that count each for itself, one success is enough: the best is told, `6 (of 2 and 6)`."""
    compared: str = ""
    """How total and number are told in the short log, in place of `17 (12 + 5) vs AC 15`: `{total} of {against}`."""
    faces: Mapping[str, str] | None = None
    """The faces that the short log tells where each die counts for itself: `{"X": "X on the {die} die"}`; None: all."""
    follows: str = ""
    """What it is called in the line of the attack that it follows from: `save`, `Feel No Pain`."""
    times: Mapping[str, str] = field(default_factory=dict)
    """How terms that multiply are told behind the others, by their labels: `{"shielding": ", doubled"}`; of one that
    leaves nothing no more is told than this."""
    untold: tuple[str, ...] = ("damage",)
    """Labels of amounts that the short log leaves out; damage is told where somebody takes it."""

    @property
    def called(self) -> str:
        """What it is called: `Wisdom save`, of the sentence `{whose} Wisdom save against {target}`; else empty."""
        whose, _, rest = self.sentence.partition("{whose} ")
        return "" if whose else rest.removesuffix(" against {target}")

    def made(
        self,
        who: Tag,
        result: Result | bool,
        *cites: str,
        target: Tag | None = None,
        using: str = "",
        terms: Terms = (),
        against: int | None = None,
        opposing: Terms = (),
        each: bool = False,
        count: int | None = None,
        amounts: Terms = (),
        hidden: bool = False,
    ) -> Tested:
        """The event of a figure having made one; its total is what the terms come to, unless each die is for itself.

        The parameters are the fields of `Tested`. With `opposing`, `against` is what those terms come to; a result of
        two kinds may be told as True or False.
        """
        if isinstance(result, bool):
            result = "success" if result else "failure"
        return Tested(
            kind=self.name,
            who=who,
            target=target,
            using=using,
            terms=terms,
            total=total(terms) if terms and not each else None,
            against=total(opposing) if opposing else against,
            opposing=opposing,
            each=each,
            count=count,
            result=result,
            amounts=amounts,
            hidden=hidden,
            cites=tuple(dict.fromkeys(cites)),
        )
