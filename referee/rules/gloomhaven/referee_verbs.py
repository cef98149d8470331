"""Verbs outside of any card: blessings, curses, perks, elements, summons, a card put on another pile (GH-31, 32,
37).
"""

from referee.engine.events.event import CardsMoved
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.question import Amount, Choose, Pick, Text
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import TURN, Situation, asks, override, verb
from referee.rules.gloomhaven import modifiers, scenario
from referee.rules.gloomhaven.ability import problem, read_abilities
from referee.rules.gloomhaven.kinds import (
    ACTIVE,
    CHOSEN,
    DISCARD,
    HAND,
    LOST,
    MODIFIERS,
    TURNS,
    deck_owner,
)
from referee.rules.gloomhaven.scenario import ask_character
from referee.rules.gloomhaven.support import summon as bring_summon

# -------------------------------------------------------------------- what they ask


def anybody(prompt: str, maximum: int = 1) -> Picked:
    """Any figure on the map."""

    def ask(situation: Situation) -> Pick:
        return Pick(key="who", prompt=prompt, among=situation.targets(), most=maximum)

    return asks(ask, nobody="Nobody is on the map.")


def _ask_count(situation: Situation) -> Amount:
    return Amount(key="count", prompt="How many?", least=1, most=20)


def _ask_infused(situation: Situation) -> Choose:
    return Choose(key="element", prompt="Which element?", options=scenario.ELEMENTS)


def _ask_consumed(situation: Situation) -> Choose:
    why = {element: scenario.not_there(situation.encounter, element) for element in scenario.ELEMENTS}
    barred = {element: reason for element, reason in why.items() if reason}
    return Choose(key="element", prompt="Which element?", options=scenario.ELEMENTS, barred=barred)


def _no_turn(situation: Situation) -> str | None:
    return None if situation.encounter.phase == TURNS else "Elements are infused and consumed in turns [GH-37]."


def _ask_summon(situation: Situation) -> Text:
    return Text(
        key="what",
        prompt="What comes? clay-dog hp 4 attack 2 move 3",
        words=("clay-dog hp 4 attack 2 move 3",),
        check=lambda text: "One summon at a time." if ";" in text else problem(f"summon {text}"),
    )


# -------------------------------------------------------------------- what is done


@verb(label="Bless", hint="blessings into a modifier deck", hotkey="B", interjects=True, cites=("GH-32",), actor="")
async def bless(
    ledger: Ledger,
    who: Picked = anybody("Who is blessed?", MOST_FIGURES),
    count: Counted = asks(_ask_count, default=Counted(n=1)),
) -> None:
    """Blessings go into the modifier deck of each figure (GH-32)."""
    for tag in who.tags:
        modifiers.shuffle_in(ledger, deck_owner(ledger.encounter, tag), modifiers.BLESS, count.n)


@verb(
    label="Curse",
    hint="curses into a modifier deck, ten a side at most",
    hotkey="C",
    interjects=True,
    cites=("GH-32",),
    actor="",
)
async def curse(
    ledger: Ledger,
    who: Picked = anybody("Who is cursed?", MOST_FIGURES),
    count: Counted = asks(_ask_count, default=Counted(n=1)),
) -> None:
    """Curses go into the modifier deck of each figure, ten a side at most (GH-32)."""
    for tag in who.tags:
        modifiers.shuffle_in(ledger, deck_owner(ledger.encounter, tag), modifiers.CURSE, count.n)


@verb(
    label="Infuse",
    hint="strong when this turn ends",
    hotkey="I",
    bar=_no_turn,
    interjects=True,
    cites=("GH-37",),
    actor=TURN,
)
async def infuse(ledger: Ledger, element: Chosen = asks(_ask_infused)) -> None:
    """An element is infused in this turn (GH-37)."""
    scenario.infuse(ledger, element.option)


@verb(
    label="Consume",
    hint="an element that was on the board",
    hotkey="E",
    bar=_no_turn,
    interjects=True,
    cites=("GH-37", "GH-65"),
    actor=TURN,
)
async def consume(ledger: Ledger, element: Chosen = asks(_ask_consumed)) -> None:
    """An element that was on the board is consumed (GH-37, 65)."""
    scenario.consume(ledger, element.option, ledger.encounter.turn)


@verb(
    label="Summon", hint="acts before its owner from the next round on", hotkey="M", interjects=True, cites=("GH-31",)
)
async def summon(
    ledger: Ledger, who: Picked = ask_character("Who summons?"), what: Said = asks(_ask_summon, rest=True)
) -> None:
    """A character's summon comes (GH-31)."""
    (ability,) = read_abilities(f"summon {what.text}")
    await bring_summon(ledger, who.one, ability.word, ability.numbers)


VERBS = (bless, curse, infuse, consume, summon)


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


DECK_VERBS = (perk, card)
