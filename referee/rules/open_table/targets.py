"""Targets: whom an act may be aimed at."""

from referee.engine.bearer import Tag
from referee.engine.verb import Situation
from referee.rules.open_table.tables.act import Act


def possible_targets(situation: Situation, who: Tag, act: Act) -> tuple[Tag, ...]:
    """Whom an act may be aimed at: foes, allies, any (foes first, itself last), or those who have fallen."""
    figures = situation.encounter.figures
    side = figures[who].side if who in figures else ""
    standing = {tag: situation.rules.standing(figure.standing) for tag, figure in figures.items()}
    there = [tag for tag in figures if standing[tag].target]
    match act.at:
        case "foes":
            return tuple(tag for tag in there if figures[tag].side != side)
        case "allies":
            return tuple(tag for tag in there if figures[tag].side == side)
        case "fallen":
            return tuple(tag for tag in there if not standing[tag].able)
        case _:
            return tuple(sorted(there, key=lambda tag: (figures[tag].side == side, tag == who)))
