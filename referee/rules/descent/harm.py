"""Harm: wounds, death, healing, coming back (DJ-31..35, 49, 51, 67, 73)."""

from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Terms
from referee.engine.questions.answer import Reads
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.descent import kinds
from referee.rules.descent.conditions import LOST_ON_WOUND, POISON, heal_poison, lose
from referee.rules.descent.equipment import effects, total
from referee.rules.descent.kinds import (
    BLACK,
    CONQUEST,
    KILLED,
    SURGE,
    TOKENS,
    UNDYING_ROLL,
    UP,
    WOUNDS,
    count_symbol,
    dice_terms,
    is_hero,
    pools,
    rolled_dice,
    set_track,
)


async def suffer(
    ledger: Ledger, who: Tag, wounds: int, *cites: str, source: Tag | None = None, terms: Terms = ()
) -> bool:
    """A figure takes wounds: a hero loses them, a monster collects tokens (DJ-31, 33). True if it lives.

    source: who deals them; terms: the sum that they were reckoned from, recorded also where it comes to none.
    """
    hero = is_hero(ledger.encounter, who)
    if wounds or terms:
        track, by, clause = (WOUNDS, -wounds, "DJ-31") if hero else (TOKENS, wounds, "DJ-33")
        ledger.record(track.change(who, by, *dict.fromkeys((clause, *cites)), source=source, terms=terms))
    if wounds and hero:
        lose(ledger, who, *LOST_ON_WOUND)
    if wounds and ledger.rules.spent(ledger.encounter, who) and ledger.able(who):
        await die(ledger, who, source)
    return ledger.able(who)


def lost(encounter: Encounter, who: Tag) -> int:
    """The wounds that healing would give a figure back."""
    if is_hero(encounter, who):
        return WOUNDS.most(encounter, who) - WOUNDS.of(encounter, who)
    return TOKENS.of(encounter, who)


async def die(ledger: Ledger, who: Tag, source: Tag | None = None) -> None:
    """A figure is killed, by `source` if anybody, unless it is undying and the die shows a surge (DJ-73)."""
    try:
        risen = await _undying(ledger, who)
    except Lapsed:
        return
    # While the die was out, the referee's hand may have healed it.
    if risen or not ledger.rules.spent(ledger.encounter, who):
        return
    name = ledger.encounter.name(who)
    hero = is_hero(ledger.encounter, who)
    ledger.record(KILLED.set(who, "DJ-32" if hero else "DJ-34"))
    if hero:
        _lose_conquest(ledger, who, source)
    else:
        ledger.remark(f"{name} is off the board; its figure may be spawned again", "DJ-35", detail=True)


async def _undying(ledger: Ledger, who: Tag) -> bool:
    """True if it comes back to full strength at once (DJ-73). Tokens other than wounds and poison stay (DJ-91)."""
    if is_hero(ledger.encounter, who) or not total(effects(kinds.ABILITIES.of(ledger.encounter, who)), "undying"):
        return False
    rolled = await Ask(
        lambda: Roll(
            key=f"undying {who}",
            prompt=f"{ledger.encounter.name(who)} is undying: a surge brings it back",
            by=who,
            pools=pools((BLACK,)),
            reads=Reads(marks=(SURGE,)),
            cites=("DJ-73",),
        )
    )
    dice = rolled_dice(pools((BLACK,)), rolled)
    back = count_symbol(dice, SURGE) > 0
    ledger.record(UNDYING_ROLL.made(who, back, "DJ-73", terms=dice_terms(dice, SURGE), each=True))
    if back:
        set_track(ledger, who, TOKENS, 0, "DJ-73")
        ledger.lift(who, POISON, "DJ-91")
    return back


def over(encounter: Encounter) -> str:
    """How the fight has ended: the heroes' conquest is spent (DJ-51); "" while it goes on."""
    tokens = CONQUEST.track(encounter, TABLE)
    return "the heroes have lost [DJ-51]" if tokens is not None and tokens.now == 0 else ""


def _lose_conquest(ledger: Ledger, who: Tag, source: Tag | None) -> None:
    """A hero killed costs the heroes its conquest value; at none they lose (DJ-51)."""
    worth = kinds.WORTH.of(ledger.encounter, who)
    if CONQUEST.track(ledger.encounter, TABLE) is None:
        return
    ledger.record(CONQUEST.change(TABLE, -worth, "DJ-51", source=source))
    if over(ledger.encounter):
        ledger.remark("The heroes have no conquest left: they lose", "DJ-51")


# -------------------------------------------------------------------- by the referee's hand


async def harm(ledger: Ledger, who: Tag, amount: int) -> None:
    """The referee hurts a figure: so many wounds, no armor."""
    await suffer(ledger, who, amount)


async def heal(ledger: Ledger, who: Tag, amount: int) -> None:
    """A figure is healed: its poison tokens first, then its wounds (DJ-67). One that was killed stands again."""
    rest = heal_poison(ledger, who, amount)
    if rest < 1:
        return
    if is_hero(ledger.encounter, who):
        ledger.record(WOUNDS.change(who, rest))
    else:
        ledger.record(TOKENS.change(who, -rest))
    if not ledger.able(who) and not ledger.rules.spent(ledger.encounter, who):
        ledger.record(UP.set(who))
