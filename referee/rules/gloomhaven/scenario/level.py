"""The scenario's level and what follows from it: traps, gold, bonus experience (GH-41)."""

from referee.engine.answer import Counted, Picked
from referee.engine.bearer import TABLE
from referee.engine.encounter import Encounter
from referee.engine.event import TrackBounded
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Pick
from referee.engine.shared_key import SharedKey
from referee.engine.term import Term, total
from referee.engine.verb import Situation, asks, verb
from referee.rules.gloomhaven.harm import suffer
from referee.rules.gloomhaven.kinds import GOLD, LEVEL, LOOT, SCENARIO, XP, characters, party

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


def lay_loot(ledger: Ledger) -> None:
    """The place for loot tokens, once."""
    if LOOT.track(ledger.encounter, TABLE) is None:
        ledger.record(TrackBounded(tag=TABLE, track=LOOT.name, most=None))


def collect(ledger: Ledger, who: str, tokens: int) -> None:
    """A character picks up loot tokens; each is worth what the level says."""
    tokens = min(tokens, LOOT.of(ledger.encounter, TABLE))
    worth = GOLD_PER_TOKEN[scenario_level(ledger.encounter)]
    if tokens > 0:
        name = ledger.encounter.name(who)
        ledger.remark(f"{name} loots {tokens}, each worth {worth} gold", "GH-41")
        ledger.record(
            LOOT.change(TABLE, -tokens, "GH-41", source=who),
            GOLD.change(who, tokens * worth, "GH-41", source=who),
        )


# -------------------------------------------------------------------- what they ask


def ask_character(prompt: str) -> Picked:
    """Which character: the one whose turn it is, unless another is said."""

    def ask(situation: Situation) -> Pick:
        return Pick(key="who", prompt=prompt, among=characters(situation.encounter))

    return asks(ask, default=_active_character, nobody="There is no character.")


def _active_character(situation: Situation) -> Picked | None:
    turn = situation.encounter.turn
    return Picked(tags=(turn,)) if turn in characters(situation.encounter) else None


def _ask_figure(situation: Situation) -> Pick:
    return Pick(key="who", prompt="Who springs the trap?", among=situation.targets())


def _ask_tokens(situation: Situation) -> Amount:
    there = LOOT.of(situation.encounter, TABLE)
    return Amount(key="tokens", prompt=f"How many of the {there} tokens?", least=1, most=max(1, there), default=1)


def _ask_xp(situation: Situation) -> Amount:
    return Amount(key="amount", prompt="How much experience?", least=1, most=99, default=1)


def _nothing_to_loot(situation: Situation) -> str | None:
    return None if LOOT.of(situation.encounter, TABLE) else "No loot lies on the table [GH-41]."


def _nobody_won(situation: Situation) -> str | None:
    return None if party(situation.encounter) else "There is no character."


# -------------------------------------------------------------------- what is done


@verb(
    label="Loot",
    hint="pick up loot tokens",
    hotkey=SharedKey.TREASURE,
    bar=_nothing_to_loot,
    interjects=True,
    cites=("GH-41",),
)
async def loot(ledger: Ledger, who: Picked = ask_character("Who loots?"), tokens: Counted = asks(_ask_tokens)) -> None:
    """A character loots."""
    collect(ledger, who.one, tokens.n)


@verb(label="Trap", hint="a figure springs a trap", hotkey="T", interjects=True, cites=("GH-41",))
async def trap(ledger: Ledger, who: Picked = asks(_ask_figure, nobody="Nobody is on the map.")) -> None:
    """A figure springs a trap: 2 damage and the level."""
    damage = (Term("trap", 2), Term("level", scenario_level(ledger.encounter)))
    ledger.remark(f"{ledger.encounter.name(who.one)} springs a trap", "GH-41")
    await suffer(ledger, who.one, damage, "trap", "GH-41")


@verb(label="Experience", hint="a character gains experience", hotkey="X", interjects=True)
async def xp(
    ledger: Ledger, who: Picked = ask_character("Who gains experience?"), amount: Counted = asks(_ask_xp)
) -> None:
    """A character gains experience."""
    ledger.record(XP.change(who.one, amount.n))


@verb(
    label="Victory",
    hint="the scenario is won: bonus experience",
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


VERBS = (loot, trap, xp, victory)
