"""What monsters and summons do in their turn, and an attack by itself (GH-05, 33)."""

from referee.engine.answer import Answer, Counted, Picked, Said
from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Pick, Text
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.gloomhaven.kinds import (
    ATTACK,
    DISARM,
    PARTS,
    PLAYING,
    RESTING,
    SHOWN,
    STUN,
    is_character,
    type_of,
)
from referee.rules.gloomhaven.part import problem, read_parts
from referee.rules.gloomhaven.perform import blow_of, perform
from referee.rules.gloomhaven.play import ask_parts, nothing_said
from referee.rules.gloomhaven.strike import attack as strike_all
from referee.rules.gloomhaven.targets import enemies
from referee.rules.gloomhaven.turns import go_on

USUAL = "move +0; attack +0"
"""What a monster or summon does without a card that says more."""


async def act(ledger: Ledger, parts: Said) -> None:
    """A monster performs its type's card, a summon moves and attacks; then its turn is over (GH-05)."""
    who = ledger.encounter.turn or ""
    text = parts.text or _printed(ledger.encounter, who)
    ledger.told(f"{ledger.encounter.name(who)}: {text}", "GH-05", "GH-15", about=(who,))
    await perform(ledger, who, read_parts(text), "act", sure=True)
    if ledger.encounter.turn == who:
        await go_on(ledger)


def _printed(encounter: Encounter, who: Tag) -> str:
    """What the card of a standee's type says, else to move and attack."""
    group = type_of(encounter, who)
    shown = SHOWN.of(encounter, group) if group else ()
    return "; ".join(text for card in shown if (text := PARTS.of(encounter, card))) or USUAL


def _cannot_act(table: Table) -> str | None:
    turn = table.encounter.turn
    if turn is None or turn not in table.encounter.figures or is_character(table.encounter, turn):
        return "It is no monster's or summon's turn; `play` is for characters [GH-05]."
    return None


# -------------------------------------------------------------------- an attack by itself


async def attack(ledger: Ledger, targets: Picked, value: Counted, details: Said) -> None:
    """The attack of whoever's turn it is, with the value that the player tells (GH-33, 66)."""
    who = ledger.encounter.turn or ""
    (part,) = read_parts(f"attack {value.n} {details.text}")
    ledger.record(PLAYING.set(who, "the attack", "GH-16"))
    await strike_all(ledger, who, targets.tags, blow_of(ledger, who, part))
    ledger.record(PLAYING.clear(who))


def _cannot_attack(table: Table) -> str | None:
    encounter, turn = table.encounter, table.encounter.turn
    if turn is None or not table.able(turn):
        return "It is nobody's turn."
    name = encounter.name(turn)
    if PLAYING.of(encounter, turn):
        return f"{encounter.name(PLAYING.of(encounter, turn))} is being played [GH-16]."
    if STUN.on(encounter, turn) or DISARM.on(encounter, turn):
        return f"{name} is {'stunned' if STUN.on(encounter, turn) else 'disarmed'}: no attack [GH-35]."
    return f"{name} rests [GH-38]." if RESTING.of(encounter, turn) else None


def _ask_targets(table: Table, given: Given) -> Pick:
    turn = table.encounter.turn or ""
    aim = enemies(table.rules, table.encounter, turn)
    name = table.encounter.name(turn)
    return Pick(key="targets", prompt=f"{name} attacks whom?", among=aim.free, barred=aim.barred, most=MOST_FIGURES)


def _ask_value(table: Table, given: Given) -> Amount:
    return Amount(key="value", prompt="Attack value", most=99, default=2)


def _own_value(table: Table, given: Given) -> Answer | None:
    turn = table.encounter.turn
    if turn not in table.encounter.figures or is_character(table.encounter, turn):
        return None
    return Counted(n=ATTACK.of(table.encounter, turn))


def _ask_attack_words(table: Table, given: Given) -> Text:
    def check(text: str) -> str | None:
        return "Only one attack is meant here." if ";" in text else problem(f"attack 1 {text}")

    words = ("range 3", "pierce 1", "advantage", "poison")
    return Text(key="details", prompt="range, pierce, conditions", optional=True, words=words, check=check)


VERBS = (
    Verb(
        "act",
        act,
        (Param("parts", ask_parts, nothing_said, rest=True),),
        label="Act (monster, summon)",
        hint="performs the card of its type; then its turn is over",
        hotkey="g",
        bar=_cannot_act,
        cites=("GH-05",),
    ),
    Verb(
        "attack",
        attack,
        (
            Param("targets", _ask_targets, nobody="There is nobody to attack."),
            Param("value", _ask_value, _own_value),
            Param("details", _ask_attack_words, nothing_said, rest=True),
        ),
        label="Attack",
        hint="one attack of whoever's turn it is: attack bg1 3 range 4",
        hotkey="a",
        bar=_cannot_attack,
        cites=("GH-33",),
    ),
)
