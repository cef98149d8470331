"""Abilities performed one by one in the order written, and what each of them does that is no attack (GH-15, 18..21,
31, 36, 37, 41).
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from referee.engine.events.event import Term, Terms
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Confirm, Pick
from referee.engine.questions.typed import Amount
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven import scenario
from referee.rules.gloomhaven.ability import CARD_GOES_TO, Ability, Aim, enemies, friends, pick, read_out, said
from referee.rules.gloomhaven.adding import bring_summon
from referee.rules.gloomhaven.attack import attack_of, attack_said, attack_targets
from referee.rules.gloomhaven.conditions import GOOD, INFLICTED, barring, give_retaliation, give_shield, inflict
from referee.rules.gloomhaven.harm import heal, suffer
from referee.rules.gloomhaven.kinds import DISCARD, HAND, LOOT, LOST, MOVE, PLAYING, XP, is_character, present
from referee.text import joined


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
        with ledger.lapsing(f"The {ability.kind} has no effect"):
            decided = sure or not is_character(ledger.encounter, who)
            await _one(ledger, who, abilities, place, f"{ability_key} {place + 1}".strip(), decided)


async def _one(
    ledger: Ledger, who: Tag, abilities: tuple[Ability, ...], place: int, ability_key: str, sure: bool
) -> None:
    """One ability, the one at that place."""
    ability = abilities[place]
    match ability.kind:
        case "attack":
            moves = [_moved(ledger, who, before) for before in abilities[:place] if before.kind == "move" and sure]
            await _attack(ledger, who, ability, ability_key, sure, moves)
        case "heal":
            await mend(ledger, who, ability, ability_key)
        case "suffer" | "lose":
            await harmed(ledger, who, ability, ability_key)
        case "move":
            told = is_character(ledger.encounter, who) or any(later.kind == "attack" for later in abilities[place:])
            squares = _moved(ledger, who, ability).removeprefix("move ")
            ledger.remark(f"{ledger.encounter.name(who)} moves up to {squares}", "GH-15", detail=told)
        case "push" | "pull" | "text":
            ledger.remark(read_out(ledger.encounter.name(who), ability), "GH-15")
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


async def harmed(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """What hurts oneself or an ally cannot be skipped (GH-19)."""
    victim = await ally_to_harm(ledger, who, ability, ability_key) if "ally" in ability.flags else who
    if not victim:
        return
    must = f"{ledger.encounter.name(victim)} must {ability.kind} {ability.value}"
    ledger.remark(must, "GH-19", detail=ability.kind == "suffer")
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
            f"{source(ledger, who)} ({said(ability)}): which ally?",
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
        prompt=f"{ledger.encounter.name(who)} {does}s which {'card' if count == 1 else f'{count} cards'}?",
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
    back = joined([*map(ledger.encounter.name, picked.tags)]) or "nothing"
    ledger.remark(f"{ledger.encounter.name(who)} recovers {back}", "GH-15")
    ledger.record(DISCARD.move(who, HAND, present(ledger.encounter, who, DISCARD, picked.tags), "GH-15"))


async def loot(ledger: Ledger, who: Tag, ability: Ability, ability_key: str) -> None:
    """As many loot tokens as the character reaches (GH-41)."""
    there = LOOT.of(ledger.encounter, TABLE)
    if not there or not is_character(ledger.encounter, who):
        return
    counted = await Ask(
        lambda: Amount(
            key=f"loot {who} {ability_key}",
            prompt=f"{source(ledger, who)}: how many of the {there} loot tokens?",
            by=who,
            most=LOOT.of(ledger.encounter, TABLE),
            default=1,
            cites=("GH-41",),
        )
    )
    scenario.collect(ledger, who, counted.n)


async def willing(ledger: Ledger, who: Tag, key: str, what: str, ability_key: str) -> bool:
    """Asks whether the player uses this ability, which may be skipped (GH-18)."""
    answer = await Ask(
        lambda: Confirm(
            key=f"{key} {who} {ability_key}",
            prompt=f"Does {ledger.encounter.name(who)} {what}?",
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

    def aim() -> Aim:
        return friends(ledger.rules, ledger.encounter, who, not ally)

    if _nobody(ledger, who, ability, aim()):
        return
    only = None if ally else who
    asked = f"({said(ability)}): heal whom?"
    most = max(1, ability.number("target", 1))
    targets = await _targets(ledger, who, f"heal {who} {ability_key}", asked, aim, most, "GH-20", "GH-21", only=only)
    for tag in targets:
        ledger.remark(f"{name} heals {ledger.encounter.name(tag)}", "GH-20", "GH-21", detail=True)
        await heal(ledger, tag, ability.value, who)
    if not targets:
        ledger.remark(f"{name} skips {said(ability)}", "GH-18")


async def _targets(
    ledger: Ledger,
    who: Tag,
    key: str,
    asked: str,
    aim: Callable[[], Aim],
    most: int,
    *cites: str,
    only: Tag | None = None,
) -> tuple[Tag, ...]:
    """At most so many of those that an ability may be aimed at, as the player chooses; nobody is an answer."""
    picked: Picked = await Ask(lambda: pick(key, f"{source(ledger, who)} {asked}", who, aim(), most, *cites, only=only))
    return picked.tags


def _nobody(ledger: Ledger, who: Tag, ability: Ability, aim: Aim) -> bool:
    """Whether no figure can be the target; then the log says so, and nothing is asked."""
    if not aim.free:
        ledger.remark(f"{ledger.encounter.name(who)} has no target for {said(ability)}", "GH-20")
    return not aim.free


async def inflict_on(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> None:
    """A condition: on oneself or an ally a good one may be skipped, a bad one not; else on enemies (GH-18, 19)."""
    good = ability.kind in GOOD
    if "self" in ability.flags or ("ally" not in ability.flags and good and not ability.numbers):
        if good and not sure and not await willing(ledger, who, ability.kind, f"use {ability.kind}", ability_key):
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
    asked, most = f"({said(ability)}): on whom?", ability.number("target", 1) or MOST_FIGURES
    for tag in await _targets(ledger, who, f"{ability.kind} {who} {ability_key}", asked, aim, most, "GH-18"):
        inflict(ledger, tag, ability.kind, who)


async def support(ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool) -> None:
    """Shield, retaliation, an element, a summon: a player may do without (GH-18)."""
    if not sure and not await willing(ledger, who, ability.kind, _doing(ability), ability_key):
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
            await bring_summon(ledger, who, ability.word, ability.numbers)


def source(ledger: Ledger, who: Tag) -> str:
    """What a figure acts with: the card that it plays, else itself."""
    return ledger.encounter.name(PLAYING.of(ledger.encounter, who) or who)


def _doing(ability: Ability) -> str:
    """An ability after the name of whoever uses it: `use shield 1`, `infuse fire`."""
    return said(ability) if ability.kind in ("infuse", "consume", "summon") else f"use {said(ability)}"


# -------------------------------------------------------------------- attacks


async def _attack(
    ledger: Ledger, who: Tag, ability: Ability, ability_key: str, sure: bool, moves: Sequence[str]
) -> None:
    name = ledger.encounter.name(who)
    if not enemies(ledger.rules, ledger.encounter, who).free:
        ledger.remark(f"{name} has nobody to attack", "GH-15")
        return

    def aim() -> Aim:
        return enemies(ledger.rules, ledger.encounter, who)

    asked = f"({attack_said(ledger, who, ability, moves)}): attack whom?"
    most = max(1, ability.number("target", 1))
    targets = await _targets(ledger, who, f"target {who} {ability_key}", asked, aim, most, "GH-15", "GH-18")
    if not targets:
        ledger.remark(f"{name} skips the attack", "GH-18")
        return
    attack = attack_of(ledger, who, ability)
    bonus = await _bonus(ledger, who, ability, ability_key, sure)
    await attack_targets(ledger, who, targets, replace(attack, bonus=bonus), ability_key)


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


def _moved(ledger: Ledger, who: Tag, ability: Ability) -> str:
    """A move in its words, with the number that it comes to: `move 3`."""
    return f"move {max(0, ability.value + (MOVE.of(ledger.encounter, who) if ability.relative else 0))}"
