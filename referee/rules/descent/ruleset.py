"""Descent: what it declares to the engine."""

from referee.engine.ruleset import Ruleset
from referee.rules.descent import (
    actions,
    effect,
    equipment,
    field,
    figures,
    gear,
    kinds,
    movement,
    muster,
    overlord,
    turns,
    wounds,
)
from referee.rules.rulebook import clauses_of, sample_of

PACKAGE = "referee.rules.descent"

RULES = Ruleset(
    name="descent",
    title="Descent: Journeys in the Dark",
    blurb="Heroes against an overlord's monsters, with coloured symbol dice; first edition.",
    standings=(kinds.UP, kinds.KILLED),
    vital=kinds.WOUNDS,
    tracks=(
        kinds.WOUNDS,
        kinds.TOKENS,
        kinds.FATIGUE,
        kinds.MOVES,
        kinds.ATTACKS,
        kinds.THREAT,
        kinds.CONQUEST,
    ),
    traits=(
        kinds.ARMOR,
        kinds.SPEED,
        kinds.MELEE,
        kinds.RANGED,
        kinds.MAGIC,
        kinds.WORTH,
        kinds.MASTER,
        kinds.SIZE,
        kinds.TYPE,
        kinds.DICE,
        kinds.ABILITIES,
    ),
    piles=(kinds.EQUIPPED, kinds.PACK),
    conditions=(*kinds.ORDER_KINDS.values(), *kinds.TOKEN_KINDS.values(), kinds.POISON),
    options=(kinds.PARTY, kinds.REACH, kinds.QUICK_SHOT, kinds.CORNER, kinds.BOLT, kinds.BREATH),
    templates=figures.templates(),
    columns=(kinds.WOUNDS, kinds.FATIGUE, kinds.ARMOR, kinds.MOVES, kinds.ATTACKS),
    verbs=(*actions.VERBS, *movement.VERBS, *gear.VERBS, *overlord.VERBS),
    app_sides=frozenset({kinds.OVERLORD}),
    advance=turns.advance,
    harm=wounds.harm,
    heal=wounds.heal,
    joined=muster.joined,
    left=muster.left,
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
    check=effect.problem,
    over=wounds.over,
    footprint=field.footprint,
    corner_open=field.corner_open,
    outfit=equipment.outfit,
)
