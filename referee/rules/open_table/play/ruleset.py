"""The ruleset of a system file: its values, its verbs, and what follows what the referee's hand does.

Used once for each system that is loaded.
Gives the Ruleset by which the engine plays it.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.condition_kind import Stacking
from referee.engine.contract.damage_rules import DamageRules
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.dice_rules import DiceRules
from referee.engine.contract.duration_rules import DurationRules
from referee.engine.contract.kinds import Column, PileKind
from referee.engine.contract.order_keys import INIT, INIT_BONUS
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.party_rules import PartyRules
from referee.engine.contract.value_rules import ValueRules
from referee.engine.events.apply import Change
from referee.engine.events.event import ConditionEnded, Joined, StandingSet, TrackBounded, TrackChanged, TraitSet
from referee.engine.figures.family import family_name
from referee.engine.state.bearer import TABLE, Figure, Tag
from referee.engine.state.condition import FIGHT, LEAVES, Condition
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, System
from referee.rules.open_table.language.effect_notation import Event
from referee.rules.open_table.language.expression import Node
from referee.rules.open_table.language.pattern import wrong_pattern
from referee.rules.open_table.language.shipped_catalogue import shipped_figures
from referee.rules.open_table.language.system_file import SystemFile, SystemSource
from referee.rules.open_table.play import events, table_verbs
from referee.rules.open_table.play.actions import acting, after_turn, menu, routine
from referee.rules.open_table.play.amounts.evaluation import holds_surely
from referee.rules.open_table.play.amounts.throwing import Throw, known, thrown
from referee.rules.open_table.play.dice_tests import tests_called_for as called
from referee.rules.open_table.play.dice_tests.outcomes import make_immune
from referee.rules.open_table.play.effects import effects, harm
from referee.rules.open_table.play.figures import kinds, tracks
from referee.rules.open_table.play.figures.effective_values import effective_traits
from referee.rules.open_table.play.figures.exported_fields import exported_fields, thing_does, things_by_sort
from referee.rules.open_table.play.figures.kinds import ENTRY, USES, rule_of_thing, starts, things_of
from referee.rules.open_table.play.figures.party import difficulty, gains_experience, may_belong
from referee.rules.open_table.play.game import Game, NameScope, Play, own_bring, side_of
from referee.rules.open_table.play.order import turns
from referee.rules.open_table.play.order.places import BATCH, PILES, group_words
from referee.rules.open_table.play.order.slots_of_round import leave_order, new_number, reverse_order

LOSES, SIDE_AT_HALF = "loses", "side at half"

P = ParamSpec("P")
T = TypeVar("T")


async def after_command(play: Play, changes: Sequence[Change]) -> None:
    """Settles the events "leaves", "loses CONDITION" and "side at half", and ends what lasts while something else does.

    A condition ends with what its bearer is (`ends_when`), and a trait with the condition that it goes with. Whoever is
    in the fight again, however that came about, has a place in the order.
    """
    rules = play.ledger.rules
    _end_by_bearer(play)
    for who in _changed(play.ledger, changes, rules.gets_turn, True):
        await turns.come_back(play, who)
    for _, event, _ in changes:
        if isinstance(event, StandingSet) and event.tag in play.encounter.figures:
            happened = Event("becomes", what=event.standing)
            await events.happen(play, event.tag, happened, play.names(own=event.tag, target=event.tag))
    for who in _changed(play.ledger, changes, rules.able, False):
        await events.happen(play, who, Event(LEAVES), play.names(own=who, target=who))
    after_turn.end_alone(play, changes)
    _make_immune_after(play, changes)
    for who, kind in list(_lost(play.game, changes)):
        _clear_traits_of(play, who, kind)
        await events.happen(play, who, Event(LOSES, what=kind), play.names(own=who, target=who))
    for side in _at_half(play.ledger, changes):
        for tag in [f.tag for f in play.encounter.figures.values() if f.side == side and play.ledger.able(f.tag)]:
            if play.ledger.able(tag):
                await events.happen(play, tag, Event(SIDE_AT_HALF), play.names(own=tag, target=tag))


def _end_by_bearer(play: Play) -> None:
    """Ends the conditions that end with what their bearer is now (`ends_when`)."""
    watched = {rule.name: rule for rule in play.file.conditions.values() if rule.ends_when is not None}
    if not watched:
        return
    for bearer in play.encounter.bearers():
        for there in bearer.conditions:
            if (rule := watched.get(there.kind)) and holds_surely(rule.ends_when, play.names(own=bearer.tag)):
                play.ledger.end_condition(bearer.tag, there.id, *rule.cites)


def _make_immune_after(play: Play, changes: Sequence[Change]) -> None:
    """Whose condition has ended is immune to what brought it, if that says so."""
    for who, condition, _ in list(_ended(changes)):
        lasts = own_bring(play.file, condition.own).immune_after if condition.own else None
        if lasts is not None and condition.by is not None and condition.note:
            make_immune(play, who, condition.note, condition.by, lasts)


def _clear_traits_of(play: Play, who: Tag, condition: str) -> None:
    """Takes from a figure the traits that go with a condition."""
    for trait in play.file.traits.values():
        if trait.condition == condition and trait.name in play.encounter.of(who).traits:
            play.ledger.record(TraitSet(tag=who, trait=trait.name, value=None, cites=trait.cites))


def _ended(changes: Iterable[Change]) -> Iterator[tuple[Tag, Condition, Encounter]]:
    """The conditions of figures that have ended, each with the encounter after that."""
    for before, event, after in changes:
        if isinstance(event, ConditionEnded) and event.tag in after.figures:
            yield event.tag, next(each for each in before.of(event.tag).conditions if each.id == event.id), after


def _lost(game: Game, changes: Iterable[Change]) -> Iterator[tuple[Tag, str]]:
    """Who has a condition of that name no more, neither by itself nor within another."""
    for who, condition, after in _ended(changes):
        for name in game.file(after).within.get(condition.kind, (condition.kind,)):
            if not NameScope(game, after, own=who).has(who, name):
                yield who, name


def _changed(
    ledger: Ledger, changes: Iterable[Change], holds: Callable[[Encounter, Tag], bool], now: bool
) -> list[Tag]:
    """Of whom something holds now, or holds no longer, that was otherwise before its standing changed."""
    stood = {event.tag: before for before, event, _ in reversed([*changes]) if isinstance(event, StandingSet)}
    return [
        tag for tag, before in stood.items() if holds(before, tag) is not now and holds(ledger.encounter, tag) is now
    ]


def _at_half(ledger: Ledger, changes: Iterable[Change]) -> list[str]:
    """The sides of which only half can act now, and more could before."""
    sides: dict[str, None] = {}
    for before, event, after in changes:
        side = after.figures[event.tag].side if isinstance(event, StandingSet) else None
        if side is not None and _is_above_half(ledger, before, side) and not _is_above_half(ledger, after, side):
            sides[side] = None
    return list(sides)


def _is_above_half(ledger: Ledger, encounter: Encounter, side: str) -> bool:
    stand = [f.standing for f in encounter.figures.values() if f.side == side and f.standing != ENTRY.name]
    return 2 * sum(stand.count(name) for name in {*stand} if ledger.rules.standing(name).able) > len(stand)


async def joined(play: Play, who: Tag) -> None:
    """A figure has come to the table, perhaps in the middle of a fight."""
    _with_others(play.ledger, who)
    await _reckon_tracks(play, who)
    await _reckon_uses(play, who)
    tracks.bounded(play, who)


async def all_joined(play: Play, who: Sequence[Tag]) -> None:
    """All have come that came together: during a fight each takes a place, then what their coming brings happens."""
    if play.encounter.round:
        await turns.take_places(play, who)
    for tag in who:
        await play.game.happen(play, tag, Event("joins"), play.names(own=tag, target=tag))


def _with_others(ledger: Ledger, who: Tag) -> None:
    """Those of one name that one order adds have come together."""
    figure = ledger.encounter.figures[who]
    came = [event.bearer for event in ledger.events if isinstance(event, Joined)]
    alike = [other for other in came if isinstance(other, Figure) and _alike(other, figure)]
    if len(alike) > 1 and alike[0].tag != who:
        ledger.record(BATCH.set(who, alike[0].tag))


def _alike(one: Figure, other: Figure) -> bool:
    return one.kind == other.kind and family_name(one) == family_name(other) != one.name


# -------------------------------------------------------------------- what is thrown or reckoned as it joins


async def _reckon_tracks(play: Play, who: Tag) -> None:
    """The tracks that are more than a plain number, unless the referee has said how they stand: 2d6, 10 + {con}."""
    file = play.file
    for name, (start, most) in starts(file, play.encounter.figures[who].kind).items():
        if name not in play.encounter.of(who).tracks and tracks.concerns(play.game, play.encounter, who, name):
            await _begin_track(play, who, who, name, (start, most), file.tracks[name].label)


async def _reckon_uses(play: Play, who: Tag) -> None:
    """How often its things can be used, where that depends on who has them."""
    for thing, rule in things_of(play.file, play.encounter, who):
        if rule.uses is not None and USES.name not in thing.tracks:
            await _begin_track(play, who, thing.tag, USES.name, (rule.uses, None), rule.title)


async def _begin_track(
    play: Play, who: Tag, bearer: Tag, name: str, amounts: tuple[Node, Node | None], label: str
) -> None:
    """A track of a figure, or of a thing that it has, begins at the first amount and is bounded by the second."""
    start, bound = amounts
    look = play.names(own=who, target=who, actor=who)
    how = Throw(f"{name} {bearer}", f"{play.encounter.name(who)}: {label}", who)
    now = (await thrown(play, start, look, how)).total
    most = now if bound is None else (await known(play, (bound,), look)).number(bound)
    play.ledger.record(TrackBounded(tag=bearer, track=name, most=most))
    if now:
        play.ledger.record(TrackChanged(tag=bearer, track=name, by=min(now, most)))


async def after_set(play: Play, who: Tag, what: str) -> None:
    """The referee has set a value of a figure, or an option of the table."""
    order = play.file.order
    if who == TABLE:
        _option_changed(play, what)
    elif what in play.file.sorts:
        await _reckon_uses(play, who)
    elif what == order.trait:
        new_number(play, who, *order.cites)
    elif (health := play.file.health) is not None and what == health.name:
        await harm.healed(play, who)


def _option_changed(play: Play, option: str) -> None:
    """The order is turned round where the other end of it comes first now; lower bounds of tracks are as now."""
    before = next(
        change.before
        for change in reversed(play.ledger.changes)
        if isinstance(change.event, TraitSet) and (change.event.tag, change.event.trait) == (TABLE, option)
    )
    if play.game.file(before).order.lowest_first != play.file.order.lowest_first:
        reverse_order(play)
    for tag in play.encounter.figures:
        tracks.bounded(play, tag)


def hook(game: Game, run: Callable[Concatenate[Play, P], T]) -> Callable[Concatenate[Ledger, P], T]:
    """What the engine calls with the ledger of a command, for a function that takes the game with it."""

    def hooked(ledger: Ledger, /, *args: P.args, **named: P.kwargs) -> T:
        return run(Play(game, ledger), *args, **named)

    return hooked


def build(source: SystemSource) -> System:
    """The rules of a system as its file has them."""
    file = source.default
    game = Game(
        source,
        deal=harm.deal,
        heal=harm.heal,
        happen=events.happen,
        ended=harm.ended,
        moment=events.moment,
        offer=after_turn.offer_due,
        rule_of=rule_of_thing,
        perform=acting.perform,
        go_on=turns.go_on,
    )
    return System(
        name=file.about.name,
        title=file.about.title,
        blurb=file.about.blurb,
        licence=file.about.licence,
        clauses=lambda: file.clauses,
        sample=lambda: "\n".join(file.about.sample),
        options=tuple(map(kinds.option_of, file.options.values())),
        standings=(*(rule.standing for rule in file.standings.values()), kinds.ENTRY),
        health_track=kinds.track_kind(file.health) if file.health is not None else None,
        tracks=tuple(map(kinds.track_kind, file.tracks.values())),
        traits=tuple(kinds.trait_kind(rule, detail=_is_dealt(file, rule.name)) for rule in file.traits.values()),
        piles=(*(PileKind(n, s.label, n) for n, s in file.sorts.items()), *(PILES if file.order.deck else ())),
        conditions=tuple(map(kinds.condition_kind, file.conditions.values())),
        tests=tuple(called.test_kind(file, rule) for rule in file.tests.values()),
        templates=tuple(kinds.template_of(file, kind) for kind in file.kinds.values()),
        columns=_columns(file),
        app_sides=frozenset(side.name for side in file.sides.values() if side.app_throws),
        carries_over=kinds.carries_over(file, partial(may_belong, game)),
        values=ValueRules(
            concerns=partial(tracks.concerns, game) if any(rule.holders for rule in file.tracks.values()) else None,
            effective=partial(effective_traits, game),
            own_tracks=file.about.own_pools,
            validate_trait=partial(_invalid, file),
            passing=_passing(file),
        ),
        adding=AddingRules(
            free_sides=not file.sides,
            parse_equipment=partial(kinds.equipment, file),
            equipment_words=partial(kinds.equipment_words, file),
            catalogue=partial(shipped_figures, file.about.name, frozenset[str]().union(*file.symbols.names.values())),
            equipment=partial(things_by_sort, file),
        ),
        order=OrderRules(
            number=file.order.trait if file.order.by in ("number", "card") else "",
            bonus=_order_bonus(file),
            label_of=partial(tracks.label_of, game),
            group_words=group_words,
        ),
        damage=DamageRules(
            lost_first=file.health.before if file.health is not None else (),
            types=file.damage.types,
            spared=partial(harm.spared, game),
        ),
        durations=DurationRules(
            own_conditions=Stacking.EACH,
            moments=(FIGHT, *file.rests),
            countdown=file.cites.countdown,
            hour=file.order.hour,
        ),
        dice=DiceRules(
            named=tuple(die for rule in file.dice.values() if (die := rule.pool.die) is not None),
            show_symbols=bool(file.dice),
        ),
        party=PartyRules(gains_experience=partial(gains_experience, game), rests=tuple(file.rests)),
        descriptions=DescriptionRules(
            compared=tuple(rule.name for rule in file.traits.values() if rule.show == "library"),
            facts=partial(exported_fields, game),
            thing_does=partial(thing_does, game),
            told_with=partial(menu.told_with, file),
        ),
        verbs=(*menu.verbs(game), *table_verbs.verbs(game), *called.verbs(game), *table_verbs.order_verbs(game)),
        rest_command=table_verbs.rest_command,
        dice_of=partial(tracks.dice_of, game),
        acts_for=partial(side_of, game),
        routine=partial(routine.routine, game) if routine.uses_things(file) else None,
        difficulty=partial(difficulty, game),
        advance=hook(game, turns.advance),
        begin=hook(game, turns.begin),
        end=hook(game, turns.end),
        end_fight=hook(game, table_verbs.end_fight),
        on_turn_ended=hook(game, after_turn.remember_end),
        harm=hook(game, harm.harm),
        typed_harm=hook(game, harm.typed_harm),
        heal=hook(game, harm.heal),
        fall=hook(game, harm.fall),
        keeps_off=hook(game, effects.keeps_off),
        on_condition_added=hook(game, effects.condition_came),
        usual_endings=hook(game, effects.usual_endings),
        ending_test=hook(game, called.ending_test),
        on_done=hook(game, after_command),
        on_added=hook(game, joined),
        on_all_added=hook(game, all_joined),
        on_removed=hook(game, leave_order),
        on_set=hook(game, after_set),
    )


def _order_bonus(file: SystemFile) -> str:
    """The trait that is added to a rolled number: `init_bonus`, or in files of earlier versions `init`; empty: none."""
    return next((name for name in (INIT_BONUS, INIT) if name in file.traits and name != file.order.trait), "")


def _passing(file: SystemFile) -> tuple[str, ...]:
    """The traits that say how a figure stands in a fight: its number, and what goes with a condition."""
    number = (file.order.trait,) if file.order.by == "number" else ()
    return (*number, *(rule.name for rule in file.traits.values() if rule.condition))


def _is_dealt(file: SystemFile, trait: str) -> bool:
    """True for the number that a card gives, which the log tells by the card."""
    return file.order.by == "card" and file.order.trait == trait


def _columns(file: SystemFile) -> tuple[Column, ...]:
    """What the roster shows: the tracks, then the traits, that say so; last those that need spare room."""
    tracks: list[Column] = [kinds.track_kind(rule) for rule in file.tracks.values() if rule.show == "column"]
    traits = [rule for rule in file.traits.values() if rule.show == "column" and not _is_dealt(file, rule.name)]
    spare = [rule for rule in file.traits.values() if rule.show == "spare"]
    return (*tracks, *map(kinds.trait_kind, (*traits, *spare)))


def _invalid(file: SystemFile, trait: str, value: object) -> str | None:
    """Why a trait cannot have that value; None if it can."""
    rule = file.traits.get(trait)
    if isinstance(value, tuple) and trait in {track.pattern for track in file.tracks.values()}:
        return next(filter(None, map(wrong_pattern, value)), None)
    if rule is None or not rule.choices or value in rule.choices:
        return None
    return f"{trait} can only be {', '.join(map(str, rule.choices))}."
