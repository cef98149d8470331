"""Ruleset: what a game declares as values. The engine asks it, and never asks which game it runs."""

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from msgspec import field
from msgspec.structs import force_setattr

from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.board_rules import BoardRules
from referee.engine.contract.carries_over import CarriesOver
from referee.engine.contract.clause import Clause
from referee.engine.contract.condition_kind import ConditionKind
from referee.engine.contract.damage_rules import DamageRules
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.dice_rules import DiceRules
from referee.engine.contract.duration_rules import DurationRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.kinds import OF_EVERY_GAME, XP, AnyTrait, Column, PileKind, TrackKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.option import Option
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.party_rules import PartyRules
from referee.engine.contract.standing import AWAY, Standing
from referee.engine.contract.template import Template
from referee.engine.contract.value_rules import ValueRules
from referee.engine.short_repr import ShortInReports
from referee.engine.state.bearer import Bearer, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track


def _is_spent(kind: TrackKind | None, track: Track) -> bool:
    return track.now == (track.most if kind is not None and kind.rising else 0)


class Ruleset(ShortInReports, frozen=True, eq=False, dict=True, weakref=True, kw_only=True):
    """One game as values: what its figures are and have, and what can be worked out from an encounter alone.

    Fields that every game declares stand here; what only some games need is in a group of its own, such as `order`. A
    `System` adds the verbs, and the moments at which the engine turns to the rules.
    """

    name: str
    """Its name in files and commands: black_keep."""
    title: str
    blurb: str
    """The kind of game, in one sentence."""
    licence: str = ""
    """Under which licence its texts are used, where that has to be said."""
    package: str = ""
    """The installed package that it comes from; empty for one that comes with the program, or a file."""
    clauses: Callable[[], tuple[Clause, ...]]
    sample: Callable[[], str]
    """A ready encounter, as the lines of a script that sets it up."""
    options: tuple[Option, ...] = ()
    standings: tuple[Standing, ...]
    """The first is how a figure stands when it joins."""
    health_track: TrackKind | None
    """What damage takes away and healing gives back; None in a game without health."""
    tracks: tuple[TrackKind, ...] = ()
    traits: tuple[AnyTrait, ...] = ()
    """Those of the system; every system has a note besides.

    One that a rule uses and that is not among these is the game's own: nobody sees, sets or exports it, and the log
    does not tell its changes.
    """
    piles: tuple[PileKind, ...] = ()
    conditions: tuple[ConditionKind, ...] = ()
    tests: tuple[TestKind, ...] = ()
    """The kinds of test of the system: attacks, saves, checks."""
    templates: tuple[Template, ...]
    columns: tuple[Column, ...] = ()
    """What the roster shows beside name and conditions, in this order."""
    app_sides: frozenset[str] = frozenset()
    """The sides for which the app throws, when dice are split between it and the table."""
    carries_over: CarriesOver = field(default_factory=CarriesOver)
    """What a party keeps from fight to fight."""
    values: ValueRules = field(default_factory=ValueRules)
    adding: AddingRules = field(default_factory=AddingRules)
    order: OrderRules = field(default_factory=OrderRules)
    fight: FightRules = field(default_factory=FightRules)
    damage: DamageRules = field(default_factory=DamageRules)
    durations: DurationRules = field(default_factory=DurationRules)
    dice: DiceRules = field(default_factory=DiceRules)
    board: BoardRules = field(default_factory=BoardRules)
    party: PartyRules = field(default_factory=PartyRules)
    descriptions: DescriptionRules = field(default_factory=DescriptionRules)

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
            if self.gets_turn(encounter, slot.who) and self.order.turn_left(encounter, slot.who):
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
        return self.is_of_players(encounter, tag) and self.party.gains_experience(encounter, tag)

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
