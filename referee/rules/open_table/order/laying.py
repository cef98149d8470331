"""Laying the order: a place for everybody by number, equals parted as the file says, or left to be asked."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from referee.engine.ask import Ask
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import OrderSet
from referee.engine.kinds import AWAY
from referee.engine.ledger import Ledger
from referee.engine.moments import is_waited_for
from referee.engine.numbers import AskedNumber, Numbers
from referee.engine.question import Pick
from referee.rules.open_table.evaluation import number_of as as_number
from referee.rules.open_table.expression import Name, Unknown
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.order.asking import dice_of
from referee.rules.open_table.order.cards import CARD, is_wild
from referee.rules.open_table.order.groups import members, place_of
from referee.rules.open_table.order.places import ENTRIES, PLACE, RANK, block_of, places, put, ranked
from referee.rules.open_table.order.sides import side_places
from referee.rules.open_table.order.units import Unit, label, number_of, units
from referee.rules.open_table.tables.order import OrderRule

Key = tuple[int, ...]


async def lay_places(game: Game, ledger: Ledger, who: Sequence[Tag]) -> None:
    """Gives each of these figures its place. Who is equal in all that the file parts equals by shares one."""
    order = game.file(ledger.encounter).order
    if order.by in ("side", "chosen"):
        ledger.record(*put(ledger.encounter, side_places(game, ledger.encounter, who)))
        return
    found = units(game, ledger.encounter, who)
    keys = {unit: _key(game, ledger.encounter, unit, n, {}) for n, unit in enumerate(found)}
    if "roll" in order.ties:
        thrown = await _thrown(game, ledger, _equals(found, keys))
        found = units(game, ledger.encounter, who)
        keys = {unit: _key(game, ledger.encounter, unit, n, thrown) for n, unit in enumerate(found)}
    placed: list[tuple[Tag, int]] = []
    for number, alike in groupby(sorted(found, key=lambda unit: _block(order, unit)), key=lambda unit: unit.number):
        placed += _within(block_of(order, number), list(alike), keys)
    ledger.record(*put(ledger.encounter, placed))


def _block(order: OrderRule, unit: Unit) -> int:
    return block_of(order, unit.number)


def _within(block: int, alike: Sequence[Unit], keys: Mapping[Unit, Key]) -> list[tuple[Tag, int]]:
    """The places of those who have one number: figures, and behind them entries as they came."""
    at = block + RANK
    placed: list[tuple[Tag, int]] = []
    figures = sorted((unit for unit in alike if not unit.entry), key=lambda unit: keys[unit])
    for _, group in groupby(figures, key=lambda unit: keys[unit]):
        equals = list(group)
        members = [tag for unit in equals for tag in unit.members]
        placed += ranked(at, members) if len(equals) == 1 else [(tag, at) for tag in members]
        at += RANK * len(members)
    return placed + ranked(block + ENTRIES, [unit.tag for unit in alike if unit.entry])


def _key(game: Game, encounter: Encounter, unit: Unit, n: int, thrown: Mapping[Tag, int]) -> Key:
    """By what a unit stands among its equals; those with the same key are asked."""
    if unit.number is None:
        return (n,)
    key: list[int] = []
    for word in game.file(encounter).order.ties:
        match word:
            case "ask":
                break
            case "entry":
                key.append(n)
            case "roll":
                key.append(-thrown.get(unit.tag, 0))
            case _:
                key.append(_parting(game, encounter, unit.tag, word))
    return tuple(key)


def _parting(game: Game, encounter: Encounter, who: Tag, word: str) -> int:
    """A side goes first; of a trait or a track the higher value does."""
    if word in game.default.symbols.sides:
        return int(encounter.figures[who].side != word)
    try:
        return -as_number(Lookup(game, encounter, own=who).value(Name(word)))
    except Unknown:
        return 0


def _equals(found: Sequence[Unit], keys: Mapping[Unit, Key]) -> list[Unit]:
    """Those who have a number that others have, too."""
    alike = [(unit.number, keys[unit]) for unit in found if not unit.entry]
    return [unit for unit in found if not unit.entry and alike.count((unit.number, keys[unit])) > 1]


async def _thrown(game: Game, ledger: Ledger, equals: Sequence[Unit]) -> Mapping[Tag, int]:
    """What equals have thrown to part them."""
    if not equals:
        return {}

    def build() -> Numbers:
        asked = [
            AskedNumber(
                name=unit.tag,
                label=label(ledger.encounter, unit),
                dice=dice_of(game, ledger, unit.tag),
                by=unit.tag,
                blank=True,
            )
            for unit in equals
        ]
        return Numbers(key="roll off", prompt="Equal numbers: a roll-off", numbers=tuple(asked), fallen_too=True)

    told = await Ask(build)
    return {number.name: number.n or 0 for number in told.numbers}


# -------------------------------------------------------------------- the slots of a round


def slots(game: Game, encounter: Encounter) -> tuple[Slot, ...]:
    """The order of a new round: everybody at the table by place, and who has left while something waits for it."""
    there = places(encounter)
    tags = [tag for tag in encounter.figures if tag in there and _stays(encounter, tag)]
    ordered = dict.fromkeys(place_of(game, encounter, tag) for tag in sorted(tags, key=lambda tag: there[tag]))
    return tuple(
        slot_of(game, encounter, tag).model_copy(update={"held": is_wild(game, encounter, tag)}) for tag in ordered
    )


def slot_of(game: Game, encounter: Encounter, who: Tag) -> Slot:
    """The slot of a figure, or of a group that has one turn, at its own place."""
    first = min(members(encounter, who), key=lambda tag: PLACE.of(encounter, tag))
    number = number_of(game, encounter, first)
    called = CARD.of(encounter, first) or ("" if number is None else str(number))
    return Slot(who=who, step=PLACE.of(encounter, first), label=called)


def _stays(encounter: Encounter, who: Tag) -> bool:
    return encounter.figures[who].standing != AWAY.name or is_waited_for(encounter, who)


def by_step(order: Iterable[Slot]) -> tuple[Slot, ...]:
    """Slots in the order of their steps."""
    return tuple(sorted(order, key=lambda slot: slot.step))


# -------------------------------------------------------------------- equals that are asked for


async def settle_tie(game: Game, ledger: Ledger) -> None:
    """Asks who of those that stand at one place and may act next goes first; the answer is kept (see `Pick`)."""
    if len(_tied(game, ledger)) < 2:
        return
    picked = await Ask(lambda: _tie_question(game, ledger))
    tied = _tied(game, ledger)
    order = ledger.encounter.order
    first_picked = place_of(game, ledger.encounter, picked.tags[0])
    step = next(slot.step for slot in order if slot.who == first_picked)
    alike = [tag for slot in order if slot.step == step for tag in members(ledger.encounter, slot.who)]
    first = [tag for one in picked.tags for unit in tied if unit.tag == one for tag in unit.members]
    ordered = ranked(step, [*dict.fromkeys(first), *(tag for tag in alike if tag not in first)])
    ledger.record(*put(ledger.encounter, ordered))
    steps = {place_of(game, ledger.encounter, tag): at for tag, at in reversed(ordered)}
    moved = (slot.model_copy(update={"step": steps.get(slot.who, slot.step)}) for slot in order)
    cites = tuple(dict.fromkeys((*game.file(ledger.encounter).cites.begin, *game.cites_of("order.ties"))))
    ledger.record(OrderSet(slots=by_step(moved), cites=cites))


def _tied(game: Game, ledger: Ledger) -> list[Unit]:
    """Who may act next, where nobody has said yet in which order."""
    ready = ledger.rules.may_act(ledger.encounter)
    return units(game, ledger.encounter, [tag for who in ready for tag in members(ledger.encounter, who)])


def _tie_question(game: Game, ledger: Ledger) -> Pick:
    encounter, tied = ledger.encounter, _tied(game, ledger)
    number = tied[0].number if tied else None
    return Pick(
        key="tie",
        prompt=f"{'No number' if number is None else number}: who acts first?",
        among=tuple(unit.tag for unit in tied),
        most=max(1, len(tied) - 1),
        beside={unit.tag: f"with {label(encounter, unit)}" for unit in tied if len(unit.members) > 1},
        fallen_too=True,
        cites=game.file(encounter).cites.begin,
    )
