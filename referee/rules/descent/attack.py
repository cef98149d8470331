"""An attack in six steps, whoever makes it (DJ-01..46).

1. It is declared: `declaration.declare`.
2. Reach and line of sight are confirmed: `declaration.in_reach`, `declaration.confirm_sight`.
3. The dice are thrown, here; some of them again: `rerolls`.
4. A miss fails it: `outcome.missed`.
5. Enhancements, surges and fatigue are spent on it: `spending`; then it overcomes fear, and reaches its target or
   falls short: `outcome.overcomes_fear`, `outcome.hits`.
6. Wounds, less armor, and what comes with them: `damage`.

All steps share its `attack_state`.
"""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.roll_questions import Roll
from referee.rules.descent.attack_steps.attack_state import SPACE, AttackState
from referee.rules.descent.attack_steps.damage import inflict
from referee.rules.descent.attack_steps.declaration import confirm_sight, declare, in_reach
from referee.rules.descent.attack_steps.outcome import dice_clauses, hits, missed, overcomes_fear
from referee.rules.descent.attack_steps.rerolls import reroll
from referee.rules.descent.attack_steps.spending import can_spend, left_over, spend
from referee.rules.descent.conditions import GUARD, dazed_dice, lose, rerolls
from referee.rules.descent.dice import pools, rolled_dice, shown
from referee.rules.descent.kinds import ATTACKS, MISSED


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
    if missed(ledger, attack):  # step 4
        return
    await spend(ledger, attack)  # step 5
    if not overcomes_fear(ledger, attack):
        return
    reached = hits(ledger, attack)
    left_over(ledger, attack)
    if reached:
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
    cites = dice_clauses(ledger, attack)
    needs = "adjacent" if attack.profile.melee and attack.distance == 1 else f"{attack.distance} away"
    rolled = await Ask(
        lambda: Roll(
            key=f"attack {attack.attacker}>{attack.target or SPACE}",
            prompt=f"{attack.names(ledger.encounter)}, {needs}",
            by=attack.attacker,
            pools=pools(colours),
            needs=attack.figures(),
            tally=() if attack.rangeless else (("needs", attack.distance),),
            cites=cites,
        )
    )
    attack.dice = rolled_dice(pools(colours), rolled)
    if rerolls(ledger.encounter, attack.attacker, attack.target) or (
        not attack.miss and can_spend(ledger.encounter, attack)
    ):
        # They stand in the log while it is asked what to do with them.
        ledger.remark(f"{ledger.encounter.name(attack.attacker)} rolls {shown(attack.dice)}", *cites, detail=True)
    return True
