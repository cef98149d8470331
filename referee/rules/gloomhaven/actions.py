"""Actions: what a figure does in its turn with a half of a card, a monster's card or an item (GH-05, 13..25)."""

from collections.abc import Iterator, Mapping

from referee.engine.contract.kinds import PileKind
from referee.engine.questions.answer import Answer, Chosen, Picked, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import TURN, Command, SharedKey, Situation, asks, verb
from referee.rules.gloomhaven.ability import Ability, problem, read_abilities, said
from referee.rules.gloomhaven.conditions import barring
from referee.rules.gloomhaven.hand import undecided
from referee.rules.gloomhaven.kinds import (
    ACTIVE,
    BOTTOM,
    CHOSEN,
    DISCARD,
    HALVES,
    ITEMS,
    LOST,
    PARTS,
    PLAYING,
    RESTING,
    SHOWN,
    SPENT,
    TOP,
    TURNS,
    USE,
    USED,
    WHEN,
    characters,
    is_character,
    no_turn,
    present,
    type_of,
)
from referee.rules.gloomhaven.perform import perform
from referee.rules.gloomhaven.turns import go_on

BASIC = {"attack": "attack 2", "move": "move 2"}
"""What any card can be played as (GH-22, 23)."""
USUAL = "move +0; attack +0"
"""What a monster or summon does without a card that says more."""
HALF_OF = {"top": "top", "attack": "top", "bottom": "bottom", "move": "bottom"}
SAID = ("attack 3", "move 3", "heal 2 self", "shield 1", "infuse fire", "attack 2; lost")


async def _written(ledger: Ledger, who: Tag, card: Tag, half: str, said: str) -> str:
    """What that half says: the usual, what is printed, or what the player reads out (GH-15, 66)."""
    if half in BASIC:
        clause = "GH-22" if half == "attack" else "GH-23"
        name = ledger.encounter.name(card)
        ledger.remark(f"{name} is played as {BASIC[half].capitalize()}", clause, "GH-24")
        return BASIC[half]
    if said:
        return said
    printed = (TOP if half == "top" else BOTTOM).of(ledger.encounter, card)
    if printed:
        return printed
    told = await Ask(
        lambda: Text(
            key=f"{half} {card}",
            prompt=f"What does the {half} of {ledger.encounter.name(card)} say?",
            by=who,
            optional=True,
            words=SAID,
            check=problem,
            fallen_too=True,
            cites=("GH-15", "GH-66"),
        )
    )
    return told.text


def _lay_away(ledger: Ledger, who: Tag, card: Tag, abilities: tuple[Ability, ...], basic: bool) -> None:
    """The finished card goes at once to the discard, the lost or the active cards (GH-17, 24)."""
    kinds = {ability.kind for ability in abilities}
    pile: PileKind = LOST if "lost" in kinds else ACTIVE if "active" in kinds else DISCARD
    there = present(ledger.encounter, who, CHOSEN, (card,))
    if there:
        ledger.record(CHOSEN.move(who, pile, there, "GH-17", *(("GH-24",) if basic else ())))


def _cannot_play(situation: Situation) -> str | None:
    encounter, turn = situation.encounter, situation.encounter.turn
    if turn is None or not is_character(encounter, turn):
        return f"{encounter.name(turn)} is not a character. Use: act [GH-13]." if turn else no_turn(encounter)
    if PLAYING.of(encounter, turn):
        card = encounter.name(PLAYING.of(encounter, turn))
        return f"{card} is still being played. Finish it first [GH-16]."
    if kind := barring(encounter, turn):
        return f"{encounter.name(turn)} is {kind.label} [GH-35]."
    if RESTING.of(encounter, turn):
        return f"{encounter.name(turn)} is resting. To go on: next [GH-38]."
    if not CHOSEN.of(encounter, turn):
        return f"{encounter.name(turn)} has played both cards [GH-13]."
    return None


def _ask_card(situation: Situation) -> Pick:
    turn = situation.encounter.turn or ""
    among = CHOSEN.of(situation.encounter, turn) if turn in situation.encounter.figures else ()
    return Pick(key="card", prompt="Which card?", among=among, cites=("GH-13", "GH-14"))


def _ask_half(situation: Situation, card: Picked) -> Choose:
    encounter, turn = situation.encounter, situation.encounter.turn or ""
    barred: dict[str, str] = {}
    if turn:
        for used in HALVES.of(encounter, turn):
            other = "bottom" if used == "top" else "top"
            why = f"A {used} half has been played: play the {other} [GH-13]."
            barred |= {option: why for option, half in HALF_OF.items() if half == used}
    labels = {
        "top": TOP.of(encounter, card.one),
        "bottom": BOTTOM.of(encounter, card.one),
        "attack": "Attack 2",
        "move": "Move 2",
    }
    return Choose(key="half", prompt="Which half?", options=tuple(HALF_OF), labels=labels, barred=barred)


_ASK_ABILITIES = Text(key="parts", prompt="What does the card say?", optional=True, words=SAID, check=problem)
"""What an action says, where that is not printed."""


# -------------------------------------------------------------------- monsters and summons


def _printed(encounter: Encounter, who: Tag) -> str:
    """What the card of a standee's type says, else to move and attack."""
    return "; ".join(text for card in _shown(encounter, who) if (text := PARTS.of(encounter, card))) or USUAL


def _shown(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The card that a type, or the type of a standee, shows this round."""
    group = who if who in encounter.groups else type_of(encounter, who)
    return SHOWN.of(encounter, group) if group else ()


def describe(encounter: Encounter, who: Tag) -> dict[Tag, str]:
    """What the card says that a type shows this round (GH-01, 05)."""
    cards = [
        f"{encounter.name(card)}: {'; '.join(map(said, read_abilities(text)))}"
        for card in _shown(encounter, who)
        if problem(text := PARTS.of(encounter, card)) is None
    ]
    return {who: "; ".join(cards)} if cards else {}


def _cannot_act(situation: Situation) -> str | None:
    encounter, turn = situation.encounter, situation.encounter.turn
    if turn is None or turn not in encounter.figures:
        return no_turn(encounter)
    if is_character(encounter, turn):
        return f"{encounter.name(turn)} is a character. To play a card: play [GH-05]."
    return None


@verb(
    label="Play a card",
    hint="the top or bottom of one of the two cards, or Attack 2, or Move 2",
    hotkey="k",
    bar=_cannot_play,
    interjects=True,
    cites=("GH-13", "GH-22", "GH-23"),
    actor=TURN,
    told="{who} plays {thing} ({half})",
)
async def play(
    ledger: Ledger,
    card: Picked = asks(_ask_card),
    half: Chosen = asks(_ask_half),
    parts: Said = asks(_ASK_ABILITIES, default=Said(text=""), rest=True),
) -> None:
    """A character's action: the top of one of its cards or the bottom of the other (GH-13..18, 22..24)."""
    who, tag = ledger.encounter.turn or "", card.one
    side = HALF_OF[half.option]
    ledger.record(PLAYING.set(who, tag, "GH-16"))
    ledger.record(HALVES.set(who, (*HALVES.of(ledger.encounter, who), side), "GH-13", "GH-14"))
    text = await _written(ledger, who, tag, half.option, parts.text)
    abilities = read_abilities(text)
    await perform(ledger, who, abilities, side)
    _lay_away(ledger, who, tag, abilities, basic=half.option in BASIC)
    ledger.record(PLAYING.clear(who))


@verb(
    label="Monster acts",
    hint="plays the card of the monster's type; this ends the monster's turn",
    hotkey="j",
    bar=_cannot_act,
    cites=("GH-05",),
)
async def act(ledger: Ledger, parts: Said = asks(_ASK_ABILITIES, default=Said(text=""), rest=True)) -> None:
    """A monster performs its type's card, a summon moves and attacks; then its turn is over (GH-05)."""
    who = ledger.encounter.turn or ""
    text = parts.text or _printed(ledger.encounter, who)
    abilities = read_abilities(text)
    ledger.remark(f"{ledger.encounter.name(who)}: {'; '.join(map(said, abilities))}", "GH-05", "GH-15", detail=True)
    await perform(ledger, who, abilities, "act", sure=True)
    if ledger.encounter.turn == who:
        await go_on(ledger)


def routine(encounter: Encounter) -> Iterator[Command]:
    """Who has not chosen cards does; a character plays the top of the first and the bottom of the other, as they are
    printed, or without that Attack 2 and Move 2; monsters act.
    """
    turn = encounter.turn
    if encounter.phase != TURNS:
        yield from (Command(verb="pick", given={"who": Picked(tags=(tag,))}) for tag in undecided(encounter))
    elif turn in encounter.figures and not is_character(encounter, turn):
        yield Command(verb="act")
    elif turn is not None and (card := next(iter(CHOSEN.of(encounter, turn)), "")):
        side = "bottom" if HALVES.of(encounter, turn) else "top"
        printed = (TOP if side == "top" else BOTTOM).of(encounter, card)
        half = side if printed else "attack" if side == "top" else "move"
        yield Command(verb="play", given={"card": Picked(tags=(card,)), "half": Chosen(option=half)})


def _bearer_of(encounter: Encounter, item: Tag) -> Tag:
    """The character among whose ready or spent items it is."""
    there = (t for t in characters(encounter) if item in ITEMS.of(encounter, t) or item in SPENT.of(encounter, t))
    return next(there, "")


def _user(encounter: Encounter, given: Mapping[str, Answer]) -> tuple[Tag, ...]:
    """The character whose item is used."""
    what = given.get("what")
    return (_bearer_of(encounter, what.one),) if isinstance(what, Picked) else ()


def _ask_item(situation: Situation) -> Pick:
    """The items of whoever's turn it is, and of others those that are for any time."""
    encounter, turn = situation.encounter, situation.encounter.turn
    among: list[Tag] = []
    barred: dict[Tag, str] = {}
    for who in characters(encounter):
        for tag in SPENT.of(encounter, who):
            barred[tag] = f"{encounter.name(tag)} is spent until a long rest [GH-38]."
        for tag in ITEMS.of(encounter, who):
            if kind := barring(encounter, who):
                barred[tag] = f"{encounter.name(who)} is {kind.label} and cannot use items [GH-35]."
            elif who == turn or WHEN.of(encounter, tag) == "any":
                among.append(tag)
            else:
                barred[tag] = f"{encounter.name(tag)} can only be used on {encounter.name(who)}'s turn [GH-25]."
    return Pick(key="what", prompt="Which item?", among=tuple(among), barred=barred, cites=("GH-25",))


def _no_items(situation: Situation) -> str | None:
    question = _ask_item(situation)
    return None if question.among or question.barred else "Nobody has an item [GH-25]."


@verb(
    label="Item",
    hint="before, during or after an action",
    hotkey=SharedKey.ITEM,
    bar=_no_items,
    interjects=True,
    cites=("GH-25",),
    actor=_user,
    told="{who} uses {thing}",
)
async def item(ledger: Ledger, what: Picked = asks(_ask_item, nobody="Nobody has an item to use [GH-25].")) -> None:
    """An item is used: what it does happens, and it is spent or used up (GH-25)."""
    tag = what.one
    who = _bearer_of(ledger.encounter, tag)
    used = USE.of(ledger.encounter, tag) == "used"
    ledger.remark(f"{ledger.encounter.name(who)} uses {ledger.encounter.name(tag)}", "GH-25", detail=True)
    ledger.record(ITEMS.move(who, USED if used else SPENT, (tag,), "GH-25"))
    await perform(ledger, who, read_abilities(PARTS.of(ledger.encounter, tag)), f"item {tag}", sure=True)
