"""An attack in six steps, whoever makes it: its dice, rerolls, what it comes to (DJ-01..46, 47, 49, 71)."""

from referee.engine.contract.condition_kind import ConditionKind
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Result, Term, Terms
from referee.engine.questions.answer import Reads
from referee.engine.questions.ask import Ask, Together
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.descent.attack_state import SPACE, AttackState
from referee.rules.descent.conditions import AIM, GUARD, LOST_ON_USE, dazed_dice, lose, rerolls
from referee.rules.descent.damage import inflict
from referee.rules.descent.declaration import confirm_sight, declare, in_reach
from referee.rules.descent.kinds import (
    ATTACK_ROLL,
    ATTACKS,
    BLACK,
    FEAR_TEST,
    MISS,
    MISSED,
    MOST_POWER,
    RANGE,
    SURGE,
    count_symbol,
    dice_terms,
    pools,
    rolled_dice,
    shown,
    symbols_of,
)
from referee.rules.descent.spending import can_spend, left_over, spend, tell_spent


async def reroll(ledger: Ledger, attack: AttackState) -> None:
    """The attacker's Aim or the target's Dodge throws chosen dice again, once an attack; both together cancel."""
    orders = rerolls(ledger.encounter, attack.attacker, attack.target)
    if len(orders) > 1:
        ledger.remark("Aim and Dodge cancel each other", "DJ-47")
        used = orders
    else:
        used = tuple([(who, order) for who, order in orders if await _reroll(ledger, attack, who, order)])
    for who, order in used:
        if order in LOST_ON_USE:
            lose(ledger, who, order)


def _words(attack: AttackState) -> tuple[str, ...]:
    """A word for each die: red, black1, black2."""
    colours = [die.colour for die in attack.dice]
    return tuple(
        colour if colours.count(colour) == 1 else f"{colour}{colours[: n + 1].count(colour)}"
        for n, colour in enumerate(colours)
    )


async def _reroll(ledger: Ledger, attack: AttackState, who: Tag, kind: ConditionKind) -> bool:
    """Whoever has the order chooses dice, and they are rolled again. True if any were."""
    order = kind.name
    # An order that is lost while the question is open cannot be used: the question is not asked again.
    picked = await Together(
        lambda: (_which(ledger.encounter, attack, who, order),) if kind.on(ledger.encounter, who) else ()
    )
    wanted = picked[0].tags if picked else ()
    chosen = [n for n, word in enumerate(_words(attack)) if word in wanted]
    if not chosen:
        return False
    colours = [attack.dice[n].colour for n in chosen]
    rolled = await Ask(
        lambda: Roll(
            key=f"{order} again",
            prompt=f"{ledger.encounter.name(who)}'s {order}: roll again",
            by=attack.attacker,
            pools=pools(colours),
            needs=attack.figures(),
            tally=attack.tally,
            reads=Reads(highest=len(colours)),
            cites=("DJ-47",),
        )
    )
    new = rolled_dice(pools(colours), rolled)
    was = shown(attack.dice[n] for n in chosen)
    # Dice of one colour lie together in both lists, so they fall into their old places in order.
    for n, die in zip(sorted(chosen, key=lambda n: colours.index(attack.dice[n].colour)), new, strict=True):
        attack.dice[n] = die
    told = f"{ledger.encounter.name(who)} rolls again ({order}): {was}"
    ledger.remark(f"{told}. Now {shown(new)}", "DJ-47")
    return True


def _which(encounter: Encounter, attack: AttackState, who: Tag, order: str) -> Pick:
    words = _words(attack)
    lie = ", ".join(f"{word} {die.label}" for word, die in zip(words, attack.dice, strict=True))
    missed = (word for word, die in zip(words, attack.dice, strict=True) if count_symbol((die,), MISS))
    return Pick(
        key=f"{order} which",
        prompt=f"{encounter.name(who)}'s {order}: which dice are rolled again? {lie}",
        by=who,
        needs=attack.figures(),
        among=words,
        least=0,
        most=len(words),
        default=next(missed, None) if order == AIM.name else None,
        tally=attack.tally,
        cites=("DJ-47",),
    )


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
    ledger.record(
        FEAR_TEST.made(attack.attacker, enough, "DJ-71", target=attack.target, terms=surges, against=attack.fear)
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
        tell_spent(ledger, attack)


# -------------------------------------------------------------------- step 3: range and roll


def _spend_attack(ledger: Ledger, attack: AttackState) -> None:
    if ATTACKS.of(ledger.encounter, attack.attacker):
        ledger.record(ATTACKS.change(attack.attacker, -1, "DJ-01"))
    if ledger.encounter.turn != attack.attacker:
        lose(ledger, attack.attacker, GUARD)
    ledger.clear(attack.attacker, MISSED)


def _reads(encounter: Encounter, attack: AttackState, thrown: tuple[Pool, ...]) -> Reads:
    """What is read of the dice: their symbols, or each die where some may be chosen to be rolled again."""
    if rerolls(encounter, attack.attacker, attack.target):
        return Reads(highest=len(attack.profile.thrown))
    return symbols_of(thrown, ranged=not attack.rangeless)


async def _roll(ledger: Ledger, attack: AttackState) -> bool:
    """Step 3: the dice of the weapon or the monster, and a hero's trait (DJ-09, 10, 38, 41, 44). False without any."""
    colours = await dazed_dice(ledger, attack.attacker, attack.profile.thrown, attack.figures())
    if not colours:
        ledger.remark(f"{attack.names(ledger.encounter)} with no dice left: nothing happens", "DJ-92")
        return False
    cites = dice_clauses(ledger, attack)
    needs = "adjacent" if attack.profile.melee and attack.distance == 1 else f"{attack.distance} away"
    needs = f"with {attack.profile.template}" if attack.profile.template else needs
    rolled = await Ask(
        lambda: Roll(
            key=f"attack {attack.attacker}>{attack.target or SPACE}",
            prompt=f"{attack.names(ledger.encounter)}, {needs}",
            by=attack.attacker,
            pools=pools(colours),
            needs=attack.figures(),
            tally=() if attack.rangeless else (("needs", attack.distance),),
            reads=_reads(ledger.encounter, attack, pools(colours)),
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
