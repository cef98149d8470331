"""Olde Swords Reign: what it declares to the engine."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter
from referee.engine.impossible_states import fallen_with_some_left, without_place
from referee.engine.ledger import System
from referee.engine.party import CarriesOver, in_piles
from referee.rules.olde_swords import actions, conditions, harm, kinds, turns
from referee.rules.olde_swords.equipment import objects, spells
from referee.rules.olde_swords.fight import ending, grapple, morale, opportunity_attacks, readied_actions, sides
from referee.rules.olde_swords.figures import catalogue, sheet
from referee.rules.olde_swords.recovery import rests
from referee.rules.olde_swords.rolls import checks
from referee.rules.rulebook import clauses_of, sample_of

PACKAGE = "referee.rules.olde_swords"
VERBS = (
    *(actions.attack, spells.cast, actions.dodge, actions.disengage, actions.dash, actions.aid),
    *(grapple.grapple, grapple.shove, grapple.disarm, checks.hide),
    *(actions.stabilise, objects.use, readied_actions.ready, checks.improvise),
    *(turns.turn, opportunity_attacks.leave, grapple.stand, grapple.escape, grapple.release),
    *(readied_actions.respond, opportunity_attacks.opportunity),
    *(spells.save, checks.call_check, morale.morale, morale.flee, morale.yield_),
    *(actions.complicate, rests.breather, rests.dying, ending.end),
)
"""The verbs as the menu lists them: the fourteen actions, what else a turn may bring, what the referee calls for."""


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure in a state that the rules never leave behind (OS-04, 22, 25)."""
    yield from fallen_with_some_left(encounter, kinds.HP, (kinds.DEAD, kinds.DYING), "OS-22")
    yield from fallen_with_some_left(encounter, kinds.HP, (kinds.STABLE,), "OS-25")
    if encounter.phase == sides.FIGHT:
        fighting = (kinds.UP.name, kinds.DYING.name)
        up = (figure.tag for figure in encounter.figures.values() if figure.standing in fighting)
        yield from without_place(encounter, up, "OS-04")


RULES = System(
    name="olde_swords",
    title="Olde Swords Reign",
    blurb="A d20 adventure game: heroes and enemies act side by side, with EDGE, SETBACK, fatigue and a dying table.",
    standings=kinds.STANDINGS,
    health_track=kinds.HP,
    tracks=(kinds.HP, kinds.TEMP, kinds.FATIGUE, kinds.PROVISIONS),
    temporary_track=kinds.TEMP,
    traits=(*kinds.SHEET, *kinds.MARKS),
    piles=(kinds.WEAPONS, kinds.SPELLS, kinds.ITEMS, kinds.DROPPED),
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    options=kinds.OPTIONS,
    templates=catalogue.templates(),
    columns=(kinds.HP, kinds.AC, kinds.FATIGUE, kinds.PROVISIONS),
    verbs=VERBS,
    passing=tuple(mark.name for mark in kinds.MARKS),
    carries_over=CarriesOver(
        (kinds.HP.name, kinds.FATIGUE.name, kinds.PROVISIONS.name),
        (kinds.LEVEL.name,),
        thing=in_piles(kinds.WEAPONS.name, kinds.SPELLS.name, kinds.ITEMS.name),
    ),
    no_rest="each takes a breather by itself: breather WHO [OS-53]",
    equipment_words=catalogue.words,
    app_sides=frozenset({kinds.ENEMIES}),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.collapse,
    begin=turns.begin,
    on_added=turns.joined,
    on_removed=harm.left,
    impossible_states=excluded,
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
    validate_trait=sheet.check_trait,
    parse_equipment=catalogue.outfit,
    equipment=catalogue.known,
    label_of=sides.label_of,
    countdown=("OS-06",),
)
