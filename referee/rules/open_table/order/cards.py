"""Cards: what each is dealt of a deck says where it stands in the order."""

from collections.abc import Sequence

from referee.engine.ask import Ask
from referee.engine.bearer import TABLE, Tag, Thing
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import CardsMoved, TraitSet
from referee.engine.kinds import PileKind, TraitKind
from referee.engine.ledger import Ledger
from referee.engine.roll_questions import Draw
from referee.engine.tags import new_tag, slug
from referee.rules.open_table.game import Game
from referee.rules.open_table.order.groups import members
from referee.rules.open_table.order.places import KEPT
from referee.rules.open_table.order.units import Unit, label, sharing
from referee.rules.open_table.tables.order import OrderRule
from referee.text import clean_name

HAND = PileKind("action cards", "action cards", detail=True)
"""The cards by which a figure stands in the order. No name of a file has a blank in it."""
DECK = PileKind("action deck", "action deck", detail=True)
DISCARD = PileKind("discarded cards", "discarded cards", detail=True)
PILES = (HAND, DECK, DISCARD)
CARD = TraitKind(f"{KEPT}card", "")
"""The name of the card by which a figure stands in the order; kept by the rules."""
_NUMBER = TraitKind("number", 0)


async def deal_cards(game: Game, ledger: Ledger, who: Sequence[Tag], anew: bool) -> None:
    """Deals to those of these figures who have no card; with `anew` to all, once the old ones are discarded."""
    _lay_deck(game, ledger)
    if anew:
        _discard(ledger)
        _forget_numbers(game, ledger)
        _shuffle_if_due(game, ledger)
    for unit in _due(game, ledger, who, anew):
        await _deal_to(game, ledger, unit)


def _due(game: Game, ledger: Ledger, who: Sequence[Tag], anew: bool) -> list[Unit]:
    """Who is dealt to: whoever can have a turn; entries that have a number keep it."""
    encounter = ledger.encounter
    able = [tag for tag in who if ledger.rules.gets_turn(encounter, tag)]
    found = sharing(game, encounter, able)
    return [unit for unit in found if unit.number is None or (anew and not unit.entry)]


async def _deal_to(game: Game, ledger: Ledger, unit: Unit) -> None:
    """The cards of those who share them; the best is their number."""
    order = game.file(ledger.encounter).order
    if len(DECK.of(ledger.encounter, TABLE)) < order.deal:
        _shuffle(ledger, *order.cites)
    if not DECK.of(ledger.encounter, TABLE):
        ledger.remark(f"No card is left for {label(ledger.encounter, unit)}", *order.cites)
        return
    drew = await Ask(lambda: _question(game, ledger, unit))
    there = [tag for tag in unit.members if tag in ledger.encounter.figures]
    if not there:
        return
    hand = (there[0], HAND.name)
    ledger.record(CardsMoved(src=(TABLE, DECK.name), dst=hand, cards=drew.cards, cites=order.cites))
    cards = [ledger.encounter.things[card] for card in drew.cards]
    sign = -1 if order.lowest_first else 1
    best = max(cards, key=lambda card: (card.name in _wild(order), sign * _number(card)))
    ledger.remark(f"{label(ledger.encounter, unit)}: {', '.join(card.name for card in cards)}", *order.cites)
    for tag in there:
        ledger.record(TraitSet(tag=tag, trait=order.trait, value=_number(best)), CARD.set(tag, best.name))


def _question(game: Game, ledger: Ledger, unit: Unit) -> Draw:
    order = game.file(ledger.encounter).order
    deck = DECK.of(ledger.encounter, TABLE)
    count = min(order.deal, len(deck))
    return Draw(
        key=f"card {unit.tag}",
        prompt=f"{label(ledger.encounter, unit)}: {'a card' if count == 1 else f'{count} cards'}",
        by=unit.tag,
        pile=(TABLE, DECK.name),
        cards=deck,
        count=count,
        fallen_too=True,
        cites=order.cites,
    )


def _number(card: Thing) -> int:
    value = card.traits.get(_NUMBER.name)
    return value if isinstance(value, int) else 0


# -------------------------------------------------------------------- the deck


def _lay_deck(game: Game, ledger: Ledger) -> None:
    """The cards of the file come to the table as the first are dealt."""
    if DECK.name in ledger.encounter.of(TABLE).piles:
        return
    taken = [*ledger.encounter.figures, *ledger.encounter.groups, *ledger.encounter.things]
    cards: list[Tag] = []
    for name, n in game.file(ledger.encounter).order.deck:
        card = new_tag(slug(name) or "card", taken)
        taken.append(card)
        cards.append(card)
        ledger.join(Thing(tag=card, name=clean_name(name), kind="card", traits={_NUMBER.name: n}))
    ledger.record(CardsMoved(src=None, dst=(TABLE, DECK.name), cards=tuple(cards)))


def _discard(ledger: Ledger) -> None:
    """All cards that figures have are discarded."""
    for tag in ledger.encounter.figures:
        if cards := HAND.of(ledger.encounter, tag):
            ledger.record(CardsMoved(src=(tag, HAND.name), dst=(TABLE, DISCARD.name), cards=cards))


def _forget_numbers(game: Game, ledger: Ledger) -> None:
    """Who can have no turn is dealt nothing, and has no number any more."""
    trait = game.file(ledger.encounter).order.trait
    for tag in ledger.encounter.figures:
        if CARD.known(ledger.encounter, tag) and not ledger.rules.gets_turn(ledger.encounter, tag):
            ledger.record(TraitSet(tag=tag, trait=trait, value=None), CARD.clear(tag))


def _shuffle_if_due(game: Game, ledger: Ledger) -> None:
    """What was discarded goes back into the deck each round, or when one of certain cards is among it."""
    order = game.file(ledger.encounter).order
    named = {clean_name(card) for card in order.shuffle_cards}
    thrown = {ledger.encounter.name(card) for card in DISCARD.of(ledger.encounter, TABLE)}
    if order.shuffle == "round" or named & thrown:
        _shuffle(ledger, *order.cites)


def _shuffle(ledger: Ledger, *cites: str) -> None:
    if cards := DISCARD.of(ledger.encounter, TABLE):
        ledger.record(DISCARD.move(TABLE, DECK, cards, *cites))
        ledger.remark("The deck is shuffled", *cites)


def gather(ledger: Ledger) -> None:
    """All cards are in the deck again."""
    _discard(ledger)
    if cards := DISCARD.of(ledger.encounter, TABLE):
        ledger.record(DISCARD.move(TABLE, DECK, cards))


# -------------------------------------------------------------------- cards whose holders act when they like


def is_wild(game: Game, encounter: Encounter, who: Tag) -> bool:
    """True if the card of a figure, or of one of a group, lets it act when it likes."""
    wild = _wild(game.file(encounter).order)
    return any(CARD.of(encounter, tag) in wild for tag in members(encounter, who))


def _wild(order: OrderRule) -> frozenset[str]:
    return frozenset(map(clean_name, order.wild))


def waits_for_its_moment(game: Game, encounter: Encounter, slot: Slot) -> bool:
    """True for a place whose owner acts when it likes, and has not yet."""
    return slot.held and not slot.begun and not slot.acted and is_wild(game, encounter, slot.who)
