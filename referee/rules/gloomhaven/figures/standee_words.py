"""Standees in words: what is typed after `add` for those of one monster type, `1 2 elite 3 hp=7`."""

from dataclasses import dataclass

from referee.engine.bearer import Thing
from referee.engine.detail_pieces import COPIES, pieces
from referee.engine.number import is_number, read_number, short
from referee.engine.problem import NotUnderstood
from referee.engine.recruit import name_of, read_value
from referee.engine.ruleset import Ruleset
from referee.rules.gloomhaven.figures.own_deck import CARD, check_deck, read_card

RANKS = {"elite": "elite", "e": "elite", "normal": "normal", "n": "normal"}
MOST_STANDEES = 30
Standees = tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Party:
    """Standees of one type that come together: `1 2 elite 3 hp=7`."""

    name: str
    standees: Standees
    """Each with its number and rank; number 0: the next that is free."""
    values: tuple[tuple[str, str], ...]
    cards: tuple[Thing, ...] = ()
    """The ability deck of the type, unless it has one."""


def read_party(rules: Ruleset, text: str) -> Party:
    """Numbers, or xN for so many, each of the rank said before it; other words are the name.

    key=value is what all of them have, and `card=` a card of their type. NotUnderstood if that cannot be.
    """
    name: list[str] = []
    there: list[tuple[int, str]] = []
    values: list[tuple[str, str]] = []
    cards: list[Thing] = []
    rank = "normal"
    for piece in pieces(text):
        word, key, value = piece.word, piece.key, piece.value
        first, dash, last = word.partition("-")
        if key == "side":
            raise NotUnderstood("Standees are on the monsters' side; `set` changes the side of one that is there.")
        if value is not None and key == CARD:
            cards.append(read_card(value))
        elif value is not None:
            read_value(rules, key, value)
            values.append((key, value))
        elif word.lower() in RANKS:
            rank = RANKS[word.lower()]
        elif COPIES.fullmatch(word.lower()) and not piece.quoted:
            there += [(0, rank)] * read_number(word[1:], "copies", 1, MOST_STANDEES)
        elif is_number(word):
            there.append((_number(word), rank))
        elif dash and is_number(first) and is_number(last):
            there += [(n, rank) for n in range(_number(first), _number(last) + 1)]
        else:
            name.append(word)
    numbers = [number for number, _ in there if number]
    if not there:
        raise NotUnderstood("The numbers of the standees are expected, such as 1 2 elite 3, or how many, such as x2.")
    if len(set(numbers)) < len(numbers):
        raise NotUnderstood("A standee of that number is named twice.")
    check_deck(cards)
    return Party(name_of(" ".join(name)), tuple(there), tuple(values), tuple(cards))


def _number(word: str) -> int:
    number = read_number(word, "standee")
    if not 1 <= number <= MOST_STANDEES:
        raise NotUnderstood(f"Standees are numbered 1 to {MOST_STANDEES}, not {short(word)}.")
    return number
