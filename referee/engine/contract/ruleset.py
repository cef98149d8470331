"""Ruleset: what a game declares as values. The engine asks it, and never asks which game it runs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Self

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from referee.engine.contract.kinds import (
    AWAY,
    OF_EVERY_GAME,
    XP,
    AnyTrait,
    Column,
    KeptKind,
    Option,
    PileKind,
    Rank,
    Standing,
    Template,
    TestKind,
    TrackKind,
)
from referee.engine.contract.symbol_dice import SymbolDie
from referee.engine.short_repr import ShortInReports
from referee.engine.state.bearer import Bearer, Figure, Group, Tag, Thing
from referee.engine.state.condition import Ending
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track, Value

MOST_OF_A_CONDITION = 99
"""The highest level, or the most tokens, of a condition that says nothing else, a referee's own among them."""


class Stacking(Enum):
    """How a new condition combines with one of its kind that the bearer already has."""

    REPLACES = "replaces"
    """It replaces the old one."""
    ADDS = "adds"
    """Its value is added to that of the old one."""
    PER_SOURCE = "per source"
    """It replaces the old one from the same source; those from others stay."""
    EACH = "each"
    """Both stay, each with its own end."""
    LONGEST = "longest"
    """The one that lasts longer stays."""
    ONCE = "once"
    """The old one stays as it is."""


class ConditionKind(Struct, frozen=True):
    """A condition that a system knows."""

    name: str
    hint: str = ""
    clauses: tuple[str, ...] = ()
    stacking: Stacking = Stacking.REPLACES
    maximum: int = MOST_OF_A_CONDITION
    """The highest level, or the most tokens, that it may have."""
    aliases: tuple[str, ...] = ()
    """Other words for it in commands."""
    usual: str = ""
    """How long it lasts where nothing is said, in the words of `read_duration`; empty: until it is lifted."""
    label: str = ""
    """What the log calls it; empty: its name."""
    said: str = ""
    """How the log says that it begins: `{who} catches fire`, also `{n}`, its value; empty: that the bearer is what the
    label says. NOT_SAID: only where the log is read in full."""
    cleared: str = ""
    """How it says that it ends: `{who} burns no longer`; empty: that the bearer is no longer so. NOT_SAID: likewise.
    A sentence with `{note}`, `{note} ends on {who}`, is for those that have a note."""
    regains: int = 0
    """How much health each level gives back to an able bearer at the start of its turn, in a game that is code."""
    compared: str = ""
    """What the odds call an act of who has it, which they tell beside one without it: `EDGE`; empty: they do not."""
    by_note: bool = False
    """Its note is the name of what brought it, such as a spell."""
    sorts: bool = False
    """There are sorts of it, whose names begin with its own: retaliating-within-3."""

    def is_sort(self, name: str) -> bool:
        """Is that the name of a sort of it?"""
        return name.startswith(f"{self.name}-")

    def sort(self, name: str) -> Self:
        """The sort of that name, which is told as this kind is, with what its name says more."""
        more = name.removeprefix(self.name).replace("-", " ")
        return replace(
            self, name=name, label=f"{self.label or self.name}{more}", said=self.said and f"{self.said}{more}"
        )

    @property
    def stacks(self) -> bool:
        """True if another one adds its value to the present one."""
        return self.stacking is Stacking.ADDS

    def on(self, encounter: Encounter, tag: str) -> bool:
        """True if that bearer has the condition."""
        return any(condition.kind == self.name for condition in encounter.of(tag).conditions)

    def value(self, encounter: Encounter, tag: str) -> int:
        """Its level or tokens on that bearer; 0 without it."""
        return sum(condition.value for condition in encounter.of(tag).conditions if condition.kind == self.name)


KeepsThing = Callable[[str, Thing], bool]
"""Whether a thing in a pile of that name carries over, with what is left of it."""


def in_piles(*names: str) -> KeepsThing:
    """Keeps what lies in these piles, and drops other things."""
    return lambda pile, thing: pile in names


class CarriesOver(Struct, frozen=True):
    """What a party is left with after a fight. Where health is among the tracks, how a figure stands is, too."""

    tracks: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    thing: KeepsThing = lambda pile, thing: False
    things: str = ""
    """Which things those are, in words; empty: none."""
    table: tuple[str, ...] = ()
    """Tracks of the table."""
    member: Callable[[Encounter, Tag], bool] = lambda encounter, tag: True
    """Whether a figure may belong to a party at all."""


class Clause(Struct, frozen=True):
    """One numbered clause of the rules, in the project's own words."""

    id: str
    text: str
    source: str = "stated"
    """`stated` in the source text, a `fact` of the game found elsewhere, or a `house` default."""


INIT, INITIATIVE, INIT_BONUS = "init", "initiative", "init_bonus"
"""The words for the number in the order, and for what is added to a rolled one, whatever a game calls its traits."""


def _is_spent(kind: TrackKind | None, track: Track) -> bool:
    return track.now == (track.most if kind is not None and kind.rising else 0)


class Ruleset(ShortInReports, frozen=True, eq=False, dict=True, weakref=True, kw_only=True):
    """One game as values: what its figures are and have, and what can be worked out from an encounter alone.

    A `System` adds the verbs, and the moments at which the engine turns to the rules.
    """

    name: str
    """Its name in files and commands: black_keep."""
    title: str
    blurb: str
    """The kind of game, in one sentence."""
    standings: tuple[Standing, ...]
    """The first is how a figure stands when it joins."""
    health_track: TrackKind | None
    """What damage takes away and healing gives back; None in a game without health."""
    templates: tuple[Template, ...]
    clauses: Callable[[], tuple[Clause, ...]]
    sample: Callable[[], str]
    """A ready encounter, as the lines of a script that sets it up."""
    licence: str = ""
    """Under which licence its texts are used, where that has to be said."""
    package: str = ""
    """The installed package that it comes from; empty for one that comes with the program, or a file."""
    tracks: tuple[TrackKind, ...] = ()
    concerns: Callable[[Encounter, Tag, str], bool] | None = None
    """Does a track of that name concern a figure? None: each concerns all."""
    effective: Callable[[Encounter, Figure], Mapping[str, Value]] | None = None
    """Effective values of the traits that a formula or a condition changes. None if the game has no such traits."""
    lost_first: tuple[str, ...] = ()
    """The names of the tracks that damage takes before health, and that are shown with it: temporary points."""
    traits: tuple[AnyTrait, ...] = ()
    """Those of the system; every system has a note besides.

    One that a rule uses and that is not among these is the game's own: nobody sees, sets or exports it, and the log
    does not tell its changes.
    """
    damage_types: tuple[str, ...] = ()
    """Types that damage may have: `damage g1 8 fire`."""
    spared: Callable[[Encounter, Tag, int, str], str] = field(default=lambda encounter, tag, amount, type: "")
    """Why a figure takes more or less of that amount of damage of a type, and how much: `resists fire: 4`; else empty.
    """
    own_tracks: bool = False
    """A figure may have tracks that the system does not name, as the referee calls them: `mana=5`."""
    piles: tuple[PileKind, ...] = ()
    conditions: tuple[ConditionKind, ...] = ()
    tests: tuple[TestKind, ...] = ()
    """The kinds of test of the system: attacks, saves, checks."""
    own_conditions: Stacking = Stacking.REPLACES
    """How conditions of the referee's own stack."""
    moments: tuple[str, ...] = ()
    """Moments beside turns, rounds and phases that the rules announce, and that end conditions: `fight`, `rest`."""
    options: tuple[Option, ...] = ()
    columns: tuple[Column, ...] = ()
    """What the roster shows beside name and conditions, in this order."""
    compared: tuple[str, ...] = ()
    """The traits by which kinds of figures are compared, beside health and the traits of the roster: level, type."""
    rank: Callable[[Figure], Rank | None] = field(default=lambda figure: None)
    """What sets a figure apart from the others of its sort; None for a common one."""
    app_sides: frozenset[str] = frozenset()
    """The sides for which the app throws, when dice are split between it and the table."""
    dice: tuple[SymbolDie, ...] = ()
    """The symbol dice that can be rolled by name: `roll 2 red`."""
    symbol_dice: bool = False
    """Some dice show symbols: a recorded face is the index of a symbol, and only its question knows which."""
    free_sides: bool = False
    """Sides are called as the table likes; elsewhere the referee is asked about a side that nobody is on."""
    validate_trait: Callable[[str, object], str | None] = field(default=lambda trait, value: None)
    """Why a trait cannot have that value; None if it can."""
    parse_equipment: Callable[[str, str], tuple[str, Thing] | None] = field(default=lambda key, word: None)
    """What `key=word` after `add` gives a figure to carry, with the pile it goes to; None if it means nothing."""
    in_own_keys: Callable[[Sequence[tuple[str, str]]], Sequence[tuple[str, str]]] = field(default=lambda said: said)
    """What was said as `key=word` after `add`, with the game's own keys where it understands others too.

    NotUnderstood if it cannot be said together.
    """
    equipment: Callable[[], Mapping[str, Iterable[str]]] = field(default=dict)
    """The keys by which a figure that comes is given things, each with the words that are known for it."""
    equipment_words: Callable[[str, Thing], tuple[str, str] | None] = field(default=lambda pile, thing: None)
    """The `key=word` after `add` that gives a figure that thing into that pile; None if none does."""
    kept_words: Callable[[str, Mapping[str, object]], str] = field(default=lambda words, data: words)
    """What is typed after `add` for a figure of the library, from its words and the fields that its file gave it."""
    catalogue: Callable[[], Sequence[KeptKind]] = field(default=tuple)
    """Figures that come with the game besides its kinds, by words after `add`; read when they are first looked for."""
    shared_words: Callable[[Encounter, Tag], Sequence[tuple[str, str]]] = field(default=lambda encounter, tag: ())
    """The `key=word` after `add` for what a figure's group holds for it, such as a deck."""
    kind_to_add: Callable[[Figure], str] = field(default=lambda figure: figure.kind)
    """The kind that a figure like this one is added as."""
    order_number: str = ""
    """The trait that holds a figure's number in the order, which is typed as `init=18` in every game; empty: none."""
    order_bonus: str = ""
    """The trait that is added to a rolled number, which is typed as `init_bonus=2` or `init=+2`; empty: none."""
    passing: tuple[str, ...] = ()
    """Tracks and traits that say how a figure stands in a fight, and not what it is: they are kept nowhere."""
    carries_over: CarriesOver = field(default_factory=CarriesOver)
    """What a party keeps from fight to fight."""
    gains_experience: Callable[[Encounter, Tag], bool] = field(default=lambda encounter, tag: True)
    """Does a figure of the players have a share where experience is shared out? A beast of theirs need not."""
    rests: tuple[str, ...] = ()
    """The rests that a party may take between fights; `rest_command` of the system orders one."""
    no_rest: str = ""
    """What the game has instead, where a party cannot rest as one."""
    label_of: Callable[[Encounter, Tag], str] | None = None
    """A word the order shows beside a figure, such as its initiative."""
    describe: Callable[[Encounter, Tag], Mapping[Tag, str]] = field(default=lambda encounter, tag: {})
    """What there is to say of a figure, or of a group and of each who takes part in it, as it stands now."""
    thing_does: Callable[[Encounter, Tag, Thing], str] | None = None
    """What a thing does that a figure has, in a few words: `+4, 1d6+2 slashing`; None or empty: its traits say it."""
    told_with: Callable[[Encounter, Thing], str] = field(default=lambda encounter, thing: "")
    """How the log says that something was done with a thing, in place of the sentence of the verb; empty: by that."""
    group_words: Callable[[Encounter, Group], tuple[str, str | None]] = field(
        default=lambda encounter, group: (group.name, None)
    )
    """The name of a group, and the words beside it in the order; None for those that it has now."""
    acts_as_one: str = ""
    """The kind of group whose members, where they act one after the other, are told as one in the order."""
    facts: Callable[[Encounter, Tag], Mapping[str, object] | None] = field(default=lambda encounter, tag: None)
    """What other programs are told of a figure, as its game calls it; None: its tracks and traits."""
    reward: str = ""
    """The command that gives the players what a fight that they have won brings them, once; empty: there is none."""
    over: Callable[[Encounter], str] = field(default=lambda encounter: "")
    """How the fight has ended, in a few words and with the clause; "" while it goes on. Nothing is barred by it."""
    fight_is_on: Callable[[Encounter], bool] = field(default=lambda encounter: encounter.round > 0)
    """Is a round on? Not before the first one, nor after `over`."""
    footprint: Callable[[Encounter, Tag], tuple[int, int]] = field(default=lambda encounter, tag: (1, 1))
    """How many spaces of a board a figure fills, across and down."""
    corner_open: Callable[[Encounter], bool] = field(default=lambda encounter: True)
    """Does a line of sight pass a corner that is blocked on one side?"""
    expected: Callable[[Encounter], Sequence[str]] = field(default=lambda encounter: ())
    """What the order will hold, as far as it can be told before it is made: a line for each place."""
    side_headings: bool = False
    """In the order each side stands below a heading of its own."""
    turn_left: Callable[[Encounter, Tag], bool] = field(default=lambda encounter, who: True)
    """Has somebody whose place in the order has not passed anything left to do there, with what has happened since?"""
    impossible_states: Callable[[Encounter], Iterable[str]] = field(default=lambda encounter: ())
    """What the game never leaves behind beyond what none does: a sentence for each figure and reason."""
    countdown: tuple[str, ...] = ()
    """The clauses by which conditions count down and end."""
    hour: int = 0
    """How many rounds an hour has, where what lasts so long is told in hours; 0: in rounds."""

    def __post_init__(self) -> None:
        known = {kind.name for kind in (*self.tracks, *self.traits)}
        force_setattr(self, "traits", (*self.traits, *(kind for kind in OF_EVERY_GAME if kind.name not in known)))
        if XP.name not in known:
            force_setattr(self, "tracks", (*self.tracks, XP))

    @cached_property
    def _standings(self) -> Mapping[str, Standing]:
        return {standing.name: standing for standing in (*self.standings, AWAY)}

    def standing(self, name: str) -> Standing:
        """What a word for a standing means; a word nobody knows means nothing can be done with the figure."""
        known = self._standings.get(name)
        return Standing(name) if known is None else known

    def own_key(self, key: str, word: str = "") -> str:
        """The name that this game has for what is typed as `key=word`: the number in the order, the bonus, or itself.

        A sign makes `init` the bonus, where there is one: `init` alone was its name in earlier versions.
        """
        if self.order_bonus and (key == INIT_BONUS or (key == INIT and word[:1] in ("+", "-"))):
            return self.order_bonus
        if key == INIT or (key == INITIATIVE and self.trait(key) is None):
            return self.order_number or key
        return key

    def typed_key(self, name: str, word: str = "") -> str:
        """The key that is typed for a track or trait of that name: the one that `own_key` reads as it."""
        if name and name == self.order_bonus:
            return INIT_BONUS
        if name == self.order_number and self.own_key(INIT, word) == name:
            return INIT
        return INITIATIVE if name and name == self.order_number == self.own_key(INITIATIVE) else name

    def spoken_test(self, ending: Ending) -> str:
        """The test that ends a condition: `Wisdom save, DC 13` where the game has it, else `wis save against 13`."""
        words = sorted(ending.test.split())
        known = next((each for each in self.tests if sorted(each.name.split()) == words), None)
        called = (known.called if known is not None else "") or ending.test
        if ending.against is None:
            return called
        versus = known.versus if known is not None else ""
        return f"{called}, {versus} {ending.against}" if versus.isalpha() else f"{called} against {ending.against}"

    @cached_property
    def health_name(self) -> str:
        """The name of the health track; empty in a game without health."""
        return self.health_track.name if self.health_track is not None else ""

    @property
    def health_label(self) -> str:
        """What the health track is called in a sentence: `HP`; empty in a game without health."""
        return self.health_track.spoken if self.health_track is not None else ""

    def able(self, encounter: Encounter, tag: str) -> bool:
        """May this figure act and be asked?"""
        figure = encounter.figures.get(tag)
        return figure is not None and (known := self._standings.get(figure.standing)) is not None and known.able

    def health_spent(self, track: Track) -> bool:
        """Is nothing left of a health track: at 0, or where it counts harm up at its bound?"""
        return _is_spent(self.health_track, track)

    def spent(self, encounter: Encounter, tag: str) -> bool:
        """Has this figure nothing left that keeps it up: its vital track at 0, or one that counts harm at its bound?"""
        tracks = encounter.of(tag).tracks
        return any(_is_spent(kind, tracks[kind.name]) for kind in self._vital_tracks if kind.name in tracks)

    def up(self, encounter: Encounter, tag: str) -> bool:
        """Does this figure stand as it did when it joined?"""
        figure = encounter.figures.get(tag)
        return figure is not None and figure.standing == self.standings[0].name

    def gets_turn(self, encounter: Encounter, tag: str) -> bool:
        """Does this figure's turn come round? A group's does while one of its members' does."""
        if tag in encounter.groups:
            return any(self.gets_turn(encounter, member) for member in encounter.groups[tag].members)
        figure = encounter.figures.get(tag)
        return figure is not None and (known := self._standings.get(figure.standing)) is not None and known.turn

    def may_act(self, encounter: Encounter, but: Tag | None = None) -> tuple[Tag, ...]:
        """Who may act next: those of the lowest step in the order that have not acted and do not wait, one apart."""
        found: list[Slot] = []
        for slot in encounter.order:
            if slot.acted or slot.held or slot.who == but or (found and slot.step > found[0].step):
                continue
            if self.gets_turn(encounter, slot.who) and self.turn_left(encounter, slot.who):
                found = [*found, slot] if found and slot.step == found[0].step else [slot]
        return tuple([slot.who for slot in found])

    def template(self, kind: str) -> Template | None:
        """The sort of figure that a word means, if it is one of the system's."""
        return next((template for template in self.templates if template.kind == kind), None)

    def trait(self, name: str) -> AnyTrait | None:
        """The trait of that name."""
        return next((trait for trait in self.traits if trait.name == name), None)

    def track(self, name: str) -> TrackKind | None:
        """The track of that name; every game has one for experience."""
        return next((track for track in self.tracks if track.name == name), None)

    def keeps_track(self, name: str) -> bool:
        """Does a track carry over: as the game says, or because it is experience or a pool of the referee's own?"""
        kind = self.track(name)
        return name in self.carries_over.tracks or kind is XP or (kind is None and self.trait(name) is None)

    def is_of_players(self, encounter: Encounter, tag: Tag) -> bool:
        """Is it a figure of the players, which may belong to a party?"""
        return encounter.figures[tag].side not in self.app_sides and self.carries_over.member(encounter, tag)

    def shares_experience(self, encounter: Encounter, tag: Tag) -> bool:
        """Does it have a share of what the players gain?"""
        return self.is_of_players(encounter, tag) and self.gains_experience(encounter, tag)

    def tracks_of(self, bearer: Bearer) -> tuple[TrackKind, ...]:
        """The system's tracks, and those of the referee's own that this bearer has."""
        known = {track.name for track in self.tracks}
        return (*self.tracks, *(TrackKind(name) for name in bearer.tracks if name not in known))

    def vital_track(self, bearer: Bearer, *, bounded: bool = False) -> tuple[TrackKind, Track] | None:
        """What tells how a bearer fares: its health, or the harm that is counted up on it.

        With `bounded`, only harm that has a bound counts: without one nobody knows how much it can still bear.
        """
        for kind in self._vital_tracks:
            if (track := bearer.tracks.get(kind.name)) and not (bounded and kind.rising and track.most is None):
                return kind, track
        return None

    @cached_property
    def _vital_tracks(self) -> tuple[TrackKind, ...]:
        return (*filter(None, (self.health_track,)), *(kind for kind in self.tracks if kind.rising))

    def as_shown(self, encounter: Encounter, figure: Figure) -> Figure:
        """Returns the figure with the tracks that concern it and its effective traits; the same object if all agree."""
        concerns, effective = self.concerns, self.effective
        if concerns is not None and not all(concerns(encounter, figure.tag, name) for name in figure.tracks):
            kept = {name: track for name, track in figure.tracks.items() if concerns(encounter, figure.tag, name)}
            figure = replace(figure, tracks=kept)
        if effective is not None and (values := effective(encounter, figure)):
            figure = replace(figure, traits={**figure.traits, **values})
        return figure

    def is_usual(self, kind: AnyTrait, own: Figure, shown: Figure) -> bool:
        """True if the figure has no value of its own for a trait, and no condition changes the usual one.

        shown: the figure with effective values. A derived value is always usual.
        """
        if own.traits.get(kind.name, kind.default) != kind.default:
            return False
        return kind.derived or shown.traits.get(kind.name, kind.default) == kind.default

    def told_tracks(self, bearer: Bearer) -> Iterator[tuple[TrackKind, Track]]:
        """The tracks of a bearer that concern it, in the order of `tracks_of`.

        One that counts up and stands at 0 does so if it tells how the bearer fares, or has a column.
        """
        vital, columns = self.vital_track(bearer), {column.name for column in self.columns}
        for kind in self.tracks_of(bearer):
            track = bearer.tracks.get(kind.name)
            if track is None or kind.private:
                continue
            if track.now or not kind.rising or kind.name in columns or (vital is not None and vital[0] == kind):
                yield kind, track

    def condition(self, name: str) -> ConditionKind | None:
        """The condition of that name, or one of several sorts, as `retaliating-within-3` is of retaliating."""
        of = (there for there in self.conditions if there.name == name or (there.sorts and there.is_sort(name)))
        kind = next(of, None)
        return kind if kind is None or kind.name == name else kind.sort(name)

    def test(self, name: str) -> TestKind | None:
        """The kind of test of that name."""
        return next((test for test in self.tests if test.name == name), None)

    def option(self, name: str) -> Option | None:
        """The option of that name."""
        return next((option for option in self.options if option.name == name), None)

    @cached_property
    def _clauses(self) -> Mapping[str, Clause]:
        return {clause.id: clause for clause in self.clauses()}

    def clause(self, id: str) -> Clause | None:
        """The clause of that number."""
        return self._clauses.get(id)
