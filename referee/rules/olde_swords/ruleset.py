"""Ruleset of Olde Swords Reign: what the game declares to the engine."""

from collections.abc import Iterator

from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.carries_over import CarriesOver, in_piles
from referee.engine.contract.damage_rules import DamageRules
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.duration_rules import DurationRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.party_rules import PartyRules
from referee.engine.contract.value_rules import ValueRules
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.impossible_states import fallen_with_some_left, without_place
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.rules.olde_swords import (
    actions,
    checks,
    conditions,
    fight,
    harm,
    kinds,
    reactions,
    recovery,
    sheet,
    spells,
    turns,
)
from referee.rules.registry import clauses_of, sample_of

VERBS = (
    *(actions.attack, spells.cast, actions.dodge, actions.disengage, actions.dash, actions.aid),
    *(checks.grapple, checks.shove, checks.disarm, checks.hide),
    *(recovery.stabilise, actions.use, reactions.ready, checks.improvise),
    *(turns.turn, reactions.leave, checks.stand, checks.escape, checks.release),
    *(reactions.respond, reactions.opportunity),
    *(spells.call_save, checks.call_check, fight.morale, fight.flee, fight.yield_),
    *(actions.complicate, recovery.breather, recovery.dying, fight.end),
)
"""The verbs as the menu lists them: the fourteen actions, what else a turn may bring, what the referee calls for."""


STAND, CAST, ATTACK = Command(verb="stand"), Command(verb="cast"), Command(verb="attack")


def routine(encounter: Encounter) -> Iterator[Command]:
    """A spell or an attack, on its feet (OS-05)."""
    who = encounter.turn
    if who not in encounter.figures or kinds.ACTION.of(encounter, who):
        return
    if conditions.PRONE.on(encounter, who):
        yield STAND
    if kinds.SPELLS.of(encounter, who):
        yield CAST
    yield ATTACK


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure in a state that the rules never leave behind (OS-04, 22, 25)."""
    yield from fallen_with_some_left(encounter, kinds.HP, (kinds.DEAD, kinds.DYING), "OS-22")
    yield from fallen_with_some_left(encounter, kinds.HP, (kinds.STABLE,), "OS-25")
    if encounter.phase == fight.FIGHT:
        fighting = (kinds.UP.name, kinds.DYING.name)
        up = (figure.tag for figure in encounter.figures.values() if figure.standing in fighting)
        yield from without_place(encounter, up, "OS-04")


RULES = System(
    name="olde_swords",
    title="Olde Swords Reign",
    blurb="A d20 adventure game: heroes and enemies act side by side, with EDGE, SETBACK, fatigue and a dying table.",
    clauses=clauses_of(sheet.PACKAGE),
    sample=sample_of(sheet.PACKAGE),
    options=kinds.OPTIONS,
    standings=kinds.STANDINGS,
    health_track=kinds.HP,
    tracks=(kinds.HP, kinds.TEMP, kinds.FATIGUE, kinds.PROVISIONS),
    traits=(*kinds.SHEET, *kinds.MARKS),
    piles=(kinds.WEAPONS, kinds.SPELLS, kinds.ITEMS, kinds.DROPPED),
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    templates=sheet.templates(),
    columns=(kinds.HP, kinds.AC, kinds.FATIGUE, kinds.PROVISIONS),
    app_sides=frozenset({kinds.ENEMIES}),
    carries_over=CarriesOver(
        (kinds.HP.name, kinds.FATIGUE.name, kinds.PROVISIONS.name),
        (kinds.LEVEL.name,),
        thing=in_piles(kinds.WEAPONS.name, kinds.SPELLS.name, kinds.ITEMS.name),
        things="weapons, spells and items",
    ),
    values=ValueRules(passing=tuple(mark.name for mark in kinds.MARKS), validate_trait=sheet.check_trait),
    adding=AddingRules(equipment_words=sheet.words, parse_equipment=sheet.outfit, equipment=sheet.known),
    order=OrderRules(label_of=fight.label_of, side_headings=True),
    fight=FightRules(is_on=fight.is_on, impossible_states=excluded),
    damage=DamageRules(lost_first=(kinds.TEMP.name,)),
    durations=DurationRules(countdown=("OS-06",)),
    party=PartyRules(no_rest="each hero takes a separate breather: breather WHO [OS-53]"),
    descriptions=DescriptionRules(compared=("level", "hd", "morale")),
    verbs=VERBS,
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.collapse,
    routine=routine,
    begin=turns.begin,
    end_fight=fight.end_fight,
    on_added=turns.joined,
    on_removed=harm.left,
)
