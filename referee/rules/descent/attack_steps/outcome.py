"""What an attack comes to, recorded as one test: miss, fear, range, damage and surges (DJ-13..16, 26, 71)."""

from referee.engine.event import Result
from referee.engine.ledger import Ledger
from referee.engine.term import Term, Terms
from referee.rules.descent.attack_steps.attack_state import AttackState
from referee.rules.descent.dice import BLACK, MOST_POWER, RANGE, SURGE, count_symbol, dice_terms
from referee.rules.descent.kinds import ATTACK_ROLL, FEAR_TEST, MISSED

_MISSES = {"melee": "DJ-37", "ranged": "DJ-40", "magic": "DJ-43"}
_TRAITED = {"melee": "DJ-38", "ranged": "DJ-41", "magic": "DJ-44"}


def dice_clauses(ledger: Ledger, attack: AttackState) -> tuple[str, ...]:
    """The clauses that say which dice are thrown: the weapon's or the monster's, and a hero's trait."""
    black = attack.profile.dice.count(BLACK)
    return (
        "DJ-10",
        "DJ-09",
        *((_TRAITED[attack.profile.type],) if attack.by_hero(ledger.encounter) else ()),
        *(("DJ-82",) if black else ()),
        *(("DJ-25",) if black + attack.profile.power > MOST_POWER else ()),
    )


def missed(ledger: Ledger, attack: AttackState) -> bool:
    """Step 4: with any miss showing the attack fails; nothing is spent on it, and it earns no threat (DJ-13, 80)."""
    if not attack.miss:
        return False
    hero = attack.by_hero(ledger.encounter)
    _record(ledger, attack, "failure", "DJ-13", _MISSES[attack.profile.type], *(() if hero else ("DJ-80",)))
    if hero:
        ledger.record(MISSED.set(attack.attacker, True, "DJ-17"))
    return True


def overcomes_fear(ledger: Ledger, attack: AttackState) -> bool:
    """After step 5: the target's fear takes its surges; with fewer the attack misses (DJ-71)."""
    if not attack.fear:
        return True
    enough = attack.surges >= attack.fear
    surges = (Term("surges", attack.surges),)
    result: Result = "success" if enough else "failure"
    ledger.record(
        FEAR_TEST.made(attack.attacker, result, "DJ-71", target=attack.target, terms=surges, against=attack.fear)
    )
    if enough:
        attack.surges_spent += attack.fear
    else:
        _record(ledger, attack, "failure", "DJ-71")
    return enough


def hits(ledger: Ledger, attack: AttackState) -> bool:
    """After step 5: True if the attack reaches its target (DJ-14..16), or range means nothing to it (DJ-37, 62)."""
    if not attack.reaches:
        _record(ledger, attack, "failure", "DJ-14", "DJ-16", _MISSES[attack.profile.type], ranged=True)
        return False
    clauses = (attack.rangeless,) if attack.rangeless else ("DJ-14", "DJ-15")
    surges = count_symbol(attack.dice, SURGE)
    amounts = (Term("damage", attack.damage), *((Term("surges", surges),) if surges else ()))
    _record(ledger, attack, "success", *clauses, "DJ-26", ranged=not attack.rangeless, amounts=amounts)
    return True


def _record(
    ledger: Ledger, attack: AttackState, result: Result, *cites: str, ranged: bool = False, amounts: Terms = ()
) -> None:
    """Records the attack as a test; with `ranged`, its range against the distance, else only what its dice show."""
    ledger.record(
        ATTACK_ROLL.made(
            attack.attacker,
            result,
            *dice_clauses(ledger, attack),
            *cites,
            target=attack.target,
            using=attack.profile.name if attack.by_hero(ledger.encounter) else "",
            terms=attack.range_terms if ranged else dice_terms(attack.dice, RANGE),
            against=attack.distance if ranged else None,
            each=not ranged,
            amounts=amounts,
        )
    )
