"""Abilities that are no attack: healing, conditions, elements, summons, loot, cards lost or recovered (GH-18..21,
31, 36, 37, 41).
"""

from referee.engine.figures.recruit import Details, recruits
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Amount, Confirm, Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.term import Term
from referee.engine.verbs.add import add_recruits
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven import scenario
from referee.rules.gloomhaven.ability import Ability, Aim, enemies, friends, pick, said
from referee.rules.gloomhaven.conditions import GOOD, give_retaliation, give_shield, inflict
from referee.rules.gloomhaven.harm import heal, suffer
from referee.rules.gloomhaven.kinds import (
    ATTACK,
    DISCARD,
    HAND,
    HP,
    LOOT,
    LOST,
    MOVE,
    OWNER,
    RANGE,
    SHIELD,
    SUMMON,
    is_character,
    present,
)
from referee.rules.gloomhaven.scenario import collect
from referee.text import clean_name


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


SUMMON_VALUES = (HP.name, ATTACK.name, MOVE.name, RANGE.name, SHIELD.name)
"""What may be said of a summon."""


async def willing(ledger: Ledger, who: Tag, key: str, what: str, ability_key: str) -> bool:
    """Asks whether the player uses this ability, which may be skipped (GH-18)."""
    answer = await Ask(
        lambda: Confirm(
            key=f"{key} {who} {ability_key}",
            prompt=f"{ledger.encounter.name(who)}: {what}?",
            by=who,
            default=True,
            cites=("GH-18",),
        )
    )
    if not answer.yes:
        ledger.remark(f"{ledger.encounter.name(who)} does not {what}", "GH-18")
    return answer.yes


async def mend(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """Oneself or allies, as the card says (GH-20, 21)."""
    if "self" in ability.flags:
        await heal(ledger, who, ability.value, who)
        return
    name = ledger.encounter.name(who)
    ally = "ally" in ability.flags
    if _nobody(ledger, who, ability, friends(ledger.rules, ledger.encounter, who, not ally)):
        return
    picked = await Ask(
        lambda: pick(
            f"heal {who} {ability_key}",
            f"{name}, {said(ability)}: whom? (nobody: -)",
            who,
            friends(ledger.rules, ledger.encounter, who, not ally),
            max(1, ability.number("target", 1)),
            "GH-20",
            "GH-21",
            only=None if ally else who,
        )
    )
    for tag in picked.tags:
        ledger.remark(f"{name} heals {ledger.encounter.name(tag)}", "GH-20", "GH-21")
        await heal(ledger, tag, ability.value, who)
    if not picked.tags:
        ledger.remark(f"{name} skips {said(ability)}", "GH-18")


def _nobody(ledger: Ledger, who: Tag, ability: Ability, aim: Aim) -> bool:
    """Whether no figure can be the target; then the log says so, and nothing is asked."""
    if not aim.free:
        ledger.remark(f"{ledger.encounter.name(who)}, {said(ability)}: nobody is there for it", "GH-20")
    return not aim.free


async def inflict_on(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> None:
    """A condition: on oneself or an ally a good one may be skipped, a bad one not; else on enemies (GH-18, 19)."""
    good = ability.kind in GOOD
    if "self" in ability.flags or ("ally" not in ability.flags and good and not ability.numbers):
        if good and not sure and not await willing(ledger, who, ability.kind, ability.kind, ability_key):
            return
        inflict(ledger, who, ability.kind, who, *(() if good else ("GH-19",)))
        return
    if "ally" in ability.flags and not good:
        victim = await ally_to_harm(ledger, who, ability, ability_key)
        if victim:
            inflict(ledger, victim, ability.kind, who, "GH-19")
        return
    await _inflict_on_some(ledger, who, ability, ability_key)


async def _inflict_on_some(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """A good condition on friends, a bad one on enemies; the player may choose none (GH-18)."""

    def aim() -> Aim:
        if ability.kind in GOOD:
            return friends(ledger.rules, ledger.encounter, who, "ally" not in ability.flags)
        return enemies(ledger.rules, ledger.encounter, who)

    if _nobody(ledger, who, ability, aim()):
        return
    picked: Picked = await Ask(
        lambda: pick(
            f"{ability.kind} {who} {ability_key}",
            f"{ledger.encounter.name(who)}, {said(ability)}: whom? (nobody: -)",
            who,
            aim(),
            ability.number("target", 1) or MOST_FIGURES,
            "GH-18",
        )
    )
    for tag in picked.tags:
        inflict(ledger, tag, ability.kind, who)


async def support(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> None:
    """Shield, retaliation, an element, a summon: a player may do without (GH-18)."""
    if not sure and not await willing(ledger, who, ability.kind, said(ability), ability_key):
        return
    match ability.kind:
        case "shield":
            give_shield(ledger, who, ability.value)
        case "retaliate":
            give_retaliation(ledger, who, ability.value, ability.number("range"))
        case "infuse":
            scenario.infuse(ledger, ability.word)
            ledger.remark(f"{ledger.encounter.name(who)} infuses {ability.word}", "GH-37")
        case "consume":
            if why := scenario.not_there(ledger.encounter, ability.word):
                ledger.remark(why.partition(" [")[0], "GH-65")
            else:
                scenario.consume(ledger, ability.word, who)
        case "summon":
            await summon(ledger, who, ability.word, ability.numbers)


async def summon(ledger: Ledger, owner: Tag, name: str, values: dict[str, int]) -> None:
    """A summon comes to its owner's side; it has no place in the order before the next round (GH-31)."""
    template = ledger.rules.template(SUMMON)
    if template is None or len(ledger.encounter.figures) >= MOST_FIGURES:
        ledger.remark("There is no room for a summon")
        return
    said = tuple((key, str(value)) for key, value in values.items() if key in SUMMON_VALUES)
    called = clean_name(" ".join(word.capitalize() for word in name.replace("-", " ").split()))
    coming = recruits(ledger.rules, ledger.encounter, template, Details((called,), 1, said))
    await add_recruits(ledger, coming, ("GH-31",))
    for recruit in coming:
        ledger.record(OWNER.set(recruit.figure.tag, owner, "GH-31"))
        ledger.remark(
            f"{recruit.figure.name} acts before {ledger.encounter.name(owner)} from the next round on",
            "GH-31",
        )
