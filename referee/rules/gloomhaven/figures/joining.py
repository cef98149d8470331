"""What happens when a figure has come: the table is laid, decks and hands are dealt, late monsters find their place."""

from collections.abc import Sequence

from referee.engine.bearer import TABLE, Group, Tag, Thing
from referee.engine.event import CardsMoved, Grouped
from referee.engine.ledger import Ledger
from referee.engine.number import short
from referee.engine.tags import new_tag, slug
from referee.rules.gloomhaven.cards import modifiers
from referee.rules.gloomhaven.cards.hand import deal_hand
from referee.rules.gloomhaven.conditions import INFLICTED
from referee.rules.gloomhaven.figures import catalogue
from referee.rules.gloomhaven.initiative.late_joiners import arrive
from referee.rules.gloomhaven.kinds import (
    DECK,
    INFLICTS,
    LEVEL,
    NUMBER,
    RANK,
    SPECIES,
    TURNS,
    TYPE,
    UP,
    is_character,
    is_standee,
)
from referee.rules.gloomhaven.scenario.elements import lay_board
from referee.rules.gloomhaven.scenario.level import lay_loot
from referee.text import clean_name

LONGEST_CARD_TAG = 36
"""Characters of the tag of a card; there is room for a number behind it."""


async def joined(ledger: Ledger, tag: Tag) -> None:
    """A figure has come: the table is laid, decks and hands are dealt, late monsters find their place."""
    lay_board(ledger)
    lay_loot(ledger)
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
    own = catalogue.ability_cards(species)
    if not tag:
        tag = new_tag(species, _taken(ledger))
        ledger.join(Group(tag=tag, name=name, kind=TYPE, traits={SPECIES.name: species}), "GH-05")
        _deal(ledger, tag, own, "GH-67")
        if own and cards:
            ledger.remark(f"{name} keeps the ability deck that comes with the rules", "GH-68")
    if not any(ledger.encounter.groups[tag].piles.values()):
        _deal(ledger, tag, cards, "GH-68")
    return tag


def _taken(ledger: Ledger) -> set[Tag]:
    return {*ledger.encounter.figures, *ledger.encounter.groups, *ledger.encounter.things}


def _deal(ledger: Ledger, group: Tag, cards: Sequence[Thing], clause: str) -> None:
    """These cards are the ability deck of a type."""
    taken = _taken(ledger)
    deck: list[Tag] = []
    for card in cards:
        tag = new_tag(f"{group}.{card.tag}"[:LONGEST_CARD_TAG], taken)
        taken.add(tag)
        ledger.join(card.model_copy(update={"tag": tag}))
        deck.append(tag)
    if deck:
        ledger.record(CardsMoved(src=None, dst=(group, DECK.name), cards=tuple(deck), cites=(clause,)))


def outfit(key: str, word: str) -> tuple[str, Thing] | None:
    """`item=draught` gives a character an item of the game, or one of the table's own."""
    if key != "item" or not slug(word):
        return None
    known = catalogue.items().get(word.lower())
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
        return f"{short(bad[0])!r} is no condition."
    if isinstance(value, int) and not isinstance(value, bool) and not 0 <= value <= 99:
        return f"{trait} is 0 to 99."
    return None
