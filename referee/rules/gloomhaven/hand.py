"""The characters' cards: what a hand holds, where cards go, the secret choice of two for a round (GH-01, 02, 30,
61, 66).
"""

from collections.abc import Callable
from itertools import groupby, pairwise

from msgspec.structs import replace

from referee.engine.events.event import CardsMoved
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE, Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, override, verb
from referee.rules.gloomhaven import kinds
from referee.rules.gloomhaven.kinds import (
    ACTIVE,
    CARDS,
    CHARACTER,
    CHOICE,
    CHOSEN,
    DISCARD,
    ENTERED,
    HAND,
    HAND_SIZE,
    INITIATIVE,
    LEAD,
    LOST,
    OTHER,
    RESTING,
    TURNS,
    characters,
)
from referee.text.phrases import listed
from referee.text.quoting import quoted, short

LONG_REST = 99
"""The initiative of a long rest (GH-30)."""
REST_WORDS = ("r", "rest", "long", "long rest", "99")
BLANK = "card-"
"""How the tags of cards of unknown initiative begin."""
MOST_BLANK = 30


AWAY = {DISCARD.name: "has discarded {}", LOST.name: "has lost {}", ACTIVE.name: "has {} in front, active"}
"""Why a card is not in the hand, by the pile in which it lies."""


def available(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The hand, and the cards of this round that are not played yet."""
    return (*HAND.of(encounter, who), *CHOSEN.of(encounter, who))


def blanks(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The available cards whose initiative is unknown."""
    return tuple(card for card in available(encounter, who) if card.startswith(BLANK))


def read_choice(encounter: Encounter, who: Tag, text: str) -> tuple[str, ...]:
    """`61 15`, `6115`, `shield long`, `rest`: two cards, the leading one first; () for a long rest.

    Cards of the hand by tag, or initiatives of cards not known yet as numbers. NotUnderstood if these cannot be chosen.
    """
    if text.strip().lower() in REST_WORDS:
        _may_rest(encounter, who, text.strip())
        return ()
    words = text.replace(",", " ").replace("/", " ").split()
    if len(words) == 1 and len(words[0]) == 4 and is_number(words[0]) and words[0].isdigit():
        words = [words[0][:2], words[0][2:]]
    if len(words) != 2:
        raise NotUnderstood("Type two cards, the leading one first, for example: 61 15. Or type: rest")
    name = encounter.name(who)
    if counted(encounter, who) and len(available(encounter, who)) < 2:
        raise NotUnderstood(f"{name} has fewer than two cards and has to rest [GH-38].")
    first, second = (_card(encounter, who, word) for word in words)
    if first == second:
        raise NotUnderstood("Choose two different cards.")
    unknown = sum(is_number(card) for card in (first, second))
    if counted(encounter, who) and unknown > len(blanks(encounter, who)):
        raise NotUnderstood(f"{name} has no such card left. In hand: {_hand(encounter, who)}.")
    return first, second


def counted(encounter: Encounter, who: Tag) -> bool:
    """Whether the app counts this character's cards."""
    return HAND_SIZE.of(encounter, who) > 0


def _may_rest(encounter: Encounter, who: Tag, word: str) -> None:
    if counted(encounter, who) and len(DISCARD.of(encounter, who)) < 2:
        # A player who types the initiative of a long rest may have meant a card.
        meant = f"{LONG_REST} is a long rest: " if word == str(LONG_REST) else ""
        raise NotUnderstood(f"{meant}{encounter.name(who)} needs two discards to rest [GH-38].")


def _card(encounter: Encounter, who: Tag, word: str) -> str:
    """The card of the hand that a word means: its initiative, or the beginning of its name."""
    there = [card for card in available(encounter, who) if not card.startswith(BLANK)]
    if not is_number(word):
        wanted = slug(word)
        alike = [card for card in there if wanted and _called(encounter, card).startswith(wanted)]
        if len(alike) != 1:
            raise NotUnderstood(f"{encounter.name(who)} has no card {quoted(word)}. In hand: {_hand(encounter, who)}.")
        return alike[0]
    number = int(word)
    if not 1 <= number <= LONG_REST:
        raise NotUnderstood(f"An initiative is 1 to 99, not {short(word)}.")
    known = [card for card in there if INITIATIVE.of(encounter, card) == number]
    if known:
        return known[0]
    for pile in (DISCARD, LOST, ACTIVE):
        away = [card for card in pile.of(encounter, who) if INITIATIVE.of(encounter, card) == number]
        if away and counted(encounter, who):
            raise NotUnderstood(
                f"{encounter.name(who)} {AWAY[pile.name].format(number)}. In hand: {_hand(encounter, who)}."
            )
        if away:
            return away[0]
    if counted(encounter, who) and not blanks(encounter, who):
        raise NotUnderstood(f"{encounter.name(who)} has no card {number}. In hand: {_hand(encounter, who)}.")
    return str(number)


def _called(encounter: Encounter, card: Tag) -> str:
    return slug(encounter.name(card).lstrip("0123456789 "))


def _hand(encounter: Encounter, who: Tag) -> str:
    return listed([encounter.name(card) for card in available(encounter, who)], 12)


def reserved(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Cards of the hand that are chosen for the round, and not shown yet."""
    choice = CHOICE.of(encounter, who)
    told = sum(is_number(card) for card in choice)
    return (*(card for card in choice if not is_number(card)), *blanks(encounter, who)[-told:][:told])


def holds(encounter: Encounter, who: Tag) -> bool:
    """Whether the character still holds the cards, or the discards to rest with, that it has chosen."""
    choice = CHOICE.of(encounter, who)
    if not counted(encounter, who):
        return True
    if not choice:
        return len(DISCARD.of(encounter, who)) > 1
    told = sum(is_number(card) for card in choice)
    known = [card for card in choice if not is_number(card)]
    return told <= len(blanks(encounter, who)) and known == [c for c in known if c in HAND.of(encounter, who)]


# -------------------------------------------------------------------- the events of it


def show(ledger: Ledger, who: Tag) -> None:
    """The chosen cards leave the hand and lie on the table (GH-02)."""
    choice = CHOICE.of(ledger.encounter, who)
    unknown = tuple(card for card in reserved(ledger.encounter, who) if card not in choice)
    if unknown:
        ledger.record(CardsMoved(src=(who, HAND.name), dst=None, cards=unknown, cites=("GH-66",)))
    cards = [_written(ledger, who, int(card)) if is_number(card) else card for card in choice]
    lie = {card: _pile_with(ledger.encounter, who, card) for card in cards}
    for src, there in groupby(cards, key=lambda card: lie[card]):
        clause = "GH-02" if src else "GH-66"
        ledger.record(CardsMoved(src=src, dst=(who, CHOSEN.name), cards=tuple(there), cites=(clause,)))


def _pile_with(encounter: Encounter, who: Tag, card: Tag) -> tuple[Tag, str] | None:
    """The pile in which a card lies; a character whose cards are not counted plays it from any (GH-66)."""
    piles = (pile for pile in (HAND, DISCARD, LOST, ACTIVE) if card in pile.of(encounter, who))
    return next(((who, pile.name) for pile in piles), None)


def _written(ledger: Ledger, who: Tag, number: int) -> Tag:
    """A new card with the initiative that was told (GH-66)."""
    tag = new_tag(f"{who}-{number}"[:40], {*ledger.encounter.things, *ledger.encounter.figures})
    ledger.join(Thing(tag=tag, name=str(number), kind="card", traits={INITIATIVE.name: number}), "GH-66")
    return tag


def copied(ledger: Ledger, card: Thing, tag: Tag) -> Tag:
    """A card of the game comes to the table once more, with this tag or one like it."""
    tag = new_tag(tag, ledger.encounter.tags())
    ledger.join(replace(card, tag=tag))
    return tag


def deal_hand(ledger: Ledger, who: Tag) -> None:
    """A new character's hand: the named cards of its sort, or as many as it has without a name (GH-66)."""
    named = kinds.cards_of(CHARACTER, ledger.encounter.figures[who].kind)
    size = min(MOST_BLANK, HAND_SIZE.of(ledger.encounter, who))
    hand = [copied(ledger, card, card.tag) for card in named[:size]]
    for n in range(1, size - len(hand) + 1):
        blank = f"{BLANK}{n}"
        if not ledger.encounter.has(blank):
            ledger.join(Thing(tag=blank, name=f"card {n}", kind="card"))
        hand.append(blank)
    if hand:
        ledger.record(CardsMoved(src=None, dst=(who, HAND.name), cards=tuple(hand), cites=("GH-66",)))


def undecided(encounter: Encounter) -> tuple[Tag, ...]:
    """The characters that have not chosen for this round."""
    return tuple(tag for tag in characters(encounter) if tag not in ENTERED.of(encounter, TABLE))


def unfit(encounter: Encounter, who: Tag, text: str) -> str | None:
    """Why these words are no choice for that character; None if they are."""
    return complaint(lambda choice: read_choice(encounter, who, choice))(text)


def _examples(encounter: Encounter, who: Tag) -> tuple[str, ...]:
    """A few choices that can be made, for completion."""
    known = [str(INITIATIVE.of(encounter, c)) for c in available(encounter, who) if c not in blanks(encounter, who)]
    pairs = [f"{first} {second}" for first, second in pairwise(known)]
    if blanks(encounter, who) or not counted(encounter, who):
        pairs += ["10 20", "30 40", "50 60"]
    return tuple(text for text in (*pairs, "rest") if unfit(encounter, who, text) is None)


def _hand_of(encounter: Encounter, who: Tag) -> str:
    """The cards to choose from, where all of them are known; else empty."""
    there = available(encounter, who)
    if not counted(encounter, who) or blanks(encounter, who):
        return ""
    return f"Two of {listed([encounter.name(card) for card in there], len(there))}"


def _first_undecided(situation: Situation) -> Picked | None:
    left = undecided(situation.encounter)
    return Picked(tags=left[:1]) if left else None


def _active_character(situation: Situation) -> Picked | None:
    turn = situation.encounter.turn
    return Picked(tags=(turn,)) if turn in characters(situation.encounter) else None


def ask_character(prompt: str, default: Callable[[Situation], Picked | None] = _active_character) -> Picked:
    """Which character: the one whose turn it is, or who else is meant by `default`, unless another is said."""

    def ask(situation: Situation) -> Pick:
        return Pick(key="who", prompt=prompt, among=characters(situation.encounter))

    return asks(ask, default=default, nobody="There are no characters. Add one, for example: add warden Mira")


PILES = {pile.name: pile for pile in (HAND, DISCARD, LOST, ACTIVE)}


def _ask_owned(situation: Situation, who: Picked) -> Pick:
    among = [c for pile in (*PILES.values(), CHOSEN) for c in pile.of(situation.encounter, who.one)]
    return Pick(key="what", prompt="Which card?", among=tuple(dict.fromkeys(among)))


_ASK_PILE = Choose(key="pile", prompt="Move it to which pile?", options=tuple(PILES))


def _ask_cards(situation: Situation, who: Picked) -> Text:
    tag = who.one
    return Text(
        key="cards",
        prompt=f"{situation.encounter.name(tag)}: two cards, the leading one first, or rest",
        by=tag,
        words=_examples(situation.encounter, tag),
        expects=_hand_of(situation.encounter, tag),
        check=lambda text: unfit(situation.encounter, tag, text),
        hidden=True,
        cites=("GH-02", "GH-30"),
    )


def _not_now(situation: Situation) -> str | None:
    if situation.encounter.phase == TURNS:
        return "The cards are already revealed. Choose new ones next round [GH-02]."
    return None


@verb(
    name="pick",
    label="Choose cards",
    hint="two cards, the leading one first (61 15), or rest",
    hotkey="K",
    bar=_not_now,
    secret=True,
    cites=("GH-02", "GH-30", "GH-66"),
)
async def choose_cards(
    ledger: Ledger,
    who: Picked = ask_character("Who chooses?", _first_undecided),
    cards: Said = asks(_ask_cards, rest=True),
) -> None:
    """A character's two cards, the leading one first, or a long rest; both may be changed until all are in.

    Refused with the reason why these cards cannot be chosen.
    """
    tag = who.one
    if why := unfit(ledger.encounter, tag, cards.text):
        raise Refused(why)
    chosen = read_choice(ledger.encounter, tag, cards.text)
    if ledger.encounter.phase != CARDS:
        ledger.begin_phase(CARDS, next_round=True)
    told = [int(card) if is_number(card) else INITIATIVE.of(ledger.encounter, card) for card in chosen]
    lead, other = told or (LONG_REST, LONG_REST)
    entered = tuple(t for t in ENTERED.of(ledger.encounter, TABLE) if t != tag)
    ledger.record(LEAD.set(tag, lead, "GH-02"), OTHER.set(tag, other, "GH-02"))
    # They stay in the hand until all are revealed, so that the hand does not show the choice.
    ledger.record(CHOICE.set(tag, chosen, "GH-66"))
    ledger.record(RESTING.set(tag, not chosen, *(() if chosen else ("GH-30",))))
    ledger.record(ENTERED.set(TABLE, (*entered, tag), "GH-61"))


@override(hint="moves a card by hand: card brute 61 lost")
async def card(
    ledger: Ledger,
    who: Picked = ask_character("Whose card?"),
    what: Picked = asks(_ask_owned, nobody="There are no cards to move."),
    pile: Chosen = asks(_ASK_PILE),
) -> None:
    """A character's card goes to another pile, by the referee."""
    for src in (*PILES.values(), CHOSEN):
        if what.one in src.of(ledger.encounter, who.one):
            ledger.record(src.move(who.one, PILES[pile.option], (what.one,)))
            return
