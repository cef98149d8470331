"""Abilities that cost cards or hit points, or bring cards and loot back (GH-19, 20, 41)."""

from referee.engine.ask import Ask
from referee.engine.bearer import TABLE, Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Pick
from referee.engine.term import Term
from referee.rules.gloomhaven.abilities.ability import Ability, said
from referee.rules.gloomhaven.abilities.targets import friends, pick
from referee.rules.gloomhaven.harm import suffer
from referee.rules.gloomhaven.kinds import (
    DISCARD,
    HAND,
    LOOT,
    LOST,
    is_character,
    present,
)
from referee.rules.gloomhaven.scenario.level import collect


async def harmed(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """What hurts oneself or an ally cannot be skipped (GH-19)."""
    victim = await ally_to_harm(ledger, who, ability, ability_key) if "ally" in ability.flags else who
    if not victim:
        return
    ledger.remark(f"{ledger.encounter.name(victim)} must {ability.kind} {ability.value}", "GH-19")
    if ability.kind == "suffer":
        await suffer(ledger, victim, (Term("suffer", ability.value),), ability_key, "GH-19", source=who)
        return
    count = min(ability.value, len(HAND.of(ledger.encounter, victim)))
    if count < 1:
        return
    picked = await Ask(lambda: _ask_cards(ledger, victim, "lose", count, ability_key))
    ledger.record(HAND.move(victim, LOST, present(ledger.encounter, victim, HAND, picked.tags), "GH-19"))


async def ally_to_harm(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> Tag:
    """The ally that must be harmed; empty, if there is none."""
    if not friends(ledger.rules, ledger.encounter, who, False).free:
        ledger.remark(f"{ledger.encounter.name(who)} has no ally to {said(ability)}", "GH-20")
        return ""
    picked = await Ask(
        lambda: pick(
            f"victim {who} {ability_key}",
            f"{ledger.encounter.name(who)}, {said(ability)}: which ally?",
            who,
            friends(ledger.rules, ledger.encounter, who, False),
            1,
            "GH-19",
            "GH-20",
            minimum=1,
        )
    )
    return picked.one


def _ask_cards(ledger: Ledger, who: Tag, does: str, count: int, ability_key: str) -> Pick:
    pile = HAND if does == "lose" else DISCARD
    return Pick(
        key=f"{does} {who} {ability_key}",
        prompt=f"{ledger.encounter.name(who)} {does}s which {count}?",
        by=who,
        among=pile.of(ledger.encounter, who),
        least=min(count, len(pile.of(ledger.encounter, who))) if does == "lose" else 0,
        most=count,
    )


async def recover(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """Discards come back into the hand."""
    if not DISCARD.of(ledger.encounter, who):
        return
    picked = await Ask(lambda: _ask_cards(ledger, who, "recover", max(1, ability.value), ability_key))
    ledger.record(DISCARD.move(who, HAND, present(ledger.encounter, who, DISCARD, picked.tags), "GH-15"))


async def loot(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """As many loot tokens as the character reaches (GH-41)."""
    there = LOOT.of(ledger.encounter, TABLE)
    if not there or not is_character(ledger.encounter, who):
        return
    counted = await Ask(
        lambda: Amount(
            key=f"loot {who} {ability_key}",
            prompt=f"{ledger.encounter.name(who)}, {said(ability)}: how many of the {there} tokens?",
            by=who,
            most=LOOT.of(ledger.encounter, TABLE),
            default=1,
            cites=("GH-41",),
        )
    )
    collect(ledger, who, counted.n)
