"""Balance of an end: what it is worth to a side."""

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.odds.possible_ends import End, FigureEnd, figure_end


def balance(rules: Ruleset, encounter: Encounter, side: str, end: End) -> int:
    """What an end is worth to a side: the health that its foes have lost less its own, and one for each who falls.

    encounter: before the command.
    """
    return sum(
        (1 if figure.side != side else -1) * (_left(rules, figure, figure_end(figure)) - _left(rules, figure, ended))
        for ended in end.figures
        if (figure := encounter.figures.get(ended.tag)) is not None
    )


def _left(rules: Ruleset, figure: Figure, end: FigureEnd) -> int:
    """How much health is left, and one for whoever is able to act; nothing of those who are not."""
    if not rules.standing(end.standing).able:
        return 0
    if (vital := rules.vital_track(figure)) is None:
        return 1
    kind, track = vital
    now = dict(end.tracks)[kind.name]
    return 1 + ((track.most or 0) - now if kind.rising else now)
