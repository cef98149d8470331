"""Dice thrown again: Aim and Dodge (DJ-47, 49)."""

from referee.engine.ask import Ask, Together
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import ConditionKind
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.throw import Roll
from referee.rules.descent.blow import Blow
from referee.rules.descent.dice import lying, pools, shown
from referee.rules.descent.kinds import AIM, DODGE


async def throw_again(ledger: Ledger, blow: Blow) -> None:
    """The attacker's Aim or the target's Dodge throws chosen dice again, once an attack; both together cancel."""
    aims = AIM.on(ledger.encounter, blow.attacker)
    dodges = blow.target is not None and DODGE.on(ledger.encounter, blow.target)
    if aims and dodges:
        ledger.told("Aim and Dodge cancel each other", "DJ-47", about=blow.about())
        ledger.lift(blow.attacker, AIM, "DJ-49")
    elif aims:
        if await _again(ledger, blow, blow.attacker, AIM):
            ledger.lift(blow.attacker, AIM, "DJ-49")
    elif dodges and blow.target is not None:
        await _again(ledger, blow, blow.target, DODGE)


def _words(blow: Blow) -> tuple[str, ...]:
    """A word for each die: red, black1, black2."""
    colours = [die.colour for die in blow.dice]
    return tuple(
        colour if colours.count(colour) == 1 else f"{colour}{colours[: n + 1].count(colour)}"
        for n, colour in enumerate(colours)
    )


async def _again(ledger: Ledger, blow: Blow, who: Tag, kind: ConditionKind) -> bool:
    """Whoever has the order says which dice are thrown again, and they are. Were any?"""
    order = kind.name
    # An order that is lost while the question is open is not there to be used, and nothing is asked any more.
    picked = await Together(
        lambda: (_which(ledger.encounter, blow, who, order),) if kind.on(ledger.encounter, who) else ()
    )
    wanted = picked[0].tags if picked else ()
    chosen = [n for n, word in enumerate(_words(blow)) if word in wanted]
    if not chosen:
        return False
    colours = [blow.dice[n].colour for n in chosen]
    rolled = await Ask(
        lambda: Roll(
            key=f"{order} again",
            prompt=f"{ledger.encounter.name(who)}'s {order}: thrown again",
            by=blow.attacker,
            pools=pools(colours),
            needs=blow.about(),
            tally=blow.tally,
            cites=("DJ-47",),
        )
    )
    new = lying(pools(colours), rolled)
    was = shown(blow.dice[n] for n in chosen)
    # Dice of one colour lie together in both lists, so they fall into their old places in order.
    for n, die in zip(sorted(chosen, key=lambda n: colours.index(blow.dice[n].colour)), new, strict=True):
        blow.dice[n] = die
    ledger.told(f"{order.capitalize()}: {was} thrown again: {shown(new)}", "DJ-47", about=blow.about())
    return True


def _which(encounter: Encounter, blow: Blow, who: Tag, order: str) -> Pick:
    words = _words(blow)
    lie = ", ".join(f"{word} {die.label}" for word, die in zip(words, blow.dice, strict=True))
    return Pick(
        key=f"{order} which",
        prompt=f"{encounter.name(who)}'s {order}: which dice again? {lie}",
        by=who,
        needs=blow.about(),
        among=words,
        least=0,
        most=len(words),
        tally=blow.tally,
        cites=("DJ-47",),
    )
