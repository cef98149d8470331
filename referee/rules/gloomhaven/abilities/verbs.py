"""Commands for blessings, curses, elements and summons, outside of any card (GH-31, 32, 37)."""

from referee.engine.answer import Answer, Chosen, Counted, Picked, Said
from referee.engine.encounter import MOST_FIGURES
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Choose, Pick, Text
from referee.engine.verb import TURN, Given, Param, Situation, Verb
from referee.rules.gloomhaven.abilities.ability import problem, read_abilities
from referee.rules.gloomhaven.abilities.support import summon as bring_summon
from referee.rules.gloomhaven.cards import modifiers
from referee.rules.gloomhaven.kinds import (
    TURNS,
    deck_owner,
)
from referee.rules.gloomhaven.scenario import elements
from referee.rules.gloomhaven.scenario.level import ask_character


async def bless(ledger: Ledger, who: Picked, count: Counted) -> None:
    """Blessings go into the modifier deck of each figure (GH-32)."""
    for tag in who.tags:
        modifiers.shuffle_in(ledger, deck_owner(ledger.encounter, tag), modifiers.BLESS, count.n)


async def curse(ledger: Ledger, who: Picked, count: Counted) -> None:
    """Curses go into the modifier deck of each figure, ten a side at most (GH-32)."""
    for tag in who.tags:
        modifiers.shuffle_in(ledger, deck_owner(ledger.encounter, tag), modifiers.CURSE, count.n)


async def infuse(ledger: Ledger, element: Chosen) -> None:
    """An element is infused in this turn (GH-37)."""
    elements.infuse(ledger, element.option)


async def consume(ledger: Ledger, element: Chosen) -> None:
    """An element that was on the board is consumed (GH-37, 65)."""
    elements.consume(ledger, element.option, ledger.encounter.turn)


async def summon(ledger: Ledger, who: Picked, what: Said) -> None:
    """A character's summon comes (GH-31)."""
    (ability,) = read_abilities(f"summon {what.text}")
    await bring_summon(ledger, who.one, ability.word, ability.numbers)


# -------------------------------------------------------------------- what they ask


def anybody(prompt: str, maximum: int = 1) -> Param:
    """Any figure on the map."""

    def ask(table: Situation, given: Given) -> Pick:
        return Pick(key="who", prompt=prompt, among=table.targets(), most=maximum)

    return Param("who", ask, nobody="Nobody is on the map.")


def _ask_count(table: Situation, given: Given) -> Amount:
    return Amount(key="count", prompt="How many?", least=1, most=20)


def one(table: Situation, given: Given) -> Answer:
    """Just one."""
    return Counted(n=1)


def _ask_infused(table: Situation, given: Given) -> Choose:
    return Choose(key="element", prompt="Which element?", options=elements.ELEMENTS)


def _ask_consumed(table: Situation, given: Given) -> Choose:
    why = {element: elements.not_there(table.encounter, element) for element in elements.ELEMENTS}
    barred = {element: reason for element, reason in why.items() if reason}
    return Choose(key="element", prompt="Which element?", options=elements.ELEMENTS, barred=barred)


def _no_turn(table: Situation) -> str | None:
    return None if table.encounter.phase == TURNS else "Elements are infused and consumed in turns [GH-37]."


def _ask_summon(table: Situation, given: Given) -> Text:
    return Text(
        key="what",
        prompt="What comes? clay-dog hp 4 attack 2 move 3",
        words=("clay-dog hp 4 attack 2 move 3",),
        check=lambda text: "One summon at a time." if ";" in text else problem(f"summon {text}"),
    )


_CITES = ("GH-32",)

VERBS = (
    Verb(
        "bless",
        bless,
        (anybody("Who is blessed?", MOST_FIGURES), Param("count", _ask_count, one)),
        label="Bless",
        hint="blessings into a modifier deck",
        hotkey="B",
        interjects=True,
        cites=_CITES,
        actor="",
    ),
    Verb(
        "curse",
        curse,
        (anybody("Who is cursed?", MOST_FIGURES), Param("count", _ask_count, one)),
        label="Curse",
        hint="curses into a modifier deck, ten a side at most",
        hotkey="C",
        interjects=True,
        cites=_CITES,
        actor="",
    ),
    Verb(
        "infuse",
        infuse,
        (Param("element", _ask_infused),),
        label="Infuse",
        hint="strong when this turn ends",
        hotkey="I",
        bar=_no_turn,
        interjects=True,
        cites=("GH-37",),
        actor=TURN,
    ),
    Verb(
        "consume",
        consume,
        (Param("element", _ask_consumed),),
        label="Consume",
        hint="an element that was on the board",
        hotkey="E",
        bar=_no_turn,
        interjects=True,
        cites=("GH-37", "GH-65"),
        actor=TURN,
    ),
    Verb(
        "summon",
        summon,
        (ask_character("Who summons?"), Param("what", _ask_summon, rest=True)),
        label="Summon",
        hint="acts before its owner from the next round on",
        hotkey="M",
        interjects=True,
        cites=("GH-31",),
    ),
)
