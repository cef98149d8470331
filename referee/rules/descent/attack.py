"""An attack in six steps, whoever makes it (DJ-01..46).

1. It is declared: `declaration.declare`.
2. Reach and line of sight are confirmed: `declaration.in_reach`, `declaration.confirm_sight`.
3. The dice are thrown, here; some of them again: `rerolls`.
4. A miss fails it; else the range of the dice is compared with the distance: here.
5. Enhancements, surges and fatigue are spent on it: `spending`; then it reaches its target or falls short: here.
6. Wounds, less armor, and what comes with them: `damage`.

All steps share its `attack_state`.
"""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.throw import Roll
from referee.rules.descent.attack_steps.attack_state import SPACE, AttackState
from referee.rules.descent.attack_steps.damage import inflict
from referee.rules.descent.attack_steps.declaration import confirm_sight, declare, in_reach
from referee.rules.descent.attack_steps.rerolls import reroll
from referee.rules.descent.attack_steps.spending import spend
from referee.rules.descent.conditions import GUARD, dazed_dice, lose
from referee.rules.descent.dice import BLACK, pools, rolled_dice, shown
from referee.rules.descent.kinds import ATTACKS, MISSED

_MISSES = {"melee": "DJ-37", "ranged": "DJ-40", "magic": "DJ-43"}
_TRAITED = {"melee": "DJ-38", "ranged": "DJ-41", "magic": "DJ-44"}


async def resolve_attack(
    ledger: Ledger, attacker: Tag, target: Tag, space: str, weapon: Tag, distance: int, sight: str
) -> None:
    """One attack from its declaration to its wounds."""
    attack = declare(ledger, attacker, target, space, weapon, distance)  # step 1
    if not (in_reach(ledger, attack) and confirm_sight(ledger, attack, sight)):  # step 2
        return
    _spend_attack(ledger, attack)
    if not await _roll(ledger, attack):  # step 3
        return
    await reroll(ledger, attack)
    if _missed(ledger, attack):  # step 4
        return
    _log_range(ledger, attack)
    if await spend(ledger, attack) and _hits(ledger, attack):  # step 5
        await inflict(ledger, attack)  # step 6


# -------------------------------------------------------------------- step 3: range and roll


def _spend_attack(ledger: Ledger, attack: AttackState) -> None:
    if ATTACKS.of(ledger.encounter, attack.attacker):
        ledger.record(ATTACKS.change(attack.attacker, -1, "DJ-01"))
    if ledger.encounter.turn != attack.attacker:
        lose(ledger, attack.attacker, GUARD)
    if MISSED.of(ledger.encounter, attack.attacker):
        ledger.record(MISSED.clear(attack.attacker))


async def _roll(ledger: Ledger, attack: AttackState) -> bool:
    """Step 3: the dice of the weapon or the monster, and a hero's trait (DJ-09, 10, 38, 41, 44). False without any."""
    colours = await dazed_dice(ledger, attack.attacker, attack.profile.thrown, attack.figures())
    if not colours:
        ledger.remark(f"No die is left: {attack.names(ledger.encounter)} in vain", "DJ-92")
        return False
    cites = ["DJ-10", "DJ-09"]
    if attack.by_hero(ledger.encounter):
        cites += [_TRAITED[attack.profile.type]]
    if attack.profile.dice.count(BLACK):
        cites += ["DJ-82"]
    if attack.profile.dice.count(BLACK) + attack.profile.power > 5:
        cites += ["DJ-25"]
    needs = "adjacent" if attack.profile.melee and attack.distance == 1 else f"{attack.distance} away"
    rolled = await Ask(
        lambda: Roll(
            key=f"attack {attack.attacker}>{attack.target or SPACE}",
            prompt=f"{attack.names(ledger.encounter)}, {needs}",
            by=attack.attacker,
            pools=pools(colours),
            needs=attack.figures(),
            tally=() if attack.rangeless else (("needs", attack.distance),),
            cites=tuple(cites),
        )
    )
    attack.dice = rolled_dice(pools(colours), rolled)
    ledger.remark(f"{attack.names(ledger.encounter)}, {needs}: {shown(attack.dice)}", *cites)
    return True


# -------------------------------------------------------------------- step 4: success


def _missed(ledger: Ledger, attack: AttackState) -> bool:
    """Step 4: with any miss showing the attack fails; nothing is spent on it, and it earns no threat (DJ-13, 80)."""
    if not attack.miss:
        return False
    cites = ["DJ-13", _MISSES[attack.profile.type]]
    if attack.by_hero(ledger.encounter):
        ledger.record(MISSED.set(attack.attacker, True, "DJ-17"))
    else:
        cites += ["DJ-80"]
    ledger.remark(f"A miss shows: {attack.names(ledger.encounter)} in vain", *cites)
    return True


def _log_range(ledger: Ledger, attack: AttackState) -> None:
    """Step 4: logs whether the range of the dice is enough so far (DJ-14..16, 37)."""
    if attack.rangeless:
        ledger.remark("No miss shows, and range does not matter", attack.rangeless)
        return
    enough = attack.reaches
    terms = (("range", attack.range),)
    ledger.remark(
        "In range" if enough else "Short as yet",
        "DJ-14",
        "DJ-15" if enough else "DJ-16",
        terms=terms,
        against=attack.distance,
    )


def _hits(ledger: Ledger, attack: AttackState) -> bool:
    """After step 5: True if the attack reaches its target; logs it if it falls short (DJ-15, 16)."""
    if attack.reaches:
        return True
    text = f"{attack.names(ledger.encounter)} and falls short: range {attack.range} of {attack.distance}"
    ledger.remark(text, "DJ-16", _MISSES[attack.profile.type])
    return False
