"""Sides: one side after the other, in an order that the file says or the table throws for."""

from collections.abc import Mapping, Sequence

from referee.engine.ask import Ask
from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.engine.numbers import AskedNumber, Numbers
from referee.engine.question import Choose
from referee.rules.open_table.game import Game
from referee.rules.open_table.order.asking import expression_of
from referee.rules.open_table.order.places import BLOCK, KEPT, RANK
from referee.rules.open_table.order.units import number_of

_NUMBER = f"{KEPT}side."


def rank(game: Game, encounter: Encounter, side: str) -> int:
    """Where a side stands among the sides: 0 acts first."""
    order = game.file(encounter).order
    there = list(dict.fromkeys(figure.side for figure in encounter.figures.values()))
    if order.side_roll is not None:
        sign = 1 if order.lowest_first else -1
        there.sort(key=lambda name: sign * _thrown(encounter, name))
    else:
        there.sort(key=lambda name: order.sides.index(name) if name in order.sides else len(order.sides))
    return there.index(side)


def _thrown(encounter: Encounter, side: str) -> int:
    return TraitKind(f"{_NUMBER}{side}", 0).of(encounter, TABLE)


async def ask_sides(game: Game, ledger: Ledger, anew: bool) -> None:
    """Each side throws for its place, if the file says so and it has not thrown yet."""
    roll = game.file(ledger.encounter).order.side_roll
    sides = _asked(ledger.encounter, anew)
    if roll is None or not sides:
        return

    def build() -> Numbers:
        encounter = ledger.encounter
        first = {side: _first(encounter, side) for side in _asked(encounter, anew)}
        numbers = (
            AskedNumber(name=side, label=side.capitalize(), dice=expression_of(game, ledger, roll, one), by=side)
            for side, one in first.items()
        )
        return Numbers(key="sides", prompt="Which side acts first?", numbers=tuple(numbers))

    told = {number.name: number.n or 0 for number in (await Ask(build)).numbers}
    shown = ", ".join(f"{side} {n}" for side, n in told.items())
    ledger.remark(f"Sides: {shown}", *game.file(ledger.encounter).order.cites)
    order = game.file(ledger.encounter).order
    first = {await _first_of_equals(game, ledger, equals) for equals in _equals(told)}
    for side, n in told.items():
        ahead = (side in first) != order.lowest_first
        ledger.record(TraitKind(f"{_NUMBER}{side}", 0).set(TABLE, 2 * n + ahead))


def _equals(told: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The sides that have thrown the same."""
    alike = {n: tuple(side for side in told if told[side] == n) for n in told.values()}
    return [sides for sides in alike.values() if len(sides) > 1]


async def _first_of_equals(game: Game, ledger: Ledger, equals: tuple[str, ...]) -> str:
    """Which of the sides that have thrown the same acts first: one that the file names, else as the table says."""
    order = game.file(ledger.encounter).order
    named = next((word for word in order.ties if word in equals), None)
    if named is not None:
        return named

    def build() -> Choose:
        prompt = f"{' and '.join(equals)} have thrown the same: which acts first?"
        return Choose(key=f"equal {' '.join(equals)}", prompt=prompt, options=equals, cites=order.cites)

    return (await Ask(build)).option


def _first(encounter: Encounter, side: str) -> Tag:
    """Somebody of a side, for the values that its throw names."""
    return next(figure.tag for figure in encounter.figures.values() if figure.side == side)


def _asked(encounter: Encounter, anew: bool) -> list[str]:
    sides = dict.fromkeys(figure.side for figure in encounter.figures.values())
    return [side for side in sides if anew or f"{_NUMBER}{side}" not in encounter.of(TABLE).traits]


def side_places(game: Game, encounter: Encounter, who: Sequence[Tag]) -> list[tuple[Tag, int]]:
    """The places of figures that act side by side; within a side by number, or where one is chosen each time alike."""
    order = game.file(encounter).order
    if order.by != "side":
        return [(tag, 0) for tag in who]
    sign = 1 if order.lowest_first else -1
    first = {tag: rank(game, encounter, encounter.figures[tag].side) * BLOCK for tag in who}
    if order.within == "chosen":
        return list(first.items())
    ordered = sorted(who, key=lambda tag: sign * (number_of(game, encounter, tag) or 0))
    return [(tag, first[tag] + n * RANK) for n, tag in enumerate(ordered)]
