"""Units: figures that share a number, because they came together, are of one kind, or are alone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.engine.bearer import Figure, Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import TraitKind
from referee.engine.number import is_number
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import ENTRY
from referee.rules.open_table.tables.order import OrderRule

BATCH = TraitKind("order.batch", "")
"""The tag of the first of those with whom a figure came to the table; kept by the rules."""


@dataclass(frozen=True)
class Unit:
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


def family(figure: Figure) -> str:
    """The name of a figure without the number at its end."""
    head, _, last = figure.name.rpartition(" ")
    return head if head and is_number(last) else figure.name


def shared(order: OrderRule, figure: Figure) -> object:
    """What those who share a number have in common."""
    if figure.standing == ENTRY.name or order.group == "no":
        return figure.tag
    if order.group == "kind":
        return figure.kind, family(figure)
    return figure.traits.get(BATCH.name, figure.tag)


def units(game: Game, encounter: Encounter, tags: Iterable[Tag]) -> list[Unit]:
    """These figures by the numbers that they share, in the order in which they came."""
    return _joined(game, encounter, tags, lambda tag: number_of(game, encounter, tag))


def sharing(game: Game, encounter: Encounter, tags: Iterable[Tag]) -> list[Unit]:
    """These figures by those with whom they are to share a number, whatever number each has now."""
    return _joined(game, encounter, tags, lambda tag: None)


def _joined(game: Game, encounter: Encounter, tags: Iterable[Tag], number: Callable[[Tag], int | None]) -> list[Unit]:
    order = game.file(encounter).order
    found: dict[object, list[Tag]] = {}
    for tag in tags:
        found.setdefault((shared(order, encounter.figures[tag]), number(tag)), []).append(tag)
    return [_unit(game, encounter, tuple(members)) for members in found.values()]


def _unit(game: Game, encounter: Encounter, members: tuple[Tag, ...]) -> Unit:
    first = members[0]
    return Unit(members, number_of(game, encounter, first), encounter.figures[first].standing == ENTRY.name)


def label(encounter: Encounter, unit: Unit) -> str:
    """What to call a unit: Ann, Goblin 1-4."""
    names = [encounter.name(tag) for tag in unit.members]
    if len(names) == 1:
        return names[0]
    stem = family(encounter.figures[unit.tag])
    numbers = [name.removeprefix(stem).strip() for name in names]
    return f"{stem} {numbers[0]}-{numbers[-1]}" if all(map(is_number, numbers)) else ", ".join(names)
