"""The order of the roster's rows."""

from referee.engine.bearer import Figure
from referee.engine.encounter import Encounter
from referee.engine.kinds import AWAY


def roster_order(encounter: Encounter) -> list[Figure]:
    """The figures in the order they came; those taken off the table are last, but there."""
    figures = encounter.figures.values()
    away = [figure for figure in figures if figure.standing == AWAY.name]
    return [figure for figure in figures if figure.standing != AWAY.name] + away
