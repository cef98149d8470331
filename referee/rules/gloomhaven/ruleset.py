"""Ruleset of Gloomhaven: what the game declares to the engine."""

from collections.abc import Iterator

from msgspec.structs import replace

from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.carries_over import CarriesOver, in_piles
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.party_rules import PartyRules
from referee.engine.contract.value_rules import ValueRules
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.impossible_states import fallen_with_some_left, without_place
from referee.engine.verbs.ledger import System
from referee.rules.gloomhaven import (
    actions,
    adding,
    attack,
    conditions,
    hand,
    harm,
    joining,
    kinds,
    modifiers,
    scenario,
    turns,
)
from referee.rules.registry import clauses_of, sample_of

PACKAGE = "referee.rules.gloomhaven"


def label_of(encounter: Encounter, tag: Tag) -> str:
    """The initiative of a figure, once it is revealed; before that, only whether it has chosen."""
    slot = encounter.slot(tag)
    if slot is not None:
        return slot.label
    if encounter.phase == kinds.CARDS and kinds.is_character(encounter, tag):
        return "chooses" if tag in hand.undecided(encounter) else "ready"
    return ""


def excluded(encounter: Encounter) -> Iterator[str]:
    """A sentence for each figure and reason (GH-05, 40). The weary are exhausted, and summons go, with HP left."""
    monsters = {tag: figure for tag, figure in encounter.figures.items() if kinds.is_standee(encounter, tag)}
    only_monsters = replace(encounter, figures=monsters)
    yield from fallen_with_some_left(only_monsters, kinds.HP, (kinds.DEAD,), "GH-40")
    if encounter.phase == kinds.TURNS:
        members = {tag for group in encounter.groups_of(kinds.TYPE) for tag in group.members}
        up = (tag for tag, figure in monsters.items() if figure.standing == kinds.UP.name and tag in members)
        yield from without_place(encounter, up, "GH-05")


RULES = System(
    name="gloomhaven",
    title="Gloomhaven",
    blurb="Card-driven initiative, characters with two cards a round, monsters by type.",
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
    options=(kinds.SCENARIO, kinds.MONSTER_CARDS, kinds.NEGATE),
    standings=(kinds.UP, kinds.EXHAUSTED, kinds.DEAD),
    health_track=kinds.HP,
    tracks=(kinds.HP, kinds.XP, kinds.GOLD, kinds.LOOT, *scenario.TRACKS.values()),
    traits=kinds.SHEET,
    piles=kinds.PILES,
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    templates=kinds.templates(),
    columns=(kinds.HP, kinds.ATTACK, kinds.MOVE, kinds.RANGE, kinds.SHIELD, kinds.XP, kinds.GOLD),
    app_sides=frozenset({kinds.MONSTERS}),
    carries_over=CarriesOver(
        (kinds.XP.name, kinds.GOLD.name),
        (kinds.LEVEL.name,),
        thing=in_piles(kinds.ITEMS.name, kinds.SPENT.name, kinds.USED.name),
        things="items",
        member=kinds.is_character,
    ),
    values=ValueRules(passing=(kinds.RANK.name, kinds.OWNER.name), validate_trait=joining.check),
    adding=AddingRules(
        kind_to_add=adding.kind_to_add,
        equipment_words=joining.words,
        kept_words=joining.with_cards,
        shared_words=joining.shared,
        parse_equipment=joining.outfit,
        equipment=lambda: {"item": tuple(kinds.items())},
    ),
    order=OrderRules(label_of=label_of, acts_as_one=kinds.TYPE),
    fight=FightRules(impossible_states=excluded, over=turns.over, reward=scenario.victory.name),
    party=PartyRules(no_rest="characters begin each scenario fresh; within one, `rest WHO` is a short rest [GH-38]"),
    descriptions=DescriptionRules(compared=("level", "cards"), rank=kinds.rank, describe=actions.describe),
    verbs=(
        *(hand.choose_cards, actions.play, actions.act, attack.attack_in_turn, actions.item, turns.short_rest),
        *(modifiers.bless, modifiers.curse, scenario.infuse_in_turn, scenario.consume_in_turn, adding.summon),
        *(modifiers.perk, hand.card, scenario.loot, scenario.trap, scenario.xp, scenario.victory, adding.add),
    ),
    advance=turns.advance,
    harm=harm.harm,
    on_condition_given=conditions.by_referee,
    heal=harm.heal,
    fall=harm.collapse,
    routine=actions.routine,
    begin=turns.begin,
    end_fight=turns.end_scenario,
    on_turn_ended=turns.ended,
    on_added=joining.joined,
    on_removed=harm.left,
)
