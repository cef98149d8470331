"""The order of the roster's rows, and which figures are folded into one line."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from referee.engine.bearer import Figure, Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import AWAY
from referee.engine.ruleset import Ruleset


class Shown(NamedTuple):
    """The figures that have a row of their own, and those that are folded into one line below."""

    rows: Sequence[Figure]
    folded: Sequence[Figure] = ()


def seated(encounter: Encounter) -> list[Figure]:
    """The figures by number, as the digits choose them: in the order they came, those taken off the table last."""
    figures = encounter.figures.values()
    away = [figure for figure in figures if figure.standing == AWAY.name]
    return [figure for figure in figures if figure.standing != AWAY.name] + away


def fallen(rules: Ruleset, figure: Figure) -> bool:
    """Is it out of the fight: it neither acts, nor has a turn, nor can be a target?"""
    standing = rules.standing(figure.standing)
    return not (standing.able or standing.turn or standing.target)


def in_rows(rules: Ruleset, encounter: Encounter) -> list[Figure]:
    """The figures in the order of their rows: those in the fight, the fallen, those taken off the table."""
    figures = seated(encounter)
    out = [fallen(rules, figure) for figure in figures]
    still = [figure for figure, is_out in zip(figures, out, strict=True) if not is_out]
    return still + [figure for figure, is_out in zip(figures, out, strict=True) if is_out]


def folded(rules: Ruleset, figures: Sequence[Figure], room: int, needed: Collection[Tag]) -> Shown:
    """Which of these figures, given in the order of their rows, have a row where `room` rows are to be had.

    Those taken off the table are folded; the fallen only where not all have room. `needed` are never folded.
    """
    hidden = [figure for figure in figures if figure.standing == AWAY.name and figure.tag not in needed]
    if len(figures) - len(hidden) + bool(hidden) > room:
        hidden = [figure for figure in figures if figure.tag not in needed and fallen(rules, figure)]
    tags = {figure.tag for figure in hidden}
    return Shown([figure for figure in figures if figure.tag not in tags], hidden)


def fold_text(hidden: Sequence[Figure]) -> str:
    """What the line of those that are folded says: `2 dead, 1 fled: Goblin 1, Goblin 2, Fang`."""
    standings = [figure.standing for figure in hidden]
    counts = ", ".join(f"{standings.count(standing)} {standing}" for standing in dict.fromkeys(standings))
    return f"{counts}: {', '.join(figure.name for figure in hidden)}"
