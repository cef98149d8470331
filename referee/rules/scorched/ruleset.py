"""Ruleset of Scorched: what the game declares to the engine."""

from referee.engine.contract.ruleset import CarriesOver
from referee.engine.verbs.ledger import System
from referee.rules.registry import clauses_of, sample_of
from referee.rules.scorched import actions, combats, conditions, effective_stats, harm, kinds, turns

RULES = System(
    name="scorched",
    title="Scorched",
    blurb="The combat phase of a skirmish: engaged models are paired into combats, all hits land at once. "
    "Moving, shooting and morale stay at the table.",
    standings=(kinds.UP, kinds.SLAIN),
    health_track=kinds.WOUNDS,
    tracks=(kinds.WOUNDS, kinds.CHARGES),
    traits=(*kinds.SHEET, kinds.TOUCHES, conditions.CHARGED, kinds.SUPPORTS, kinds.PRIORITY),
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    options=kinds.OPTIONS,
    templates=kinds.templates(),
    columns=(kinds.WOUNDS, kinds.WS, kinds.TOUCHES, kinds.SV, kinds.WEAPONS, kinds.INV, kinds.FNP, kinds.CHARGES),
    compared=("s", "t"),
    verbs=(*actions.VERBS, *turns.VERBS),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.fall,
    end_fight=turns.end_fight,
    passing=(kinds.TOUCHES.name, conditions.CHARGED.name, kinds.SUPPORTS.name, kinds.PRIORITY.name),
    carries_over=CarriesOver((kinds.WOUNDS.name, kinds.CHARGES.name)),
    on_removed=harm.left,
    on_set=harm.after_set,
    expected=combats.expected,
    describe=effective_stats.about,
    free_sides=True,
    in_own_keys=kinds.in_own_keys,
    equipment=lambda: {kinds.WEAPONS.name: tuple(kinds.named()), "weapon": ("one more weapon: weapon=sword",)},
    validate_trait=kinds.trait_problem,
    impossible_states=turns.impossible_states,
    clauses=clauses_of(kinds.PACKAGE),
    sample=sample_of(kinds.PACKAGE),
)
