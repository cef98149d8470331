"""Ruleset of Descent: what the game declares to the engine."""

from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.board_rules import BoardRules
from referee.engine.contract.carries_over import CarriesOver, in_piles
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.dice_rules import DiceRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.value_rules import ValueRules
from referee.engine.verbs.ledger import System
from referee.rules.descent import actions, battlefield, conditions, equipment, harm, joining, kinds, movement, turns
from referee.rules.registry import clauses_of, sample_of

RULES = System(
    name="descent",
    title="Descent: Journeys in the Dark",
    blurb="Heroes against an overlord's monsters, with coloured symbol dice; first edition.",
    clauses=clauses_of(kinds.PACKAGE),
    sample=sample_of(kinds.PACKAGE),
    options=(kinds.PARTY, kinds.REACH, kinds.QUICK_SHOT, kinds.CORNER, kinds.BOLT, kinds.BREATH),
    standings=(kinds.UP, kinds.KILLED),
    health_track=kinds.WOUNDS,
    tracks=kinds.TRACKS,
    traits=kinds.SHEET,
    piles=(kinds.EQUIPPED, kinds.PACK),
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    templates=joining.templates(),
    columns=(kinds.WOUNDS, kinds.FATIGUE, kinds.ARMOR, kinds.MOVES, kinds.ATTACKS),
    app_sides=frozenset({kinds.OVERLORD}),
    carries_over=CarriesOver(
        (kinds.WOUNDS.name, kinds.FATIGUE.name),
        thing=in_piles(kinds.EQUIPPED.name, kinds.PACK.name),
        things="what is equipped and in the pack",
        table=(kinds.CONQUEST.name,),
    ),
    values=ValueRules(passing=(kinds.MOVES.name, kinds.ATTACKS.name), validate_trait=equipment.trait_problem),
    adding=AddingRules(
        equipment_words=equipment.words,
        parse_equipment=equipment.outfit,
        in_own_keys=equipment.in_own_keys,
        equipment=equipment.known,
    ),
    fight=FightRules(impossible_states=turns.impossible_states, over=harm.over),
    dice=DiceRules(named=tuple(kinds.dice().values()), show_symbols=True),
    board=BoardRules(footprint=battlefield.footprint, corner_open=battlefield.corner_open),
    descriptions=DescriptionRules(compared=("type", "speed", "size", "worth"), rank=kinds.rank),
    verbs=(
        *(actions.attack, actions.battle, actions.advance, actions.run, actions.ready, actions.order, actions.guard),
        *(movement.walk, movement.fatigue, equipment.equip, equipment.stow, equipment.give, joining.spawn),
        *(actions.threat, actions.conquest),
    ),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.die,
    routine=actions.routine,
    begin=turns.begin,
    end_fight=turns.end_fight,
    on_added=joining.joined,
)
