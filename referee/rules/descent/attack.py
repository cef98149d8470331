"""An attack in six steps, whoever makes it (DJ-01..46).

1. It is declared: `announce.declare`.
2. Reach and line of sight are confirmed: `announce.in_reach`, `announce.confirm_sight`.
3. The dice are thrown, here; some of them again: `again`.
4. A miss fails it; else whether its range suffices, as the dice lie: here.
5. What is spent on it: `spend`; and whether it reaches its target then: here.
6. Wounds, less armor, and what comes with them: `hurt`.

What all six know of the attack is its `blow`.
"""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.question import Choose
from referee.engine.throw import Roll
from referee.rules.descent.again import throw_again
from referee.rules.descent.announce import confirm_sight, declare, in_reach
from referee.rules.descent.arm import LOST_TO_DAZE
from referee.rules.descent.blow import SPACE, Blow
from referee.rules.descent.dice import BLACK, lying, pools, shown
from referee.rules.descent.hurt import inflict
from referee.rules.descent.kinds import ATTACKS, DAZE, GUARD, MISSED
from referee.rules.descent.spend import spend

_MISSES = {"melee": "DJ-37", "ranged": "DJ-40", "magic": "DJ-43"}
_TRAITED = {"melee": "DJ-38", "ranged": "DJ-41", "magic": "DJ-44"}


async def six_steps(
    ledger: Ledger, attacker: Tag, target: Tag, space: str, weapon: Tag, distance: int, sight: str
) -> None:
    """One attack from its declaration to its wounds."""
    blow = declare(ledger, attacker, target, space, weapon, distance)  # step 1
    if not (in_reach(ledger, blow) and confirm_sight(ledger, blow, sight)):  # step 2
        return
    _spend_attack(ledger, blow)
    if not await _roll(ledger, blow):  # step 3
        return
    await throw_again(ledger, blow)
    if _missed(ledger, blow):  # step 4
        return
    _determine(ledger, blow)
    if await spend(ledger, blow) and _hits(ledger, blow):  # step 5
        await inflict(ledger, blow)  # step 6


# -------------------------------------------------------------------- step 3: range and roll


def _spend_attack(ledger: Ledger, blow: Blow) -> None:
    if ATTACKS.of(ledger.encounter, blow.attacker):
        ledger.record(ATTACKS.change(blow.attacker, -1, "DJ-01"))
    if ledger.encounter.turn != blow.attacker:
        ledger.lift(blow.attacker, GUARD, "DJ-49")
    if MISSED.of(ledger.encounter, blow.attacker):
        ledger.record(MISSED.clear(blow.attacker))


async def _roll(ledger: Ledger, blow: Blow) -> bool:
    """Step 3: the dice of the weapon or the monster, and a hero's trait (DJ-09, 10, 38, 41, 44). Are there any?"""
    colours = await _dazed(ledger, blow)
    if not colours:
        ledger.told(f"No die is left: {blow.names(ledger.encounter)} in vain", "DJ-92", about=blow.about())
        return False
    cites = ["DJ-10", "DJ-09"]
    if blow.by_hero(ledger.encounter):
        cites += [_TRAITED[blow.arm.type]]
    if blow.arm.dice.count(BLACK):
        cites += ["DJ-82"]
    if blow.arm.dice.count(BLACK) + blow.arm.power > 5:
        cites += ["DJ-25"]
    needs = "adjacent" if blow.arm.melee and blow.need == 1 else f"{blow.need} away"
    rolled = await Ask(
        lambda: Roll(
            key=f"attack {blow.attacker}>{blow.target or SPACE}",
            prompt=f"{blow.names(ledger.encounter)}, {needs}",
            by=blow.attacker,
            pools=pools(colours),
            needs=blow.about(),
            tally=() if blow.rangeless else (("needs", blow.need),),
            cites=tuple(cites),
        )
    )
    blow.dice = lying(pools(colours), rolled)
    ledger.told(f"{blow.names(ledger.encounter)}, {needs}: {shown(blow.dice)}", *cites, about=blow.about())
    return True


async def _dazed(ledger: Ledger, blow: Blow) -> tuple[str, ...]:
    """The dice of the attack less one green, yellow or black die for each daze token (DJ-69)."""
    left = list(blow.arm.thrown)
    for token in range(DAZE.value(ledger.encounter, blow.attacker)):
        colours = tuple(colour for colour in LOST_TO_DAZE if colour in left)
        if not colours:
            break
        lost = colours[0]
        if len(colours) > 1:
            lost = await _which_lost(ledger, blow, colours, token)
        left.remove(lost)
        ledger.told(f"Dazed: one {lost} die less", "DJ-69", about=(blow.attacker,))
    return tuple(left)


async def _which_lost(ledger: Ledger, blow: Blow, colours: tuple[str, ...], token: int) -> str:
    chosen = await Ask(
        lambda: Choose(
            key=f"daze {token}",
            prompt=f"{ledger.encounter.name(blow.attacker)} is dazed: which die is lost?",
            by=blow.attacker,
            needs=blow.about(),
            options=colours,
            default=colours[0],
            cites=("DJ-69",),
        )
    )
    return chosen.option


# -------------------------------------------------------------------- step 4: success


def _missed(ledger: Ledger, blow: Blow) -> bool:
    """Step 4: with any miss showing the attack fails; nothing is spent on it, and it earns no threat (DJ-13, 80)."""
    if not blow.miss:
        return False
    cites = ["DJ-13", _MISSES[blow.arm.type]]
    if blow.by_hero(ledger.encounter):
        ledger.record(MISSED.set(blow.attacker, True, "DJ-17"))
    else:
        cites += ["DJ-80"]
    ledger.told(f"A miss shows: {blow.names(ledger.encounter)} in vain", *cites, about=blow.about())
    return True


def _determine(ledger: Ledger, blow: Blow) -> None:
    """Step 4: does the range suffice, as the dice lie (DJ-14..16, 37)?"""
    if blow.rangeless:
        ledger.told("No miss shows, and range does not matter", blow.rangeless, about=blow.about())
        return
    enough = blow.reaches
    terms = (("range", blow.range),)
    ledger.told(
        "In range" if enough else "Short as yet",
        "DJ-14",
        "DJ-15" if enough else "DJ-16",
        about=blow.about(),
        terms=terms,
        against=blow.need,
    )


def _hits(ledger: Ledger, blow: Blow) -> bool:
    """After step 5: does it reach its target (DJ-15, 16)?"""
    if blow.reaches:
        return True
    text = f"{blow.names(ledger.encounter)} and falls short: range {blow.range} of {blow.need}"
    ledger.told(text, "DJ-16", _MISSES[blow.arm.type], about=blow.about())
    return False
