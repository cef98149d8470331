"""Changes by the referee: perks in a modifier deck, and a card put on another pile (GH-32)."""

from referee.engine.answer import Chosen, Counted, Picked
from referee.engine.event import CardsMoved
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.question import Amount, Choose, Pick
from referee.engine.verb import Situation, asks, override, verb
from referee.rules.gloomhaven.abilities.verbs import anybody
from referee.rules.gloomhaven.cards import modifiers
from referee.rules.gloomhaven.kinds import (
    ACTIVE,
    CHOSEN,
    DISCARD,
    HAND,
    LOST,
    MODIFIERS,
    deck_owner,
)
from referee.rules.gloomhaven.scenario.level import ask_character

PILES = {pile.name: pile for pile in (HAND, DISCARD, LOST, ACTIVE)}


def _ask_mod(situation: Situation) -> Choose:
    names = tuple(mod.name for mod in modifiers.MODS.values())
    return Choose(key="card", prompt="Which modifier card?", options=names)


def _ask_change(situation: Situation) -> Amount:
    return Amount(key="count", prompt="How many? (a minus: out of the deck)", least=-20, most=20)


def _ask_owned(situation: Situation, who: Picked) -> Pick:
    among = [c for pile in (*PILES.values(), CHOSEN) for c in pile.of(situation.encounter, who.one)]
    return Pick(key="what", prompt="Which card?", among=tuple(dict.fromkeys(among)))


def _ask_pile(situation: Situation) -> Choose:
    return Choose(key="pile", prompt="To which pile?", options=tuple(PILES))


@verb(hint="changes a modifier deck: perk brute +1 2, perk brute -2 -1", cites=("GH-32",), actor="")
async def perk(
    ledger: Ledger,
    who: Picked = anybody("Whose modifier deck?"),
    card: Chosen = asks(_ask_mod),
    count: Counted = asks(_ask_change, default=Counted(n=1)),
) -> None:
    """A modifier deck is changed for good: so many of a card in, or with a minus out (GH-32, 63)."""
    owner = deck_owner(ledger.encounter, who.one)
    tag = next(tag for tag, mod in modifiers.MODS.items() if mod.name == card.option)
    there = MODIFIERS.of(ledger.encounter, owner).count(tag)
    if count.n < 0 and there < -count.n:
        raise Refused(f"{modifiers.deck_name(ledger.encounter, owner)} holds {there} x {card.option} [GH-32].")
    pile = (owner, MODIFIERS.name)
    src, dst = (None, pile) if count.n > 0 else (pile, None)
    if count.n:
        ledger.record(CardsMoved(src=src, dst=dst, cards=(tag,) * abs(count.n), cites=("GH-32",)))


@override(hint="moves a card by hand: card brute 61 lost")
async def card(
    ledger: Ledger,
    who: Picked = ask_character("Whose card?"),
    what: Picked = asks(_ask_owned, nobody="There is no card."),
    pile: Chosen = asks(_ask_pile),
) -> None:
    """A character's card goes to another pile, by the referee."""
    for src in (*PILES.values(), CHOSEN):
        if what.one in src.of(ledger.encounter, who.one):
            ledger.record(src.move(who.one, PILES[pile.option], (what.one,)))
            return


VERBS = (perk, card)
