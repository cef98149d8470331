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
        told.pop()
    return _said(initiative, called, told, shuffles)


def shared(encounter: Encounter, tag: Tag) -> tuple[tuple[str, str], ...]:
    """The `card=` of each card that the type of a standee was given; none where its cards are the catalogue's."""
    group = encounter.groups.get(type_of(encounter, tag))
    if group is None or catalogue.ability_cards(SPECIES.of(encounter, group.tag)):
        return ()
    there = {card for pile in group.piles.values() for card in pile}
    return tuple((CARD, _words(encounter, card)) for card in encounter.things if card in there)


def _words(encounter: Encounter, card: Tag) -> str:
    initiative = INITIATIVE.of(encounter, card)
    name = encounter.name(card).removeprefix(str(initiative)).strip()
    parts = PARTS.of(encounter, card)
    return _said(initiative, name, [parts] if parts else [], SHUFFLE.of(encounter, card))
