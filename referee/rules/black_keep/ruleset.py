"""Ruleset of The Black Keep: what the game declares to the engine."""

from referee.engine.contract.ruleset import CarriesOver
from referee.engine.verbs.ledger import System
from referee.rules.black_keep import actions, harm, kinds, ranged, treasure, turns
from referee.rules.registry import clauses_of, sample_of

PACKAGE = "referee.rules.black_keep"

RULES = System(
    name="black_keep",
    title="The Black Keep",
    blurb="Miniatures on a square grid: players, minions and bosses, one attack and one save at a time.",
    standings=(kinds.UP, kinds.DEAD, kinds.OUT),
    health_track=kinds.WOUNDS,
    tracks=(kinds.WOUNDS, kinds.RESPAWNS, kinds.ITEMS),
    traits=kinds.SHEET,
    piles=(kinds.GOOD, kinds.BAD),
    tests=kinds.TESTS,
    options=(kinds.MULTI_DICE, kinds.METRIC, kinds.GRANT),
    templates=kinds.TEMPLATES,
    columns=(kinds.WOUNDS, kinds.ITEMS, kinds.RESPAWNS, kinds.ATTACK, kinds.DEFENCE, kinds.RANGE),
    compared=("attack_dice",),
    rank=kinds.rank,
    verbs=(*actions.VERBS, *ranged.VERBS, *treasure.VERBS),
    carries_over=CarriesOver((kinds.WOUNDS.name, kinds.RESPAWNS.name, kinds.ITEMS.name), (kinds.GEAR.name,)),
    app_sides=frozenset({kinds.MONSTERS}),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.fall,
    begin=turns.begin,
    end_fight=turns.end_fight,
    on_removed=harm.left,
    impossible_states=turns.impossible_states,
    turn_left=turns.has_attack_left,
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
)
