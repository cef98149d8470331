"""An action performed: its abilities one by one, in the order written (GH-15, 18..21)."""

from dataclasses import replace

from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.state.bearer import Tag
from referee.engine.term import Term, Terms
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven import scenario
from referee.rules.gloomhaven.ability import CARD_GOES_TO, Ability, enemies, pick, said
from referee.rules.gloomhaven.attack import attack_of, attack_targets
from referee.rules.gloomhaven.conditions import INFLICTED, barring
from referee.rules.gloomhaven.kinds import (
    MOVE,
    XP,
    is_character,
)
from referee.rules.gloomhaven.support import harmed, inflict_on, loot, mend, recover, support, willing


async def perform(
    ledger: Ledger, who: Tag, abilities: tuple[Ability, ...], ability_key: str, sure: bool = False
) -> None:
    """All abilities in order; one that comes to nothing does not stop the others. `sure`: none is skipped."""
    for place, ability in enumerate(abilities):
        if not ledger.able(who):
            return
        if kind := barring(ledger.encounter, who, ability.kind):
            ledger.remark(f"{ledger.encounter.name(who)} is {kind.adjective}: no {ability.kind}", "GH-35")
            if kind.bars_all:
                return
            continue
        try:
            decided = sure or not is_character(ledger.encounter, who)
            await _one(ledger, who, ability, f"{ability_key} {place + 1}".strip(), decided)
        except Lapsed as reason:
            ledger.remark(f"{ability.kind.capitalize()} comes to nothing: {reason}")


async def _one(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> None:
    """One ability."""
    match ability.kind:
        case "attack":
            await _attack(ledger, who, ability, ability_key, sure)
        case "heal":
            await mend(ledger, who, ability, ability_key)
        case "suffer" | "lose":
            await harmed(ledger, who, ability, ability_key)
        case "move":
            _move(ledger, who, ability)
        case "push" | "pull" | "text":
            ledger.remark(f"{ledger.encounter.name(who)}: {said(ability)}", "GH-15")
        case "recover":
            await recover(ledger, who, ability, ability_key)
        case "loot":
            await loot(ledger, who, ability, ability_key)
        case "xp":
            if is_character(ledger.encounter, who):
                ledger.record(XP.change(who, ability.value, "GH-15", source=who))
        case kind if kind in CARD_GOES_TO:
            pass
        case kind if kind in INFLICTED:
            await inflict_on(ledger, who, ability, ability_key, sure)
        case _:
            await support(ledger, who, ability, ability_key, sure)


# -------------------------------------------------------------------- attacks


async def _attack(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> None:
    name = ledger.encounter.name(who)
    if not enemies(ledger.rules, ledger.encounter, who).free:
        ledger.remark(f"{name} has nobody to attack", "GH-15")
        return
    most = max(1, ability.number("target", 1))
    picked = await Ask(
        lambda: pick(
            f"target {who} {ability_key}",
            f"{name}, {said(ability)}: whom? (nobody: -)",
            who,
            enemies(ledger.rules, ledger.encounter, who),
            most,
            "GH-15",
            "GH-18",
        )
    )
    if not picked.tags:
        ledger.remark(f"{name} skips {said(ability)}", "GH-18")
        return
    attack = attack_of(ledger, who, ability)
    bonus = await _bonus(ledger, who, ability, ability_key, sure)
    await attack_targets(ledger, who, picked.tags, replace(attack, bonus=bonus), ability_key)


async def _bonus(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> Terms:
    """What consumed elements add (GH-65)."""
    out: list[Term] = []
    for element, extra in ability.bonus:
        if why := scenario.not_there(ledger.encounter, element):
            ledger.remark(f"No +{extra}: {why.partition(' [')[0]}", "GH-65")
        elif sure or await willing(ledger, who, f"consume {element}", f"consume {element} for +{extra}", ability_key):
            scenario.consume(ledger, element, who)
            out.append(Term(element, extra))
    return tuple(out)


# -------------------------------------------------------------------- the other abilities


def _move(ledger: Ledger, who: Tag, ability: Ability) -> None:
    encounter = ledger.encounter
    name = encounter.name(who)
    squares = max(0, ability.value + (MOVE.of(encounter, who) if ability.relative else 0))
    ledger.remark(f"{name} moves up to {squares}", "GH-15")
