"""Attack modifier decks: twenty cards, blessings, curses, perks, the reshuffle (GH-32..34)."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from msgspec import Struct

from referee.engine.dice.roll_questions import Draw
from referee.engine.events.event import CardsMoved, Term, Terms
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Counted, Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import TABLE, Tag, Thing
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, Verb, asks, verb
from referee.rules.gloomhaven.kinds import DRAWN, HEROES, MODIFIERS, SHUFFLE_DUE, deck_owner, party


class Modifier(Struct, frozen=True):
    """One sort of modifier card."""

    name: str
    value: int = 0
    double: bool = False
    null: bool = False
    rolling: bool = False


BLESS, CURSE = "bless", "curse"
MODS: dict[Tag, Modifier] = {
    "plus-0": Modifier("+0"),
    "plus-1": Modifier("+1", 1),
    "minus-1": Modifier("-1", -1),
    "plus-2": Modifier("+2", 2),
    "minus-2": Modifier("-2", -2),
    "x2": Modifier("x2", double=True),
    "null": Modifier("null", null=True),
    BLESS: Modifier("bless", double=True),
    CURSE: Modifier("curse", null=True),
    "plus-3": Modifier("+3", 3),
    "plus-4": Modifier("+4", 4),
    "rolling-1": Modifier("rolling+1", 1, rolling=True),
    "rolling-2": Modifier("rolling+2", 2, rolling=True),
}
STANDARD: tuple[Tag, ...] = (
    *("plus-0",) * 6,
    *("plus-1",) * 5,
    *("minus-1",) * 5,
    *("plus-2", "minus-2", "x2", "null"),
)
"""What a deck holds before anybody changes it (GH-32)."""
RESHUFFLING = frozenset({"x2", "null"})
MOST_CURSES = 10


# -------------------------------------------------------------------- what cards come to


def result(base: int, cards: Sequence[Tag]) -> int:
    """What an attack of that value comes to with these cards: rolling ones add up first, never below 0 (GH-63)."""
    mods = [MODS[card] for card in cards]
    if any(mod.null for mod in mods):
        return 0
    total = base + sum(mod.value for mod in mods)
    return max(0, total * 2 if any(mod.double for mod in mods) else total)


def counting(base: int, drawn: Sequence[Tag], edge: int) -> tuple[Tag, ...]:
    """Which of the drawn cards count: all; with advantage the better of two, with disadvantage the worse (GH-34, 62).

    A rolling card adds to the other with advantage, and counts for nothing with disadvantage.
    """
    rolling = tuple(card for card in drawn if MODS[card].rolling)
    final = tuple(card for card in drawn if not MODS[card].rolling)
    if edge < 0:
        return (min(final, key=lambda card: result(base, (card,))),) if final else ()
    if edge > 0 and len(final) > 1:
        return (*rolling, max(final, key=lambda card: result(base, (card,))))
    return (*rolling, *final)


def card_terms(base: int, drawn: Sequence[Tag], edge: int) -> Terms:
    """What each drawn card adds to an attack of that value, with its printed name; 0 for one that does not count."""
    cards = counting(base, drawn, edge)
    sums = [base, *(result(base, cards[: n + 1]) for n in range(len(cards)))]
    counted = (_term("card", card, after - before) for card, (before, after) in zip(cards, pairwise(sums), strict=True))
    unused = (Counter(drawn) - Counter(cards)).elements()
    return (*counted, *(_term("unused card", card, 0) for card in unused))


def _term(label: str, card: Tag, value: int) -> Term:
    """A card that adds so much; its printed name stands in the label unless that says no more than the number."""
    name = MODS[card].name
    return Term(label if name == f"{value:+d}" else f"{label} ({name})", value, (name,))


def enough(drawn: Sequence[Tag], edge: int) -> bool:
    """Whether enough cards are drawn: two with advantage or disadvantage, and one that is not rolling (GH-34, 63)."""
    return len(drawn) >= (2 if edge else 1) and any(not MODS[card].rolling for card in drawn)


# -------------------------------------------------------------------- the deck


Sums = Callable[[], tuple[tuple[str, int | str], ...]]
"""What stands beside the question: the attack so far."""


async def draw_for(
    ledger: Ledger, attacker: Tag, target: Tag, edge: int, ability_key: str, sums: Sums
) -> tuple[Tag, ...]:
    """The cards that come for one attack on one target."""
    drawn: tuple[Tag, ...] = ()
    while not enough(drawn, edge):
        card = await _draw(
            ledger, attacker, target, f"{ability_key} {len(drawn) + 1}".strip(), _cards(edge, drawn), sums
        )
        if card is None:
            break
        drawn = (*drawn, card)
    return drawn


def _cards(edge: int, drawn: Sequence[Tag]) -> str:
    """How many cards are drawn, and which counts; behind the first, what came before."""
    if drawn:
        return f"next modifier card, after {MODS[drawn[-1]].name}"
    return f"modifier cards: draw two, the {'better' if edge > 0 else 'worse'} counts" if edge else "modifier card"


async def _draw(ledger: Ledger, attacker: Tag, target: Tag, ability_key: str, cards: str, sums: Sums) -> Tag | None:
    """One card; a deck that has run out is shuffled first."""
    owner = deck_owner(ledger.encounter, attacker)
    if not MODIFIERS.of(ledger.encounter, owner):
        _refill(ledger, owner)
    if not MODIFIERS.of(ledger.encounter, owner):
        return None
    drew = await Ask(
        lambda: Draw(
            key=f"modifier {attacker}>{target} {ability_key}",
            prompt=f"{ledger.encounter.name(attacker)}'s {cards}",
            by=attacker,
            pile=(owner, MODIFIERS.name),
            cards=MODIFIERS.of(ledger.encounter, owner),
            needs=(target,),
            tally=sums(),
            cites=("GH-33",),
        )
    )
    card = drew.cards[0]
    dst = None if card in (BLESS, CURSE) else (owner, DRAWN.name)
    ledger.record(CardsMoved(src=(owner, MODIFIERS.name), dst=dst, cards=(card,), cites=("GH-32",)))
    return card


def _refill(ledger: Ledger, owner: Tag) -> None:
    """A deck that has run out is shuffled at once; for a null or x2 among it, at the end of the round too (GH-32)."""
    if RESHUFFLING.intersection(DRAWN.of(ledger.encounter, owner)) and not SHUFFLE_DUE.of(ledger.encounter, owner):
        ledger.record(SHUFFLE_DUE.set(owner, True, "GH-32"))
    reshuffle(ledger, owner)


def reshuffle(ledger: Ledger, owner: Tag) -> None:
    """What was drawn goes back into the deck."""
    drawn = DRAWN.of(ledger.encounter, owner)
    if drawn:
        ledger.record(DRAWN.move(owner, MODIFIERS, drawn, "GH-32"))


def reshuffle_due(ledger: Ledger) -> None:
    """At the end of the round every deck from which a null or x2 came is shuffled (GH-32)."""
    for owner in (*ledger.encounter.figures, TABLE):
        if SHUFFLE_DUE.of(ledger.encounter, owner) or RESHUFFLING.intersection(DRAWN.of(ledger.encounter, owner)):
            ledger.remark(f"{deck_name(ledger.encounter, owner)} is shuffled", "GH-32", detail=True)
            reshuffle(ledger, owner)
        ledger.clear(owner, SHUFFLE_DUE)


def deck_name(encounter: Encounter, owner: Tag) -> str:
    """What to call a deck."""
    return "The monsters' modifier deck" if owner == TABLE else f"{encounter.name(owner)}'s modifier deck"


def curses(encounter: Encounter, owner: Tag) -> int:
    """Curses in all decks of that deck's side: the characters' together, or the monsters' (GH-32)."""
    owners = (TABLE,) if owner == TABLE else party(encounter)
    return sum(MODIFIERS.of(encounter, tag).count(CURSE) for tag in owners)


def shuffle_in(ledger: Ledger, owner: Tag, card: Tag, count: int, *cites: str) -> None:
    """Blessings or curses go into a deck, as many curses as the side may still have (GH-32)."""
    room = MOST_CURSES - curses(ledger.encounter, owner) if card == CURSE else count
    going = max(0, min(count, room))
    name = deck_name(ledger.encounter, owner)
    if going < count:
        side = "monsters" if owner == TABLE else HEROES
        ledger.remark(f"At most {MOST_CURSES} curses for the {side}; the rest are left out", "GH-32")
    if going:
        ledger.remark(f"{name}: {going} {card if going == 1 else plural(card)} shuffled in", "GH-32", *cites)
        ledger.record(CardsMoved(src=None, dst=(owner, MODIFIERS.name), cards=(card,) * going, cites=("GH-32", *cites)))


def plural(card: Tag) -> str:
    """What several of a sort of modifier card are called."""
    return {BLESS: "blessings", CURSE: "curses"}.get(card, card)


def lay_cards(ledger: Ledger) -> None:
    """The sorts of modifier card come to the table, once."""
    for tag, mod in MODS.items():
        if not ledger.encounter.has(tag):
            ledger.join(Thing(tag=tag, name=mod.name, kind="modifier"))


def deal(ledger: Ledger, owner: Tag) -> None:
    """A fresh deck for a character, or for the monsters (GH-32)."""
    if not MODIFIERS.of(ledger.encounter, owner) and not DRAWN.of(ledger.encounter, owner):
        ledger.record(CardsMoved(src=None, dst=(owner, MODIFIERS.name), cards=STANDARD, cites=("GH-32",)))


# -------------------------------------------------------------------- what they ask


def anybody(prompt: str, maximum: int = 1) -> Picked:
    """Any figure on the map."""

    def ask(situation: Situation) -> Pick:
        return Pick(key="who", prompt=prompt, among=situation.targets(), most=maximum)

    return asks(ask, nobody="Nobody is on the map. Add figures first.")


_ASK_COUNT = Amount(key="count", prompt="How many?", least=1, most=20)
_ASK_MOD = Choose(key="card", prompt="Which modifier card?", options=tuple(mod.name for mod in MODS.values()))
_ASK_CHANGE = Amount(key="count", prompt="How many? (with a minus: taken out of the deck)", least=-20, most=20)


# -------------------------------------------------------------------- what is done


def _shuffling_in(card: Tag, prompt: str, hint: str, hotkey: str) -> Verb:
    """The verb that puts so many of a card into the modifier deck of each figure (GH-32)."""

    @verb(name=card, label=card.capitalize(), hint=hint, hotkey=hotkey, interjects=True, cites=("GH-32",), actor="")
    async def run(
        ledger: Ledger,
        who: Picked = anybody(prompt, MOST_FIGURES),
        count: Counted = asks(_ASK_COUNT, default=Counted(n=1)),
    ) -> None:
        for tag in who.tags:
            shuffle_in(ledger, deck_owner(ledger.encounter, tag), card, count.n)

    return run


bless = _shuffling_in(BLESS, "Who is blessed?", "shuffle blessings into a modifier deck", "B")
curse = _shuffling_in(CURSE, "Who is cursed?", "shuffle curses into a modifier deck, at most ten a side", "C")


@verb(hint="changes a modifier deck: perk brute +1 2, perk brute -2 -1", cites=("GH-32",), actor="")
async def perk(
    ledger: Ledger,
    who: Picked = anybody("Whose modifier deck?"),
    card: Chosen = asks(_ASK_MOD),
    count: Counted = asks(_ASK_CHANGE, default=Counted(n=1)),
) -> None:
    """Changes a modifier deck for good: adds so many copies of a card, or, with a minus, takes them out (GH-32, 63).

    Refused if the deck has fewer.
    """
    owner = deck_owner(ledger.encounter, who.one)
    tag = next(tag for tag, mod in MODS.items() if mod.name == card.option)
    there = MODIFIERS.of(ledger.encounter, owner).count(tag)
    if count.n < 0 and there < -count.n:
        raise Refused(f"{deck_name(ledger.encounter, owner)} has only {there} {card.option} [GH-32].")
    pile = (owner, MODIFIERS.name)
    src, dst = (None, pile) if count.n > 0 else (pile, None)
    if count.n:
        done = f"{count.n} {card.option} added" if count.n > 0 else f"{-count.n} {card.option} taken out"
        ledger.remark(f"{deck_name(ledger.encounter, owner)}: {done}", "GH-32")
        ledger.record(CardsMoved(src=src, dst=dst, cards=(tag,) * abs(count.n), cites=("GH-32",)))
