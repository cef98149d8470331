"""Ruleset of Scorched: what the game declares to the engine, with the actions that players order: contact, a combat
to be resolved, a look at its models (SC-01, 04, 21, 22, 56).
"""

from collections.abc import Iterator

from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.carries_over import CarriesOver
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.value_rules import ValueRules
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.verb import Command, SharedKey, Situation, able_figures, asks, verb
from referee.rules.registry import clauses_of, sample_of
from referee.rules.scorched import combats, conditions, effective_stats, harm, kinds, pairing_actions, turns
from referee.rules.scorched.attack import resolve_combat
from referee.rules.scorched.combats import (
    add_contact,
    can_be_fought,
    combats_due,
    contacts,
    end_contact,
    engaged,
    is_fought,
    settle_combats,
)
from referee.rules.scorched.conditions import mark_charged
from referee.rules.scorched.effective_stats import stats_in_combat, tell
from referee.rules.scorched.kinds import COMBAT


def _names(encounter: Encounter, models: Picked) -> str:
    return ", ".join(map(encounter.name, models.tags))


# -------------------------------------------------------------------- what they ask


def _ask_foes(situation: Situation, mover: Picked) -> Pick:
    figures, names = situation.encounter.figures, _names(situation.encounter, mover)
    sides, among = {figures[tag].side for tag in mover.tags}, situation.able_figures()
    friends = (tag for tag in figures if figures[tag].side in sides)
    barred = {tag: f"{figures[tag].name} is on the same side as {names} [SC-01]." for tag in friends}
    return Pick(key="targets", prompt="Charge which enemies?", among=among, barred=barred, most=MOST_FIGURES)


def _ask_others(situation: Situation, who: Picked) -> Pick:
    among = tuple(tag for tag in situation.able_figures() if tag not in who.tags)
    return Pick(
        key="others",
        prompt=f"Who is in contact with {_names(situation.encounter, who)}?",
        among=among,
        most=MOST_FIGURES,
    )


def _ask_touching(situation: Situation) -> Pick:
    touching = contacts(situation.encounter)
    alone = (tag for tag, others in touching.items() if not others)
    barred = {tag: f"{situation.encounter.name(tag)} is not in contact with anybody." for tag in alone}
    return Pick(key="who", prompt="Who breaks contact?", among=tuple(touching), barred=barred, most=MOST_FIGURES)


def _ask_touched(situation: Situation, who: Picked) -> Pick:
    touching = contacts(situation.encounter)
    among = tuple(dict.fromkeys(other for tag in who.tags for other in touching.get(tag, ())))
    return Pick(
        key="others",
        prompt=f"Who is no longer in contact with {_names(situation.encounter, who)}?",
        among=among,
        most=MOST_FIGURES,
    )


def none_left(situation: Situation) -> str | None:
    """Why no combat can be resolved now; None if one can."""
    due = combats_due(situation.encounter)
    return no_combats(situation) or (None if due else "All combats have been fought. To end the phase: next [SC-04].")


def _ask_fought(situation: Situation) -> Pick:
    barred: dict[Tag, str] = {}
    for group in situation.encounter.groups_of(COMBAT):
        if is_fought(situation.encounter, group.tag) and group.tag != situation.encounter.turn:
            barred[group.tag] = f"{group.name} has already been fought [SC-04]."
        elif not can_be_fought(situation.encounter, group.tag):
            barred[group.tag] = (
                f"{group.name}: one side has nobody left. Resolve another combat, or end the phase: next"
            )
    among = tuple(combats_due(situation.encounter))
    return Pick(key="combat", prompt="Resolve which combat next?", among=among, barred=barred)


def _ask_mustered(situation: Situation) -> Pick:
    among = tuple(group.tag for group in situation.encounter.groups_of(COMBAT))
    default = situation.encounter.turn if situation.encounter.turn in among else None
    return Pick(key="combat", prompt="Which combat?", among=among, default=default)


def no_combats(situation: Situation) -> str | None:
    """Why no combat can be chosen: there is none; None if there is one."""
    there = situation.encounter.groups_of(COMBAT)
    return None if there else "There are no combats now. To begin the combat phase: next [SC-01]."


# -------------------------------------------------------------------- what is done


@verb(
    label="Fight",
    hint="resolve a combat; the priority player picks the order",
    hotkey=SharedKey.ATTACK,
    bar=none_left,
    cites=("SC-04", "SC-05"),
    actor="",
)
async def fight(ledger: Ledger, combat: Picked = asks(_ask_fought, nobody="There is no combat left.")) -> None:
    """The combat that the priority player has picked is resolved (SC-04)."""
    settle_combats(ledger)
    await resolve_combat(ledger, combat.one)


@verb(
    label="Muster",
    hint="effective Ws, dice and Ap of each model, with the reasons",
    hotkey="Q",
    bar=no_combats,
    interjects=True,
    cites=("SC-06", "SC-08"),
)
async def muster(ledger: Ledger, combat: Picked = asks(_ask_mustered)) -> None:
    """The models of a combat, one line each; nothing changes."""
    ledger.remark(f"Muster: {ledger.encounter.name(combat.one)}", "SC-06")
    tell(ledger, stats_in_combat(ledger.encounter, combat.one))


@verb(
    label="Charge",
    hint="move into engagement: charge ulf o1,o2",
    hotkey=SharedKey.CLOSE,
    cites=("SC-01", "SC-22"),
    actor="mover",
)
async def charge(
    ledger: Ledger,
    mover: Picked = able_figures("Who moves into engagement?"),
    targets: Picked = asks(_ask_foes, nobody="Nobody is left to charge. Tick only those who move, all of one side."),
) -> None:
    """Models move into engagement: with the enemies that each touches then (SC-01, 22)."""
    for tag in mover.tags:
        for target in targets.tags:
            add_contact(ledger, tag, target)
        mark_charged(ledger, tag)
        ledger.remark(f"{ledger.encounter.name(tag)} charges {_names(ledger.encounter, targets)}", "SC-01", "SC-22")
    settle_combats(ledger)


@verb(
    label="Touch",
    hint="put models in base contact, friends or enemies: touch tia ulf",
    hotkey="T",
    cites=("SC-01", "SC-21"),
)
async def touch(
    ledger: Ledger,
    who: Picked = able_figures("Who stands in contact?"),
    others: Picked = asks(_ask_others, nobody="Nobody else is up."),
) -> None:
    """Models stand in base contact without having charged."""
    for tag in who.tags:
        for other in others.tags:
            add_contact(ledger, tag, other)
        ledger.remark(f"{ledger.encounter.name(tag)} touches {_names(ledger.encounter, others)}", "SC-01")
    settle_combats(ledger)


@verb(label="Part", hint="end base contact between models", hotkey=SharedKey.LEAVE)
async def part(
    ledger: Ledger,
    who: Picked = asks(_ask_touching, nobody="Nobody is in contact."),
    others: Picked = asks(_ask_touched, nobody="Nobody else is in contact."),
) -> None:
    """Models are no longer in base contact; whoever touches no enemy in its combat then does not fight (SC-56)."""
    for tag in who.tags:
        end_contact(ledger, tag, others.tags)
        ledger.remark(f"{ledger.encounter.name(tag)} no longer touches {_names(ledger.encounter, others)}", "SC-56")
    settle_combats(ledger)


def routine(encounter: Encounter) -> Iterator[Command]:
    """Before the combats whoever is not engaged charges; `next` fights them."""
    if encounter.phase == COMBAT:
        return
    for tag in [tag for tag in contacts(encounter) if tag not in engaged(encounter)]:
        yield Command(verb="charge", given={"mover": Picked(tags=(tag,))})


RULES = System(
    name="scorched",
    title="Scorched",
    blurb="The combat phase of a skirmish: engaged models are paired into combats, all hits land at once. "
    "Moving, shooting and morale stay at the table.",
    clauses=clauses_of(kinds.PACKAGE),
    sample=sample_of(kinds.PACKAGE),
    options=kinds.OPTIONS,
    standings=(kinds.UP, kinds.SLAIN),
    health_track=kinds.WOUNDS,
    tracks=(kinds.WOUNDS, kinds.CHARGES),
    traits=(*kinds.SHEET, kinds.TOUCHES, conditions.CHARGED, kinds.SUPPORTS, kinds.PRIORITY),
    conditions=conditions.CONDITIONS,
    tests=kinds.TESTS,
    templates=kinds.templates(),
    columns=(kinds.WOUNDS, kinds.WS, kinds.TOUCHES, kinds.SV, kinds.WEAPONS, kinds.INV, kinds.FNP, kinds.CHARGES),
    carries_over=CarriesOver((kinds.WOUNDS.name, kinds.CHARGES.name)),
    values=ValueRules(
        passing=(kinds.TOUCHES.name, conditions.CHARGED.name, kinds.SUPPORTS.name, kinds.PRIORITY.name),
        validate_trait=kinds.trait_problem,
    ),
    adding=AddingRules(
        free_sides=True,
        in_own_keys=kinds.in_own_keys,
        equipment=lambda: {kinds.WEAPONS.name: tuple(kinds.named()), "weapon": ("one more weapon: weapon=sword",)},
    ),
    order=OrderRules(expected=combats.expected, group_words=combats.group_words),
    fight=FightRules(impossible_states=turns.impossible_states),
    descriptions=DescriptionRules(compared=("s", "t"), describe=effective_stats.about),
    verbs=(
        *(fight, muster, pairing_actions.pair, pairing_actions.assign, pairing_actions.support),
        *(pairing_actions.shield, pairing_actions.propose, charge, touch, part, turns.priority),
    ),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.fall,
    end_fight=turns.end_fight,
    routine=routine,
    on_removed=harm.left,
    on_set=harm.after_set,
)
