"""Ruleset of Descent: what the game declares to the engine."""

from referee.engine.contract.ruleset import CarriesOver, in_piles
from referee.engine.verbs.ledger import System
from referee.rules.descent import actions, battlefield, conditions, equipment, harm, joining, kinds, movement, turns
from referee.rules.registry import clauses_of, sample_of

RULES = System(
    name="descent",
    title="Descent: Journeys in the Dark",
    blurb="Heroes against an overlord's monsters, with coloured symbol dice; first edition.",
    standings=(kinds.UP, kinds.KILLED),
    health_track=kinds.WOUNDS,
    tracks=kinds.TRACKS,
    traits=kinds.SHEET,
    piles=(kinds.EQUIPPED, kinds.PACK),
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    options=(kinds.PARTY, kinds.REACH, kinds.QUICK_SHOT, kinds.CORNER, kinds.BOLT, kinds.BREATH),
    templates=joining.templates(),
    columns=(kinds.WOUNDS, kinds.FATIGUE, kinds.ARMOR, kinds.MOVES, kinds.ATTACKS),
    compared=("type", "speed", "size", "worth"),
    verbs=(
        *(actions.attack, actions.battle, actions.advance, actions.run, actions.ready, actions.order, actions.guard),
        *(movement.walk, movement.fatigue, equipment.equip, equipment.stow, equipment.give, joining.spawn),
        *(actions.threat, actions.conquest),
    ),
    rank=kinds.rank,
    passing=(kinds.MOVES.name, kinds.ATTACKS.name),
    carries_over=CarriesOver(
        (kinds.WOUNDS.name, kinds.FATIGUE.name),
        thing=in_piles(kinds.EQUIPPED.name, kinds.PACK.name),
        things="what is equipped and in the pack",
        table=(kinds.CONQUEST.name,),
    ),
    equipment_words=equipment.words,
    app_sides=frozenset({kinds.OVERLORD}),
    dice=tuple(kinds.dice().values()),
    symbol_dice=True,
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.die,
    routine=actions.routine,
    begin=turns.begin,
    end_fight=turns.end_fight,
    on_added=joining.joined,
    impossible_states=turns.impossible_states,
    clauses=clauses_of(kinds.PACKAGE),
    sample=sample_of(kinds.PACKAGE),
    validate_trait=equipment.trait_problem,
    over=harm.over,
    footprint=battlefield.footprint,
    corner_open=battlefield.corner_open,
    parse_equipment=equipment.outfit,
    in_own_keys=equipment.in_own_keys,
    equipment=equipment.known,
)
