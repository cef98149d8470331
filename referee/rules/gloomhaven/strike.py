"""One attack on one target: modifier cards, shield, damage, conditions, retaliation (GH-33..36)."""

from dataclasses import dataclass
from functools import partial

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.each import for_each
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
from referee.rules.gloomhaven import modifiers
from referee.rules.gloomhaven.harm import inflict, suffer
from referee.rules.gloomhaven.kinds import (
    MUDDLE,
    POISON,
    SHIELD,
    SHIELDED,
    STRENGTHEN,
    retaliations,
)


@dataclass(frozen=True)
class Blow:
    """What an attack is before any card is drawn."""

    value: int
    range: int = 0
    """How far it goes; 0 for melee."""
    pierce: int = 0
    inflicts: tuple[str, ...] = ()
    edges: tuple[int, ...] = ()
    """Advantage (1) and disadvantage (-1) that the attack itself has; it may have both."""
    bonus: tuple[tuple[str, int], ...] = ()
    """What was added to the value, and why."""


async def attack(ledger: Ledger, attacker: Tag, targets: tuple[Tag, ...], blow: Blow, seat: str = "") -> None:
    """One attack on several targets, each with a card of its own (GH-33)."""

    async def one(target: Tag) -> None:
        if ledger.able(attacker) and ledger.able(target):
            await strike(ledger, attacker, target, blow, seat)

    await for_each(ledger, targets, one, "The attack comes to nothing")


async def strike(ledger: Ledger, attacker: Tag, target: Tag, blow: Blow, seat: str) -> None:
    """One target: the card, the damage, then conditions and retaliation."""
    adjacent = not blow.range or await _adjacent(ledger, attacker, target, seat)
    reasons = edges(ledger.encounter, attacker, blow, adjacent)
    # Advantage from two sources is no more than from one, and either kind takes the other away.
    signs = {sign for _, sign in reasons}
    edge = 0 if len(signs) > 1 else sum(signs)
    drawn = await modifiers.draw_for(
        ledger, attacker, target, edge, seat, lambda: tally(ledger.encounter, target, blow, edge)
    )
    for why, sign in reasons:
        what = "advantage" if sign > 0 else "disadvantage"
        ledger.told(f"{ledger.encounter.name(attacker)} has {what}: {why}", "GH-34", "GH-35", about=(attacker,))
    damage = reckon(ledger, attacker, target, blow, drawn, edge)
    await _damaged(ledger, attacker, target, damage, seat)
    for kind in blow.inflicts:
        inflict(ledger, target, kind, attacker)
    await _retaliate(ledger, attacker, target, adjacent, blow.range, seat)


async def _damaged(ledger: Ledger, attacker: Tag, target: Tag, damage: int, seat: str) -> None:
    """The target suffers; if it goes while its player is asked, the attack is still made."""
    try:
        await suffer(ledger, target, damage, f"{attacker} {seat}".strip(), "GH-33")
    except Lapsed as reason:
        ledger.told(f"Nobody suffers it: {reason}", about=(target,))


def edges(encounter: Encounter, attacker: Tag, blow: Blow, adjacent: bool) -> list[tuple[str, int]]:
    """All that gives this attack advantage (+1) or disadvantage (-1) (GH-34, 35)."""
    out: list[tuple[str, int]] = []
    out += [("by the attack itself", sign) for sign in blow.edges]
    if STRENGTHEN.on(encounter, attacker):
        out.append((STRENGTHEN.name, 1))
    if MUDDLE.on(encounter, attacker):
        out.append((MUDDLE.name, -1))
    if blow.range and adjacent:
        out.append(("a ranged attack on an adjacent target", -1))
    return out


def terms_of(encounter: Encounter, target: Tag, blow: Blow) -> list[tuple[str, int]]:
    """The attack before any card: its value and what adds to it (GH-33, 35)."""
    poison = [("poison", 1)] if POISON.on(encounter, target) else []
    return [("attack", blow.value), *blow.bonus, *poison]


def tally(encounter: Encounter, target: Tag, blow: Blow, edge: int) -> tuple[tuple[str, int | str], ...]:
    """The attack so far, for the question line."""
    shield = max(0, shield_of(encounter, target) - blow.pierce)
    sums: list[tuple[str, int | str]] = [("attack", sum(n for _, n in terms_of(encounter, target, blow)))]
    sums += [("shield", shield)] if shield else []
    sums += [("two cards", "the better" if edge > 0 else "the worse")] if edge else []
    return tuple(sums)


def reckon(ledger: Ledger, attacker: Tag, target: Tag, blow: Blow, drawn: tuple[Tag, ...], edge: int) -> int:
    """The sum, term by term: value, poison, cards, shield less pierce, never below 0 (GH-33, 62, 63)."""
    encounter = ledger.encounter
    terms = terms_of(encounter, target, blow)
    base = sum(n for _, n in terms)
    cards = modifiers.counting(base, drawn, edge)
    total = base
    for place, card in enumerate(cards):
        now = modifiers.result(base, cards[: place + 1])
        mod = modifiers.MODS[card]
        terms.append((mod.name if mod.double or mod.null else "card", now - total))
        total = now
    shield = max(0, shield_of(encounter, target) - blow.pierce)
    if shield:
        terms.append((f"shield {shield}", -min(total, shield)))
    cites = ["GH-33"]
    cites += ["GH-34", "GH-62"] if edge else []
    cites += ["GH-63"] if len(cards) > 1 else []
    cites += ["GH-35"] if POISON.on(encounter, target) else []
    cites += ["GH-36"] if shield_of(encounter, target) else []
    cites += ["GH-32"] if {modifiers.BLESS, modifiers.CURSE}.intersection(drawn) else []
    names = " and ".join(modifiers.MODS[card].name for card in drawn) or "no card"
    ledger.told(
        f"{encounter.name(attacker)} attacks {encounter.name(target)}, {names}",
        *cites,
        about=(attacker, target),
        terms=tuple(terms),
    )
    return max(0, total - shield)


def shield_of(encounter: Encounter, tag: Tag) -> int:
    """All shield of a figure: its own and this round's add up (GH-36)."""
    return SHIELD.of(encounter, tag) + SHIELDED.value(encounter, tag)


async def _adjacent(ledger: Ledger, attacker: Tag, target: Tag, seat: str) -> bool:
    answer = await Ask(
        lambda: Confirm(
            key=f"adjacent {attacker}>{target} {seat}".strip(),
            prompt=f"{ledger.encounter.name(attacker)} attacks at range: is {ledger.encounter.name(target)} adjacent?",
            by=attacker,
            needs=(target,),
            default=False,
            cites=("GH-34",),
        )
    )
    return answer.yes


async def _retaliate(ledger: Ledger, attacker: Tag, target: Tag, adjacent: bool, range_: int, seat: str) -> None:
    """Whoever survives an attack and retaliates hurts an attacker within its range, each range by itself (GH-36)."""
    if not retaliations(ledger.encounter, target):
        return
    name = ledger.encounter.name(target)
    if not ledger.able(target):
        ledger.told(f"{name} has fallen and does not retaliate", "GH-36", about=(target,))
        return
    least = 1 if adjacent else await _shortest(ledger, attacker, target, range_, seat)
    damage = sum(n for spaces, n in retaliations(ledger.encounter, target).items() if least and spaces >= least)
    outcome = f"{damage} damage" if damage else "out of reach"
    ledger.told(f"{name} retaliates at {ledger.encounter.name(attacker)}: {outcome}", "GH-36", about=(target, attacker))
    if damage:
        await suffer(ledger, attacker, damage, f"retaliate {target} {seat}".strip(), "GH-36")


async def _shortest(ledger: Ledger, attacker: Tag, target: Tag, range_: int, seat: str) -> int:
    """The shortest range of those at which the target retaliates that the attacker is within; 0 for none."""
    far = [spaces for spaces in retaliations(ledger.encounter, target) if spaces > 1]
    for n, spaces in enumerate(far):
        key = f"reach {target}>{attacker} {seat}".strip() + (f" {spaces}" if n else "")
        if (await Ask(partial(_within, ledger, attacker, target, spaces, range_, key))).yes:
            return spaces
    return 0


def _within(ledger: Ledger, attacker: Tag, target: Tag, spaces: int, range_: int, key: str) -> Confirm:
    return Confirm(
        key=key,
        prompt=f"Is {ledger.encounter.name(attacker)} within {spaces} of {ledger.encounter.name(target)}?",
        needs=(attacker, target),
        default=True if range_ <= spaces else None,
        cites=("GH-36",),
    )
