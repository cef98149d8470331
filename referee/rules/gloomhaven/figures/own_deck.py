"""Ability decks of the table's own, said with the standees: `card="12 Flare: move +1; attack -1; shuffle"` (GH-68)."""

from collections.abc import Mapping, Sequence
from itertools import islice

from referee.engine.bearer import Tag, Thing
from referee.engine.detail_pieces import pieces
from referee.engine.encounter import Encounter
from referee.engine.number import is_number, read_number, short
from referee.engine.problem import NotUnderstood
from referee.rules.gloomhaven.abilities.ability import problem
from referee.rules.gloomhaven.cards.hand import LONG_REST
from referee.rules.gloomhaven.figures import catalogue
from referee.rules.gloomhaven.kinds import INITIATIVE, PARTS, SHUFFLE, SPECIES, type_of
from referee.text import clean, clean_name

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
        raise NotUnderstood(f"card: as in 12 Flare: move +1; attack -1; shuffle, not {short(word)!r}.")
    initiative = read_number(number, CARD, 1, LONG_REST)
    parts = [part for each in text.split(";") if (part := each.strip())]
    shuffles = parts[-1:] == [SHUFFLE.name]
    said = "; ".join(parts[: len(parts) - shuffles])
    if wrong := problem(said):
        raise NotUnderstood(f"card {initiative}: {wrong}")
    entry = {"name": clean_name(name), INITIATIVE.name: initiative, PARTS.name: said}
    return catalogue.ability_card({**entry, SHUFFLE.name: True} if shuffles else entry)


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
        raise NotUnderstood(f"The cards of a deck have {LONGEST_DECK:,} characters at most, not {length:,}.")


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
    if group is None or catalogue.ability_cards(SPECIES.of(encounter, group.tag)):
        return ()
    there = {card for pile in group.piles.values() for card in pile}
    return tuple((CARD, _words(card)) for tag, card in encounter.things.items() if tag in there)
