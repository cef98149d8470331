"""Builds the rules of a system from its file."""

from collections.abc import Iterable, Mapping
from functools import partial

from referee.engine.bearer import Thing
from referee.engine.condition import FIGHT
from referee.engine.condition_kind import Stacking
from referee.engine.kinds import Column
from referee.engine.ledger import System
from referee.rules.open_table import (
    actions,
    adjusting,
    after_turn,
    aftermath,
    called_tests,
    conditions,
    effects,
    events,
    fight_end,
    harm,
    kinds,
    table_verbs,
    turns,
    waiting,
)
from referee.rules.open_table.check import SystemSource
from referee.rules.open_table.ending_tests import ending_test
from referee.rules.open_table.facts import facts
from referee.rules.open_table.file import SystemFile
from referee.rules.open_table.game import Game
from referee.rules.open_table.joining import joined
from referee.rules.open_table.order.cards import PILES
from referee.rules.open_table.own_things import is_own


def build(source: SystemSource) -> System:
    """The rules of a system as its file has them."""
    file, game = source.default, Game(source, harm.deal, events.happen, harm.ended)
    health = file.health
    return System(
        name=file.about.name,
        title=file.about.title,
        blurb=file.about.blurb,
        licence=file.about.licence,
        standings=(*(rule.standing for rule in file.standings.values()), kinds.ENTRY),
        health_track=kinds.track_kind(health) if health is not None else None,
        tracks=tuple(map(kinds.track_kind, file.tracks.values())),
        traits=tuple(kinds.trait_kind(rule, detail=_is_dealt(file, rule.name)) for rule in file.traits.values()),
        damage_types=file.damage.types,
        own_tracks=file.about.own_pools,
        piles=(*(kinds.pile_of(file, sort) for sort in file.sorts), *(PILES if file.order.deck else ())),
        conditions=tuple(map(kinds.condition_kind, file.conditions.values())),
        own_conditions=Stacking.EACH,
        tests=tuple(map(kinds.test_kind, file.tests.values())),
        moments=(FIGHT, *file.rests),
        options=tuple(map(kinds.option_of, file.options.values())),
        templates=tuple(kinds.template_of(file, kind) for kind in file.kinds.values()),
        columns=_columns(file),
        app_sides=frozenset(side.name for side in file.sides.values() if side.app_throws),
        free_sides=not file.sides,
        validate_trait=partial(_invalid, file),
        parse_equipment=partial(_equipment, file),
        equipment_words=kinds.equipment_words,
        passing=_passing(file),
        carries_over=kinds.carries_over(file),
        rests=tuple(file.rests),
        rest_command=table_verbs.rest_command,
        equipment=partial(_things_by_sort, file),
        facts=partial(facts, game),
        label_of=partial(turns.label_of, game),
        countdown=file.cites.countdown,
        clauses=lambda: file.clauses,
        sample=lambda: "\n".join(file.about.sample),
        verbs=(
            *actions.verbs(game),
            *table_verbs.verbs(game),
            *called_tests.verbs(game),
            *waiting.verbs(game),
            *fight_end.verbs(game),
        ),
        advance=partial(turns.advance, game),
        begin=partial(turns.begin, game),
        end=partial(turns.end, game),
        on_turn_ended=partial(after_turn.remember_end, game),
        harm=partial(harm.harm, game),
        typed_harm=partial(harm.typed_harm, game),
        heal=partial(harm.heal, game),
        fall=partial(harm.fall, game),
        on_condition_added=partial(effects.condition_came, game),
        usual_endings=partial(conditions.usual_endings, game),
        ending_test=partial(ending_test, game),
        on_done=partial(aftermath.after_command, game),
        on_added=partial(joined, game),
        on_removed=partial(adjusting.removed, game),
        on_set=partial(adjusting.after_set, game),
    )


def _passing(file: SystemFile) -> tuple[str, ...]:
    """The traits that say how a figure stands in a fight: its number, and what goes with a condition."""
    number = (file.order.trait,) if file.order.by == "number" else ()
    return (*number, *(rule.name for rule in file.traits.values() if rule.condition))


def _is_dealt(file: SystemFile, trait: str) -> bool:
    """True for the number that a card gives, which the log tells by the card."""
    return file.order.by == "card" and file.order.trait == trait


def _columns(file: SystemFile) -> tuple[Column, ...]:
    """What the roster shows: the tracks, then the traits, that say so."""
    tracks: list[Column] = [kinds.track_kind(rule) for rule in file.tracks.values() if rule.show == "column"]
    traits = (rule for rule in file.traits.values() if rule.show == "column" and not _is_dealt(file, rule.name))
    return (*tracks, *map(kinds.trait_kind, traits))


def _invalid(file: SystemFile, trait: str, value: object) -> str | None:
    """Why a trait cannot have that value; None if it can."""
    rule = file.traits.get(trait)
    if rule is None or not rule.choices or value in rule.choices:
        return None
    return f"{trait} is one of {', '.join(map(str, rule.choices))}."


def _things_by_sort(file: SystemFile) -> Mapping[str, Iterable[str]]:
    """The names of the things of each sort."""
    return {sort: [name for name, thing in file.things.items() if thing.sort == sort] for sort in file.sorts}


def _equipment(file: SystemFile, key: str, word: str) -> tuple[str, Thing] | None:
    """`weapon=longsword`: a thing of that sort, or one described in braces. None if it means nothing."""
    if key in file.sorts and is_own(word):
        return key, kinds.own_thing(file, key, word)
    found = file.symbols.find("thing", word) if key in file.sorts else ()
    if not found or file.things[found[0]].sort != key:
        return None
    return key, kinds.thing_of(file.things[found[0]])
