"""Olde Swords Reign: what it declares to the engine."""

from referee.engine.ledger import System
from referee.rules.olde_swords import (
    actions,
    armoury,
    belongings,
    camp,
    checks,
    ending,
    excluded,
    harm,
    kinds,
    magic,
    reactions,
    readiness,
    sheet,
    sides,
    turns,
    wrestle,
)
from referee.rules.rulebook import clauses_of, sample_of

PACKAGE = "referee.rules.olde_swords"
MENU = (
    *("attack", "cast", "dodge", "disengage", "dash", "aid", "grapple", "shove", "disarm", "hide"),
    *("stabilise", "use", "ready", "improvise"),
    *("turn", "leave", "stand", "escape", "release", "react", "opportunity"),
    *("save", "check", "morale", "flee", "yield", "complicate", "breather", "dying", "end"),
)
"""The verbs as the menu lists them: the fourteen actions, what else a turn may bring, what the referee calls for."""
VERBS = (
    *actions.VERBS,
    *magic.VERBS,
    *wrestle.VERBS,
    *checks.VERBS,
    *belongings.VERBS,
    *reactions.VERBS,
    *readiness.VERBS,
    *turns.VERBS,
    *camp.VERBS,
    *ending.VERBS,
)

RULES = System(
    name="olde_swords",
    title="Olde Swords Reign",
    blurb="A d20 adventure game: heroes and enemies act side by side, with EDGE, SETBACK, fatigue and a dying table.",
    standings=kinds.STANDINGS,
    vital=kinds.HP,
    tracks=(kinds.HP, kinds.TEMP, kinds.FATIGUE, kinds.PROVISIONS),
    traits=(*kinds.SHEET, *kinds.MARKS),
    piles=(kinds.WEAPONS, kinds.SPELLS, kinds.ITEMS, kinds.DROPPED),
    conditions=kinds.CONDITIONS,
    options=kinds.OPTIONS,
    templates=armoury.templates(),
    columns=(kinds.HP, kinds.AC, kinds.FATIGUE, kinds.PROVISIONS, kinds.TEMP),
    verbs=tuple(sorted(VERBS, key=lambda verb: MENU.index(verb.name))),
    app_sides=frozenset({kinds.ENEMIES}),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.collapse,
    begin=turns.begin,
    joined=turns.joined,
    left=harm.left,
    excluded=excluded.excluded,
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
    check=sheet.check_trait,
    outfit=armoury.outfit,
    label_of=sides.label_of,
    countdown=("OS-06",),
)
