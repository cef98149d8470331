"""The order of the roster's rows, and which figures are folded into one line."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.engine.bearer import Figure, Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import AWAY
from referee.engine.ruleset import Ruleset

FOLD_KEY = "."
"""The key that opens and folds the line of those out of the fight."""


class Shown(NamedTuple):
    """The figures that have a row of their own, and those that are folded into one line below."""

    rows: Sequence[Figure]
    folded: Sequence[Figure] = ()


class RowOrder(NamedTuple):
    """All figures of an encounter."""

    numbered: Sequence[Figure]
    """In the order of their numbers."""
    still: Sequence[Figure]
    """Those in the fight."""
    out: Sequence[Figure]
    """The fallen, then those taken off the table."""

    @property
    def rows(self) -> list[Figure]:
        """All in the order of their rows."""
        return [*self.still, *self.out]


def numbered_figures(encounter: Encounter) -> list[Figure]:
    """The figures by number, as the digits choose them: in the order they came, those taken off the table last."""
    figures = encounter.figures.values()
    away = [figure for figure in figures if figure.standing == AWAY.name]
    return [figure for figure in figures if figure.standing != AWAY.name] + away


def is_out(rules: Ruleset, standing: str) -> bool:
    """Is a figure that stands so out of the fight: it neither acts, nor has a turn, nor can be a target?"""
    known = rules.standing(standing)
    return not (known.able or known.turn or known.target)


def row_order(rules: Ruleset, encounter: Encounter) -> RowOrder:
    """The figures of an encounter, sorted by how they stand."""
    figures = numbered_figures(encounter)
    out = {standing for standing in {figure.standing for figure in figures} if is_out(rules, standing)}
    return RowOrder(
        figures,
        [figure for figure in figures if figure.standing not in out],
        [figure for figure in figures if figure.standing in out],
    )


def folded(order: RowOrder, room: int, needed: Collection[Tag]) -> Shown:
    """Which figures have a row where `room` rows are to be had.

    Those taken off the table are folded; the fallen only where not all have room. `needed` are never folded.
    """
    hidden = [figure for figure in order.out if figure.standing == AWAY.name and figure.tag not in needed]
    if len(order.numbered) - len(hidden) + bool(hidden) > room:
        hidden = [figure for figure in order.out if figure.tag not in needed]
    tags = {figure.tag for figure in hidden}
    return Shown([*order.still, *(figure for figure in order.out if figure.tag not in tags)], hidden)


def fold_text(hidden: Sequence[Figure]) -> str:
    """What the line of those that are folded says: `2 dead, 1 fled: Goblin 1, Goblin 2, Fang`."""
    standings = [figure.standing for figure in hidden]
    counts = ", ".join(f"{standings.count(standing)} {standing}" for standing in dict.fromkeys(standings))
    return f"{counts}: {', '.join(figure.name for figure in hidden)}"
