"""Rerolls: dice thrown again by Aim and Dodge (DJ-47, 49)."""

from referee.engine.ask import Ask, Together
from referee.engine.bearer import Tag
from referee.engine.condition_kind import ConditionKind
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.roll_questions import Roll
from referee.rules.descent.attack_steps.attack_state import AttackState
from referee.rules.descent.conditions import LOST_ON_USE, lose, rerolls
from referee.rules.descent.dice import pools, rolled_dice, shown


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
    # An order that is lost while the question is open is not there to be used, and nothing is asked any more.
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
            prompt=f"{ledger.encounter.name(who)}'s {order}: thrown again",
            by=attack.attacker,
            pools=pools(colours),
            needs=attack.figures(),
            tally=attack.tally,
            cites=("DJ-47",),
        )
    )
    new = rolled_dice(pools(colours), rolled)
    was = shown(attack.dice[n] for n in chosen)
    # Dice of one colour lie together in both lists, so they fall into their old places in order.
    for n, die in zip(sorted(chosen, key=lambda n: colours.index(attack.dice[n].colour)), new, strict=True):
        attack.dice[n] = die
    ledger.remark(f"{order.capitalize()}: {was} thrown again: {shown(new)}", "DJ-47")
    return True


def _which(encounter: Encounter, attack: AttackState, who: Tag, order: str) -> Pick:
    words = _words(attack)
    lie = ", ".join(f"{word} {die.label}" for word, die in zip(words, attack.dice, strict=True))
    return Pick(
        key=f"{order} which",
        prompt=f"{encounter.name(who)}'s {order}: which dice again? {lie}",
        by=who,
        needs=attack.figures(),
        among=words,
        least=0,
        most=len(words),
        tally=attack.tally,
        cites=("DJ-47",),
    )
