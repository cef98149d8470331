"""Rests, short or long, with the exhaustion of those who cannot go on without one (GH-38, 40)."""

from referee.engine.dice.roll_questions import Draw
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.term import Term
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.gloomhaven.hand import available, counted
from referee.rules.gloomhaven.harm import fall, heal, take
from referee.rules.gloomhaven.kinds import (
    CARDS,
    DISCARD,
    ENTERED,
    HAND,
    ITEMS,
    LOST,
    RESTED,
    SPENT,
    characters,
    present,
)

HEALS = 2
"""What a long rest heals."""


async def long_rest(ledger: Ledger, who: Tag) -> None:
    """One discard of the player's choice is lost, the rest come back; heal 2; spent items are ready (GH-38)."""
    name = ledger.encounter.name(who)
    ledger.record(RESTED.set(who, True, "GH-38"))
    if len(DISCARD.of(ledger.encounter, who)) > 1:
        picked = await Ask(
            lambda: Pick(
                key=f"long-rest {who}",
                prompt=f"{name} rests: which discard is lost?",
                by=who,
                among=DISCARD.of(ledger.encounter, who),
                cites=("GH-38",),
            )
        )
        _lose(ledger, who, picked.one)
    ledger.remark(f"{name} takes a long rest", "GH-38")
    await heal(ledger, who, HEALS, who)
    spent = SPENT.of(ledger.encounter, who)
    if spent:
        ledger.record(SPENT.move(who, ITEMS, spent, "GH-38"))


def _lose(ledger: Ledger, who: Tag, card: Tag) -> None:
    """One discard is lost, the rest come back into the hand."""
    ledger.record(DISCARD.move(who, LOST, present(ledger.encounter, who, DISCARD, (card,)), "GH-38"))
    ledger.record(DISCARD.move(who, HAND, DISCARD.of(ledger.encounter, who), "GH-38"))


async def _by_chance(ledger: Ledger, who: Tag, key: str, but: tuple[Tag, ...]) -> Tag:
    """One discard at random."""
    drew = await Ask(
        lambda: Draw(
            key=f"{key} {who}",
            prompt=f"{ledger.encounter.name(who)} loses a discard at random",
            by=who,
            pile=(who, DISCARD.name),
            cards=tuple(card for card in DISCARD.of(ledger.encounter, who) if card not in but),
            cites=("GH-38",),
        )
    )
    return drew.cards[0]


def _ask_other(encounter: Encounter, who: Tag, first: Tag) -> Choose:
    alone = len(DISCARD.of(encounter, who)) < 2
    return Choose(
        key=f"short-rest choice {who}",
        prompt=f"{encounter.name(who)} loses {encounter.name(first)}",
        by=who,
        options=("keep", "another"),
        labels={"keep": "so be it", "another": "1 damage, and another card instead"},
        barred={"another": "There is no other discard [GH-38]."} if alone else {},
        default="keep",
        cites=("GH-38",),
    )


def exhaust_weary(ledger: Ledger) -> None:
    """Who can neither play two cards nor rest is exhausted (GH-40)."""
    for tag in characters(ledger.encounter):
        if not counted(ledger.encounter, tag):
            continue
        cards, discard = available(ledger.encounter, tag), DISCARD.of(ledger.encounter, tag)
        if len(cards) < 2 and len(discard) < 2:
            name = ledger.encounter.name(tag)
            ledger.remark(f"{name} can neither play two cards nor rest", "GH-40")
            fall(ledger, tag, "GH-40")


# -------------------------------------------------------------------- what they ask


def _why_not(encounter: Encounter, tag: Tag) -> str:
    """Why this character cannot take a short rest now."""
    name = encounter.name(tag)
    if tag in ENTERED.of(encounter, TABLE):
        return f"{name} has chosen for this round already [GH-38]."
    if len(DISCARD.of(encounter, tag)) < 2:
        return f"{name} has no two discards to rest with [GH-38]."
    return ""


def _ask_rester(situation: Situation) -> Pick:
    why = {tag: _why_not(situation.encounter, tag) for tag in characters(situation.encounter)}
    among = tuple(tag for tag, reason in why.items() if not reason)
    return Pick(key="who", prompt="Who rests?", among=among, barred={t: r for t, r in why.items() if r})


def _not_now(situation: Situation) -> str | None:
    if situation.encounter.phase not in ("", CARDS):
        return "A short rest is taken between rounds [GH-38]."
    return None


# -------------------------------------------------------------------- what is done


@verb(
    name="rest",
    label="Short rest",
    hint="lose a discard at random, take the rest back",
    hotkey=SharedKey.REST,
    bar=_not_now,
    cites=("GH-38",),
)
async def short_rest(ledger: Ledger, who: Picked = asks(_ask_rester, nobody="There is no character.")) -> None:
    """A discard is lost by chance; for 1 damage another one instead, once; the rest come back (GH-38)."""
    tag = who.one
    first = await _by_chance(ledger, tag, "short-rest", ())
    choice = await Ask(lambda: _ask_other(ledger.encounter, tag, first))
    lost = first
    if choice.option == "another":
        ledger.remark(f"{ledger.encounter.name(tag)} suffers 1 to lose another card", "GH-38")
        take(ledger, tag, (Term("rest", 1),), "GH-38")
        if not ledger.able(tag):
            return
        lost = await _by_chance(ledger, tag, "short-rest again", (first,))
    name, card = ledger.encounter.name(tag), ledger.encounter.name(lost)
    ledger.remark(f"{name} loses {card} in a short rest", "GH-38")
    _lose(ledger, tag, lost)
    exhaust_weary(ledger)


VERBS = (short_rest,)
