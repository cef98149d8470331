"""Joining: what a figure is given when it has been added; the table is laid and decks are dealt, the table's own decks
too (GH-68).
"""

from collections.abc import Mapping, Sequence
from itertools import islice

from referee.engine.events.event import CardsMoved, Grouped
from referee.engine.figures.pieces import pieces
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import TABLE, Group, Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven import kinds, modifiers
from referee.rules.gloomhaven.ability import problem
from referee.rules.gloomhaven.conditions import INFLICTED
from referee.rules.gloomhaven.hand import LONG_REST, copied, deal_hand
from referee.rules.gloomhaven.initiative import arrive
from referee.rules.gloomhaven.kinds import (
    DECK,
    INFLICTS,
    INITIATIVE,
    LEVEL,
    LOOT,
    MONSTER,
    NUMBER,
    PARTS,
    RANK,
    SHUFFLE,
    SPECIES,
    TURNS,
    TYPE,
    UP,
    is_character,
    is_standee,
    plural,
    type_of,
)
from referee.rules.gloomhaven.scenario import lay_board
from referee.text.harmless import clean, clean_name
from referee.text.quoting import quoted

LONGEST_CARD_TAG = 36
"""Characters of the tag of a card; there is room for a number behind it."""


async def joined(ledger: Ledger, tag: Tag) -> None:
    """A figure has come: the table is laid, decks and hands are dealt, late monsters find their place."""
    lay_board(ledger)
    ledger.lay_track(LOOT)
    modifiers.lay_cards(ledger)
    modifiers.deal(ledger, TABLE)
    if is_character(ledger.encounter, tag):
        modifiers.deal(ledger, tag)
        if not ledger.encounter.figures[tag].piles.get("hand"):
            deal_hand(ledger, tag)
    elif is_standee(ledger.encounter, tag):
        await _enlist(ledger, tag)


async def _enlist(ledger: Ledger, tag: Tag) -> None:
    """A standee joins its type; the first brings the type and its ability deck."""
    figure = ledger.encounter.figures[tag]
    others = [t for t in ledger.encounter.figures if t != tag and ledger.encounter.figures[t].kind == figure.kind]
    numbers = {NUMBER.of(ledger.encounter, t) for t in others if ledger.encounter.figures[t].standing == UP.name}
    if NUMBER.of(ledger.encounter, tag) in numbers:
        free = next(n for n in range(1, len(numbers) + 2) if n not in numbers)
        ledger.record(NUMBER.set(tag, free))
    group = type_for(ledger, figure.kind, figure.name.rpartition(" ")[0] or figure.name)
    if tag not in ledger.encounter.groups[group].members:
        ledger.record(Grouped(group=group, member=tag, cites=("GH-05",)))
    if ledger.encounter.phase == TURNS:
        await arrive(ledger, tag)


def type_for(ledger: Ledger, species: str, name: str, cards: Sequence[Thing] = ()) -> Tag:
    """The group of a type, opened if it is not there yet, with a deck.

    cards: those that were said with its standees, for a type that has none (GH-68).
    """
    types = ledger.encounter.groups_of(TYPE)
    tag = next((group.tag for group in types if SPECIES.of(ledger.encounter, group.tag) == species), "")
    own = kinds.cards_of(MONSTER, species)
    if not tag:
        tag = new_tag(species, ledger.encounter.tags())
        ledger.join(Group(tag=tag, name=plural(name), kind=TYPE, traits={SPECIES.name: species}), "GH-05")
        _deal(ledger, tag, own, "GH-67")
        if own and cards:
            ledger.remark(f"{name} keeps the ability deck that comes with the rules", "GH-68")
    if not any(ledger.encounter.groups[tag].piles.values()):
        _deal(ledger, tag, cards, "GH-68")
    return tag


def _deal(ledger: Ledger, group: Tag, cards: Sequence[Thing], clause: str) -> None:
    """These cards are the ability deck of a type."""
    deck = [copied(ledger, card, f"{group}.{card.tag}"[:LONGEST_CARD_TAG]) for card in cards]
    if deck:
        ledger.record(CardsMoved(src=None, dst=(group, DECK.name), cards=tuple(deck), cites=(clause,)))


def outfit(key: str, word: str) -> tuple[str, Thing] | None:
    """`item=draught` gives a character an item of the game, or one of the table's own."""
    if key != "item" or not slug(word):
        return None
    known = kinds.items().get(word.lower())
    return "items", known or Thing(tag=slug(word), name=clean_name(word.replace("-", " ")), kind="item")


def words(pile: str, thing: Thing) -> tuple[str, str] | None:
    """`item=draught` for an item, wherever it lies; None for cards."""
    return ("item", thing.tag) if thing.kind == "item" else None


def check(trait: str, value: object) -> str | None:
    """Why a trait cannot have that value."""
    if trait == LEVEL.name and not (isinstance(value, int) and 1 <= value <= 9):
        return "A character's level is 1 to 9."
    if trait == RANK.name and value not in ("normal", "elite"):
        return "A rank is normal or elite."
    if trait == INFLICTS.name and isinstance(value, tuple) and (bad := [v for v in value if v not in INFLICTED]):
        return f"{quoted(bad[0])} is not a condition."
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= 99:
        return f"{trait} is 0 to 99."
    return None


CARD = "card"
MOST_CARDS = 30
LONGEST_DECK = 5_400
"""Characters of all cards that a figure of the library brings; what it says after `add` has room for the rest."""
LONGEST_CARD = 400
MORE = "text (the library has the rest)"
"""What a card says in place of its last abilities, where all of them are too long."""


def read_card(word: str) -> Thing:
    """The card that stands behind `card=`. NotUnderstood if it has no initiative, or if what it does is no ability."""
    head, colon, text = word.partition(":")
    number, _, name = head.strip().partition(" ")
    if not colon or not is_number(number):
        raise NotUnderstood(f"Type a card like this: 12 Flare: move +1; attack -1; shuffle, not {quoted(word)}.")
    initiative = read_number(number, CARD, 1, LONG_REST)
    parts = [part for each in text.split(";") if (part := each.strip())]
    shuffles = parts[-1:] == [SHUFFLE.name]
    said = "; ".join(parts[: len(parts) - shuffles])
    if wrong := problem(said):
        raise NotUnderstood(f"card {initiative}: {wrong}")
    entry = {"name": clean_name(name), INITIATIVE.name: initiative, PARTS.name: said}
    return kinds.ability_card({**entry, SHUFFLE.name: True} if shuffles else entry)


def _said(initiative: int, name: str, parts: Sequence[str], shuffles: bool) -> str:
    """A card as `read_card` reads it."""
    head = f"{initiative} {clean_name(name.replace(':', ' '))}".strip()
    return f"{head}: {'; '.join((*parts, *([SHUFFLE.name] if shuffles else [])))}".replace('"', "'")


def _words(card: Thing) -> str:
    """The same of a card that lies somewhere."""
    initiative, parts = card.traits[INITIATIVE.name], str(card.traits.get(PARTS.name, ""))
    name = card.name.removeprefix(str(initiative)).strip()
    return _said(int(str(initiative)), name, [parts] if parts else [], card.traits.get(SHUFFLE.name) is True)


def check_deck(cards: Sequence[Thing]) -> None:
    """NotUnderstood, if these are more than a deck has, or too long to be kept."""
    if len(cards) > MOST_CARDS:
        raise NotUnderstood(f"A deck has {MOST_CARDS} cards at most, not {len(cards)}.")
    if (length := sum(map(len, map(_words, cards)))) > LONGEST_DECK:
        raise NotUnderstood(f"The text of a deck can have at most {LONGEST_DECK:,} letters, not {length:,}.")


# -------------------------------------------------------------------- from the library, and to it


def with_cards(words: str, data: Mapping[str, object]) -> str:
    """What is typed after `add` for a figure of the library, with the cards that its file gave it.

    Cards that its words say themselves stand in their place.
    """
    cards = data.get("cards")
    if not isinstance(cards, list) or any(piece.key == CARD for piece in pieces(words)):
        return words
    longest = min(LONGEST_CARD, LONGEST_DECK // max(1, min(len(cards), MOST_CARDS)))
    said = (_from_data(card, longest) for card in islice(cards, MOST_CARDS))
    return " ".join((words, *(f'{CARD}="{card}"' for card in said if card)))


def _from_data(card: object, longest: int) -> str:
    """A card from the fields of a file, what is no ability as a text; empty if it is none."""
    fields = card if isinstance(card, dict) else {}
    initiative, name, text = (fields.get(key) for key in (INITIATIVE.name, "name", PARTS.name))
    if type(initiative) is not int or not 1 <= initiative <= LONG_REST:
        return ""
    parts = (clean(part, longest // 2) for part in (text if isinstance(text, str) else "")[:LONGEST_DECK].split(";"))
    told = [f"text {part}" if problem(part) else part for part in parts if part]
    called, shuffles = name if isinstance(name, str) else "", fields.get(SHUFFLE.name) is True
    while told and len(_said(initiative, called, told, shuffles)) > longest:
        told[-2:] = [MORE] if len(told) > 1 else []
    return _said(initiative, called, told, shuffles)


def shared(encounter: Encounter, tag: Tag) -> tuple[tuple[str, str], ...]:
    """The `card=` of each card that the type of a standee was given; none where its cards are the catalogue's."""
    group = encounter.groups.get(type_of(encounter, tag))
    if group is None or kinds.cards_of(MONSTER, SPECIES.of(encounter, group.tag)):
        return ()
    there = {card for pile in group.piles.values() for card in pile}
    return tuple((CARD, _words(card)) for tag, card in encounter.things.items() if tag in there)
