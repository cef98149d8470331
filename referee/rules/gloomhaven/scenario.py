"""What a scenario has of its own: level, traps, loot, experience, elements (GH-37, 41, 65)."""

import re
from math import prod

from referee.engine.contract.kinds import TrackKind
from referee.engine.events.event import Term, total
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Counted, Picked
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import TURN, SharedKey, Situation, asks, verb
from referee.rules.gloomhaven.hand import ask_character
from referee.rules.gloomhaven.harm import suffer
from referee.rules.gloomhaven.kinds import GOLD, INFUSING, LEVEL, LOOT, SCENARIO, TURNS, XP, party
from referee.rules.gloomhaven.modifiers import anybody

ELEMENTS = ("fire", "ice", "air", "earth", "light", "dark")
STRONG = 2
"""Where an element's track stands when it is strong; 1 is waning, 0 inert."""
TRACKS = {name: TrackKind(name, name, "0 inert, 1 waning, 2 strong") for name in ELEMENTS}


def lay_board(ledger: Ledger) -> None:
    """The element board comes to the table, once, with all inert."""
    for track in TRACKS.values():
        ledger.lay_track(track, STRONG)


def infuse(ledger: Ledger, element: str) -> None:
    """An element is infused: it becomes strong when this turn ends (GH-37)."""
    waiting = INFUSING.of(ledger.encounter, TABLE)
    if element not in waiting:
        ledger.record(INFUSING.set(TABLE, (*waiting, element), "GH-37"))


def settle(ledger: Ledger) -> None:
    """The turn has ended: what it infused is strong (GH-37)."""
    waiting = INFUSING.of(ledger.encounter, TABLE)
    for element in waiting:
        ledger.record(TRACKS[element].change(TABLE, STRONG - TRACKS[element].of(ledger.encounter, TABLE), "GH-37"))
    if waiting:
        ledger.record(INFUSING.clear(TABLE, "GH-37"))


def wane(ledger: Ledger) -> None:
    """The round has ended: strong elements wane, waning ones are inert (GH-37)."""
    for track in TRACKS.values():
        if track.of(ledger.encounter, TABLE):
            ledger.record(track.change(TABLE, -1, "GH-37"))


def clear_elements(ledger: Ledger) -> None:
    """The scenario is over: all elements are inert, those infused in its last turn, too."""
    for track in TRACKS.values():
        if now := track.of(ledger.encounter, TABLE):
            ledger.record(track.change(TABLE, -now))
    if INFUSING.of(ledger.encounter, TABLE):
        ledger.record(INFUSING.clear(TABLE))


def not_there(encounter: Encounter, element: str) -> str | None:
    """Why this element cannot be consumed now."""
    if TRACKS[element].of(encounter, TABLE):
        return None
    if element in INFUSING.of(encounter, TABLE):
        return f"{element} was infused this turn and cannot be consumed yet [GH-65]."
    return f"{element} is inert and cannot be consumed [GH-37]."


def consume(ledger: Ledger, element: str, source: Tag | None) -> None:
    """A strong or waning element is used up by somebody, and inert (GH-37, 65)."""
    now = TRACKS[element].of(ledger.encounter, TABLE)
    if now:
        ledger.record(TRACKS[element].change(TABLE, -now, "GH-37", "GH-65", source=source))


GOLD_PER_TOKEN = (2, 2, 3, 3, 4, 4, 5, 6)
HIGHEST = 7


def recommended(levels: tuple[int, ...]) -> int:
    """Half the characters' average level, rounded up."""
    return min(HIGHEST, -(-sum(levels) // (2 * len(levels)))) if levels else 1


def scenario_level(encounter: Encounter) -> int:
    """The level this scenario is played at: the referee's, else what is recommended."""
    chosen = SCENARIO.of(encounter)
    if chosen != SCENARIO.choices[0]:
        return int(chosen)
    return recommended(tuple(LEVEL.of(encounter, tag) for tag in party(encounter)))


_FORMULA = re.compile(r"(?=.*[cl])([0-9]{1,3}|[cl])([x*+-]([0-9]{1,3}|[cl]))*", re.IGNORECASE)
"""A number by characters and level, as the card of a boss has it: `8xC`, `C+1`, `2xL-1`."""


def is_formula(word: str) -> bool:
    """Is it a number that follows from the characters at the table (C) or the level of the scenario (L)?"""
    return _FORMULA.fullmatch(word) is not None


def worked_out(encounter: Encounter, formula: str) -> int:
    """What a formula comes to now: products first. Refused for one of characters while there is none."""
    there = len(party(encounter))
    if "c" in formula.lower() and not there:
        raise Refused(f"{formula} depends on the number of characters. Add them first: add warden Mira")
    letters = {"c": there, "l": scenario_level(encounter)}
    amount = 0
    for sign, product in re.findall("([+-]?)([^+-]+)", formula.lower()):
        number = prod(letters[each] if each in letters else int(each) for each in re.split("[x*]", product))
        amount += -number if sign == "-" else number
    return amount


def collect(ledger: Ledger, who: str, tokens: int) -> None:
    """A character picks up loot tokens; each is worth what the level says."""
    tokens = min(tokens, LOOT.of(ledger.encounter, TABLE))
    worth = GOLD_PER_TOKEN[scenario_level(ledger.encounter)]
    if tokens > 0:
        name = ledger.encounter.name(who)
        tell = f"{name} loots {tokens}, each worth {worth} gold"
        ledger.remark(tell, "GH-41")
        ledger.record(
            LOOT.change(TABLE, -tokens, "GH-41", source=who),
            GOLD.change(who, tokens * worth, "GH-41", source=who),
        )


# -------------------------------------------------------------------- what they ask


_ASK_INFUSED = Choose(key="element", prompt="Which element?", options=ELEMENTS)


def _ask_consumed(situation: Situation) -> Choose:
    barred = {element: why for element in ELEMENTS if (why := not_there(situation.encounter, element))}
    return Choose(key="element", prompt="Which element?", options=ELEMENTS, barred=barred)


def _no_turn(situation: Situation) -> str | None:
    if situation.encounter.phase != TURNS:
        return "Elements can only be infused or consumed during a turn [GH-37]."
    return None


def _ask_tokens(situation: Situation) -> Amount:
    there = LOOT.of(situation.encounter, TABLE)
    return Amount(key="tokens", prompt=f"How many of the {there} tokens?", least=1, most=max(1, there), default=1)


_ASK_XP = Amount(key="amount", prompt="How much experience?", least=1, most=99, default=1)


def _nothing_to_loot(situation: Situation) -> str | None:
    return None if LOOT.of(situation.encounter, TABLE) else "There is no loot on the map [GH-41]."


def _nobody_won(situation: Situation) -> str | None:
    return None if party(situation.encounter) else "There are no characters. Add one, for example: add warden Mira"


# -------------------------------------------------------------------- what is done


@verb(
    name="infuse",
    label="Infuse",
    hint="strong when this turn ends",
    hotkey="I",
    bar=_no_turn,
    interjects=True,
    cites=("GH-37",),
    actor=TURN,
)
async def infuse_in_turn(ledger: Ledger, element: Chosen = asks(_ASK_INFUSED)) -> None:
    """An element is infused in this turn (GH-37)."""
    infuse(ledger, element.option)
    ledger.remark(f"{element.option.capitalize()} is infused and becomes strong when this turn ends", "GH-37")


@verb(
    name="consume",
    label="Consume",
    hint="consume an element that is strong or waning",
    hotkey="E",
    bar=_no_turn,
    interjects=True,
    cites=("GH-37", "GH-65"),
    actor=TURN,
)
async def consume_in_turn(ledger: Ledger, element: Chosen = asks(_ask_consumed)) -> None:
    """An element that was on the board is consumed (GH-37, 65)."""
    consume(ledger, element.option, ledger.encounter.turn)


@verb(
    label="Loot",
    hint="pick up loot tokens",
    hotkey=SharedKey.TREASURE,
    bar=_nothing_to_loot,
    interjects=True,
    cites=("GH-41",),
)
async def loot(ledger: Ledger, who: Picked = ask_character("Who loots?"), tokens: Counted = asks(_ask_tokens)) -> None:
    """A character collects loot tokens (GH-41)."""
    collect(ledger, who.one, tokens.n)


@verb(label="Trap", hint="a figure springs a trap", hotkey="T", interjects=True, cites=("GH-41",))
async def trap(ledger: Ledger, who: Picked = anybody("Who springs the trap?")) -> None:
    """A figure springs a trap: 2 damage and the level."""
    damage = (Term("trap", 2), Term("level", scenario_level(ledger.encounter)))
    ledger.remark(f"{ledger.encounter.name(who.one)} springs a trap", "GH-41", tag=who.one)
    await suffer(ledger, who.one, damage, "trap", "GH-41")


@verb(label="Experience", hint="a character gains experience", hotkey="X", interjects=True)
async def xp(
    ledger: Ledger, who: Picked = ask_character("Who gains experience?"), amount: Counted = asks(_ASK_XP)
) -> None:
    """A character gains experience."""
    ledger.record(XP.change(who.one, amount.n))


@verb(
    label="Victory",
    hint="bonus experience for a scenario that is won",
    hotkey="V",
    bar=_nobody_won,
    interjects=True,
    cites=("GH-41",),
)
async def victory(ledger: Ledger) -> None:
    """The scenario is won: bonus experience for every character still in it or not."""
    bonus = (Term("bonus", 4), Term("twice the level", 2 * scenario_level(ledger.encounter)))
    ledger.remark("The scenario is won", "GH-41")
    for tag in party(ledger.encounter):
        ledger.record(XP.change(tag, total(bonus), "GH-41", terms=bonus))
