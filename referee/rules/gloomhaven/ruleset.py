"""Gloomhaven: what it declares to the engine."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import System
from referee.rules.gloomhaven import (
    act,
    box,
    decks,
    elements,
    excluded,
    harm,
    items,
    joining,
    kinds,
    level,
    marks,
    muster,
    play,
    rests,
    selection,
    turns,
)
from referee.rules.rulebook import clauses_of, sample_of

PACKAGE = "referee.rules.gloomhaven"


def label_of(encounter: Encounter, tag: Tag) -> str:
    """The initiative of a figure, once it is revealed; before that, only whether it has chosen."""
    slot = encounter.slot(tag)
    if slot is not None:
        return slot.label
    if encounter.phase == kinds.CARDS and kinds.is_character(encounter, tag):
        return "chooses" if tag in selection.undecided(encounter) else "ready"
    return ""


RULES = System(
    name="gloomhaven",
    title="Gloomhaven",
    blurb="Card-driven initiative, characters with two cards a round, monsters by type.",
    standings=(kinds.UP, kinds.EXHAUSTED, kinds.DEAD),
    vital=kinds.HP,
    tracks=(kinds.HP, kinds.XP, kinds.GOLD, kinds.LOOT, *elements.TRACKS.values()),
    traits=(
        kinds.LEVEL,
        kinds.HAND_SIZE,
        kinds.MOVE,
        kinds.ATTACK,
        kinds.RANGE,
        kinds.SHIELD,
        kinds.RETALIATE,
        kinds.REACH,
        kinds.PIERCE,
        kinds.INFLICTS,
        kinds.RANK,
        kinds.OWNER,
    ),
    piles=(
        kinds.HAND,
        kinds.CHOSEN,
        kinds.DISCARD,
        kinds.LOST,
        kinds.ACTIVE,
        kinds.ITEMS,
        kinds.SPENT,
        kinds.USED,
        kinds.MODIFIERS,
        kinds.DRAWN,
        kinds.DECK,
        kinds.SHOWN,
    ),
    conditions=kinds.CONDITIONS,
    options=(kinds.SCENARIO, kinds.MONSTER_CARDS, kinds.NEGATE),
    templates=box.templates(),
    columns=(kinds.HP, kinds.XP, kinds.GOLD, kinds.RANK, kinds.ATTACK, kinds.MOVE, kinds.RANGE, kinds.SHIELD),
    verbs=(
        *selection.VERBS,
        *play.VERBS,
        *act.VERBS,
        *items.VERBS,
        *rests.VERBS,
        *marks.VERBS,
        *decks.VERBS,
        *level.VERBS,
        *muster.VERBS,
    ),
    app_sides=frozenset({kinds.MONSTERS}),
    advance=turns.advance,
    harm=harm.harm,
    inflict=harm.condition,
    heal=harm.heal,
    fall=harm.collapse,
    begin=turns.begin,
    ended=turns.ended,
    joined=joining.joined,
    left=harm.left,
    excluded=excluded.excluded,
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
    over=turns.over,
    check=joining.check,
    outfit=joining.outfit,
    label_of=label_of,
)
