"""Places in the order: who shares one, its number or card, and where it lies.

Used by all modules of the order.
Gives units and groups that act together, the step of a place, the rank of a side, and cards that are dealt for it.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from referee.engine.contract.kinds import PileKind, TraitKind
from referee.engine.dice.roll_questions import Draw
from referee.engine.events.event import CardsMoved, TraitSet
from referee.engine.figures.family import family_name
from referee.engine.numbers import is_number
from referee.engine.questions.ask import Ask
from referee.engine.state.bearer import TABLE, Figure, Group, Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.order import OrderRule
from referee.rules.open_table.play.figures.kinds import ENTRY, is_entry
from referee.rules.open_table.play.game import Game, Play
from referee.text.harmless import clean_name
from referee.words.names import runs_of

KEPT = "order."
"""What the rules keep of the order in traits begins so."""
PLACE = TraitKind(f"{KEPT}place", 0)
"""The place of a figure; kept and read by the rules, and never shown."""
BLOCK = 1_000_000
"""Places of one number."""
RANK = 1_000
"""Between two that stand next to each other, so that one more can stand between them."""
ENTRIES = 700_000
"""Entries that are no figures stand behind all others with their number."""
NUMBERLESS = 20_000
"""The block of those who have no number, behind all others of their side."""
SIDE = 100_000 * BLOCK
"""Places of one side: many more than all numbers have, so that those below 0 do not reach into another."""

BATCH = TraitKind("order.batch", "")
"""The tag of the first of those with whom a figure came to the table; kept by the rules."""
TOGETHER = "together"
"""The kind of group of those who have one turn."""
HAND = PileKind("action cards", "action cards", detail=True)
"""The cards by which a figure stands in the order. No pile of a system file can be called so: its name has no blank."""
DECK = PileKind("action deck", "action deck", detail=True)
DISCARD = PileKind("discarded cards", "discarded cards", detail=True)
PILES = (HAND, DECK, DISCARD)
WITHOUT_NUMBER = TraitKind(f"{KEPT}without_number", False)
"""Whether the table has said that a figure has no number in this fight."""
CARD = TraitKind(f"{KEPT}card", "")
"""The name of the card by which a figure stands in the order; kept by the rules."""
_NUMBER = TraitKind("number", 0)


def block_of(game: Game, encounter: Encounter, who: Tag) -> int:
    """The first place of the block of a figure: of those who have its number, on its side where sides count.

    Where it is chosen each time who acts, all of a side, or all there are, are one block and have this place.
    """
    order = game.file(encounter).order
    start = _start_of(game, encounter, who)
    if order.chosen:
        return start
    number = number_of(game, encounter, who)
    if number is None:
        return start + NUMBERLESS * BLOCK
    return start + (number if order.lowest_first else -number) * BLOCK


def _start_of(game: Game, encounter: Encounter, who: Tag) -> int:
    """The middle of the places of a side, where its number 0 would be."""
    by_side = game.file(encounter).order.by == "side"
    return rank(game, encounter, side_of(encounter, who)) * SIDE if by_side else 0


def turned_round(game: Game, encounter: Encounter, who: Tag, place: int) -> int:
    """The place of a figure, now that numbers, and what sides throw, count the other way round."""
    within = (place + SIDE // 2) % SIDE - SIDE // 2
    block, rest = divmod(within, BLOCK)
    if not game.file(encounter).order.chosen and block != NUMBERLESS:
        within = -block * BLOCK + rest
    return _start_of(game, encounter, who) + within


def places(encounter: Encounter) -> Mapping[Tag, int]:
    """The place of each figure that has one."""
    figures = encounter.figures.values()
    return {f.tag: PLACE.of(encounter, f.tag) for f in figures if PLACE.known(encounter, f.tag)}


def behind_equals(encounter: Encounter, block: int, entry: bool, who: Tag) -> int:
    """The place behind all others of a block; of entries, or of figures."""
    start = block + ENTRIES if entry else block
    end = block + BLOCK if entry else block + ENTRIES
    taken = [place for tag, place in places(encounter).items() if tag != who and start <= place < end]
    return max(taken, default=start - RANK) // RANK * RANK + RANK


def ranked(start: int, tags: Sequence[Tag]) -> list[tuple[Tag, int]]:
    """Places one behind the other, for these figures in this order."""
    return [(tag, start + n * RANK) for n, tag in enumerate(tags)]


def put(encounter: Encounter, placed: Sequence[tuple[Tag, int]]) -> list[TraitSet]:
    """The events by which figures get their places, of those that change."""
    now = places(encounter)
    return [PLACE.set(tag, place) for tag, place in placed if now.get(tag) != place]


class Unit(Struct, frozen=True):
    """Those who share a number."""

    members: tuple[Tag, ...]
    number: int | None
    entry: bool = False
    """It is no figure, and has a turn and nothing else."""

    @property
    def tag(self) -> Tag:
        """The word for it: the tag of the first."""
        return self.members[0]


def number_of(game: Game, encounter: Encounter, who: Tag) -> int | None:
    """The number of a figure in the order; None if it has none."""
    value = encounter.of(who).traits.get(game.file(encounter).order.trait)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _shared(order: OrderRule, figure: Figure) -> object:
    """What those who share a number have in common, beside their side where that counts."""
    if figure.standing == ENTRY.name or order.group == "no":
        return figure.tag
    if order.group == "kind":
        return figure.kind, family_name(figure)
    return figure.traits.get(BATCH.name, figure.tag)


def units(game: Game, encounter: Encounter, tags: Iterable[Tag], anew: bool = False) -> list[Unit]:
    """These figures by the numbers that they share, in the order in which they came.

    anew: by those with whom they are to share one, whatever number each has now.
    """
    order = game.file(encounter).order
    found: dict[object, list[Tag]] = {}
    for tag in tags:
        number = None if anew else number_of(game, encounter, tag)
        figure = encounter.figures[tag]
        side = figure.side if order.by_sides else ""
        found.setdefault((_shared(order, figure), side, number), []).append(tag)
    return [
        Unit(
            members=tuple(members),
            number=number_of(game, encounter, members[0]),
            entry=is_entry(encounter, members[0]),
        )
        for members in found.values()
    ]


def label(encounter: Encounter, unit: Unit) -> str:
    """What to call a unit: `Ann`, `Goblin 1-4`, `Goblin 1, 3-4`."""
    names = [encounter.name(tag) for tag in unit.members]
    if len(names) == 1:
        return names[0]
    stem = family_name(encounter.figures[unit.tag])
    numbers = [name.removeprefix(stem).strip() for name in names]
    return f"{stem} {', '.join(runs_of(numbers))}" if all(map(is_number, numbers)) else ", ".join(names)


def group_words(encounter: Encounter, group: Group) -> tuple[str, str | None]:
    """What a group that has one turn would be called with other members; its number stays."""
    return (label(encounter, Unit(group.members, None)) if group.kind == TOGETHER else group.name), None


def members(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The figures that act in a place of the order: one, or those of a group."""
    return encounter.groups[who].members if who in encounter.groups else (who,)


def side_of(encounter: Encounter, who: Tag) -> str:
    """The side of those who act in a place of the order; empty if they have left the table for good."""
    sides = (encounter.figures[tag].side for tag in members(encounter, who) if tag in encounter.figures)
    return next(sides, "")


def place_of(game: Game, encounter: Encounter, who: Tag) -> Tag:
    """Who stands in the order for a figure: itself, or the group with which it has its turn."""
    if game.file(encounter).order.group_turn != "one":
        return who
    group = encounter.group_with(who, TOGETHER)
    return group.tag if group is not None else who


async def deal_cards(play: Play, who: Sequence[Tag], anew: bool) -> None:
    """Deals to those of these figures who have no card; with `anew` to all, once the old ones are discarded."""
    _lay_deck(play)
    if anew:
        _discard(play.ledger)
        _forget_numbers(play)
        _shuffle_if_due(play)
    for unit in _due(play, who, anew):
        await _deal_to(play, unit)


def _due(play: Play, who: Sequence[Tag], anew: bool) -> list[Unit]:
    """Who is dealt to: whoever can have a turn; entries that have a number keep it."""
    encounter = play.encounter
    able = [tag for tag in who if play.ledger.rules.gets_turn(encounter, tag)]
    found = units(play.game, encounter, able, anew=True)
    return [unit for unit in found if unit.number is None or (anew and not unit.entry)]


async def _deal_to(play: Play, unit: Unit) -> None:
    """The cards of those who share them; the best is their number."""
    order = play.file.order
    if len(DECK.of(play.encounter, TABLE)) < order.deal:
        _shuffle(play.ledger, *order.cites)
    if not DECK.of(play.encounter, TABLE):
        play.ledger.remark(f"The deck is empty: no card for {label(play.encounter, unit)}", *order.cites)
        return
    drew = await Ask(lambda: _question(play, unit))
    there = [tag for tag in unit.members if tag in play.encounter.figures]
    if not there:
        return
    hand = (there[0], HAND.name)
    play.ledger.record(CardsMoved(src=(TABLE, DECK.name), dst=hand, cards=drew.cards, cites=order.cites))
    cards = [play.encounter.things[card] for card in drew.cards]
    sign = -1 if order.lowest_first else 1
    wild = frozenset(map(clean_name, order.wild))
    best = max(cards, key=lambda card: (card.name in wild, sign * _number(card)))
    play.ledger.remark(f"{label(play.encounter, unit)}: {', '.join(card.name for card in cards)}", *order.cites)
    for tag in there:
        play.ledger.record(TraitSet(tag=tag, trait=order.trait, value=_number(best)), CARD.set(tag, best.name))


def _question(play: Play, unit: Unit) -> Draw:
    order = play.file.order
    deck = DECK.of(play.encounter, TABLE)
    count = min(order.deal, len(deck))
    return Draw(
        key=f"card {unit.tag}",
        prompt=f"{label(play.encounter, unit)} draws {'a card' if count == 1 else f'{count} cards'}",
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


def _lay_deck(play: Play) -> None:
    """The cards of the file come to the table as the first are dealt."""
    if DECK.name in play.encounter.of(TABLE).piles:
        return
    taken = play.encounter.tags()
    cards: list[Tag] = []
    for name, n in play.file.order.deck:
        card = new_tag(slug(name) or "card", taken)
        taken.add(card)
        cards.append(card)
        play.ledger.join(Thing(tag=card, name=clean_name(name), kind="card", traits={_NUMBER.name: n}))
    play.ledger.record(CardsMoved(src=None, dst=(TABLE, DECK.name), cards=tuple(cards)))


def _discard(ledger: Ledger) -> None:
    """All cards that figures have are discarded."""
    for tag in ledger.encounter.figures:
        if cards := HAND.of(ledger.encounter, tag):
            ledger.record(CardsMoved(src=(tag, HAND.name), dst=(TABLE, DISCARD.name), cards=cards))


def _forget_numbers(play: Play) -> None:
    """Who can have no turn is dealt nothing, and has no number any more."""
    trait = play.file.order.trait
    for tag in play.encounter.figures:
        if CARD.known(play.encounter, tag) and not play.ledger.rules.gets_turn(play.encounter, tag):
            play.ledger.record(TraitSet(tag=tag, trait=trait, value=None), CARD.clear(tag))


def _shuffle_if_due(play: Play) -> None:
    """What was discarded goes back into the deck each round, or when one of certain cards is among it."""
    order = play.file.order
    named = {clean_name(card) for card in order.shuffle_cards}
    thrown = {play.encounter.name(card) for card in DISCARD.of(play.encounter, TABLE)}
    if order.shuffle == "round" or named & thrown:
        _shuffle(play.ledger, *order.cites)


def _shuffle(ledger: Ledger, *cites: str) -> None:
    if cards := DISCARD.of(ledger.encounter, TABLE):
        ledger.record(DISCARD.move(TABLE, DECK, cards, *cites))
        ledger.remark("The deck is shuffled", *cites)


def gather(ledger: Ledger) -> None:
    """All cards are in the deck again."""
    _discard(ledger)
    if cards := DISCARD.of(ledger.encounter, TABLE):
        ledger.record(DISCARD.move(TABLE, DECK, cards))


# -------------------------------------------------------------------- sides, and cards that act when they like


def side_number(side: str) -> TraitKind[int]:
    """What a side has thrown for its place among the sides; kept by the rules."""
    return TraitKind(f"{KEPT}side.{side}", 0)


def rank(game: Game, encounter: Encounter, side: str) -> int:
    """Where a side stands among the sides: 0 acts first. Those that the file names count, be they there or not."""
    order = game.file(encounter).order
    there = list(dict.fromkeys(figure.side for figure in encounter.figures.values()))
    if order.side_roll is None:
        return list(dict.fromkeys((*order.sides, *there))).index(side)
    sign = 1 if order.lowest_first else -1
    # A side that has come late has not thrown yet, and stands behind all others.
    thrown = {name: side_number(name) for name in there}
    known = encounter.of(TABLE).traits
    there.sort(key=lambda name: (thrown[name].name not in known, sign * thrown[name].of(encounter, TABLE)))
    return there.index(side)


def is_wild(game: Game, encounter: Encounter, who: Tag) -> bool:
    """True if the card of a figure, or of one of a group, lets it act when it likes."""
    wild = frozenset(map(clean_name, game.file(encounter).order.wild))
    return any(CARD.of(encounter, tag) in wild for tag in members(encounter, who))
