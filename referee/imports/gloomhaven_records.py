"""Gloomhaven: monsters and decks of Gloomhaven Secretariat as figures of the library."""

from collections.abc import Sequence

from referee.imports.common import Deck, Found, MonsterSheet
from referee.imports.report import Notes
from referee.imports.secretariat import LEVELS
from referee.imports.values import Json
from referee.store.library_record import KeptFigure
from referee.text import clean_name

SYSTEM = "gloomhaven"
USUAL_LEVEL = 1
"""The level that a figure has as it is added; those of all levels are kept as data."""


def figures(found: Found, source: str, all_found: Sequence[Found]) -> list[KeptFigure]:
    """A figure for each rank of each monster, with the cards of its deck, and one for each deck without a monster.

    all_found: what all files of the import hold, for a deck is a file of its own.
    """
    decks = {deck.name.casefold(): deck for each in all_found for deck in each.decks}
    used = {_key(monster.deck) for each in all_found for monster in each.monsters}
    out = [
        figure
        for monster in found.monsters
        for figure in _ranks(monster, decks.get(_key(monster.deck)), source, Notes(found.report, monster.name))
    ]
    return out + [_deck(deck, source) for deck in found.decks if deck.name.casefold() not in used]


def _key(deck: str) -> str:
    return deck.replace("-", " ").casefold()


def _ranks(monster: MonsterSheet, deck: Deck | None, source: str, notes: Notes) -> list[KeptFigure]:
    if monster.ranks:
        notes.add("level", f"it is added with what it has at level {USUAL_LEVEL}; all levels are kept as data.")
    if deck is None and monster.deck:
        notes.add("deck", f"its cards are those of the deck {monster.deck}, which is not among these files.")
    return [_rank(monster, rank, deck, source) for rank in monster.ranks]


def _rank(monster: MonsterSheet, rank: str, deck: Deck | None, source: str) -> KeptFigure:
    levels = monster.ranks[rank]
    usual = levels.get(USUAL_LEVEL) or next(iter(levels.values()))
    values = " ".join(f"{key}={value}" for key, value in usual.items() if not (key == "hp" and value == 0))
    elite = " rank=elite" if rank == "elite" else ""
    lines = [
        f"Level {level}: " + (", ".join(f"{key} {value}" for key, value in levels[level].items()) or "nothing")
        for level in LEVELS
        if level in levels
    ]
    data: Json = {
        "rank": rank,
        "deck": monster.deck,
        "levels": {str(level): dict(values) for level, values in sorted(levels.items())},
    }
    if deck is not None:
        data["cards"] = deck.cards
        lines += _cards(deck)
    return KeptFigure(
        name=monster.name if rank != "elite" else clean_name(f"{monster.name} (elite)"),
        system=SYSTEM,
        source=source,
        words=f'monster "{monster.name}" {values}{elite}'.strip(),
        side="monsters",
        note="\n".join([*lines, *monster.text]),
        data=data,
    )


def _deck(deck: Deck, source: str) -> KeptFigure:
    told: Json = {"deck": deck.name, "cards": deck.cards}
    return KeptFigure(
        name=clean_name(f"{deck.name} (deck)"),
        system=SYSTEM,
        source=source,
        words=f'monster "{deck.name}"',
        side="monsters",
        note="\n".join(_cards(deck)),
        data=told,
    )


def _cards(deck: Deck) -> list[str]:
    return [f"{card['initiative']}: {card['parts']}{' (shuffle)' if card['shuffle'] else ''}" for card in deck.cards]
