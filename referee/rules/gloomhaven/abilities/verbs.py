"""Commands for blessings, curses, elements and summons, outside of any card (GH-31, 32, 37)."""

from referee.engine.answer import Chosen, Counted, Picked, Said
from referee.engine.encounter import MOST_FIGURES
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Choose, Pick, Text
from referee.engine.verb import TURN, Situation, asks, verb
from referee.rules.gloomhaven.abilities.ability import problem, read_abilities
from referee.rules.gloomhaven.abilities.support import summon as bring_summon
from referee.rules.gloomhaven.cards import modifiers
from referee.rules.gloomhaven.kinds import (
    TURNS,
    deck_owner,
)
from referee.rules.gloomhaven.scenario import elements
from referee.rules.gloomhaven.scenario.level import ask_character

# -------------------------------------------------------------------- what they ask


def anybody(prompt: str, maximum: int = 1) -> Picked:
    """Any figure on the map."""

    def ask(situation: Situation) -> Pick:
        return Pick(key="who", prompt=prompt, among=situation.targets(), most=maximum)

    return asks(ask, nobody="Nobody is on the map.")


def _ask_count(situation: Situation) -> Amount:
    return Amount(key="count", prompt="How many?", least=1, most=20)


def _ask_infused(situation: Situation) -> Choose:
    return Choose(key="element", prompt="Which element?", options=elements.ELEMENTS)


def _ask_consumed(situation: Situation) -> Choose:
    why = {element: elements.not_there(situation.encounter, element) for element in elements.ELEMENTS}
    barred = {element: reason for element, reason in why.items() if reason}
    return Choose(key="element", prompt="Which element?", options=elements.ELEMENTS, barred=barred)


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
    elements.infuse(ledger, element.option)


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
    elements.consume(ledger, element.option, ledger.encounter.turn)


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
