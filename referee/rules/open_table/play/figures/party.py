"""The party of a game: who may belong to it, who shares its experience, and how hard foes are for it.

Used by the hooks of the game.
Gives a function for each.
"""

from referee.engine.contract.difficulty import Difficulty
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.play.amounts.evaluation import holds_surely
from referee.rules.open_table.play.figures.kinds import is_entry
from referee.rules.open_table.play.game import Game, NameScope


def may_belong(game: Game, encounter: Encounter, who: Tag) -> bool:
    """True for a figure for which the condition of the file holds, if it has one; false for what only has a turn."""
    when = game.file(encounter).party.when
    return not is_entry(encounter, who) and holds_surely(when, NameScope(game, encounter, own=who), if_unknown=True)


def gains_experience(game: Game, encounter: Encounter, who: Tag) -> bool:
    """True if a figure has a level, or nobody has said that it is worth experience itself, as a beast is."""
    return _level(game, encounter, who) > 0 or not _is_rated(game, encounter, who)


def _level(game: Game, encounter: Encounter, who: Tag) -> int:
    """Its level by the file; 0 where nobody has said it."""
    level = game.file(encounter).party.level
    return NameScope(game, encounter, own=who).number(level) if level is not None else 0


def _is_rated(game: Game, encounter: Encounter, who: Tag) -> bool:
    """Is it known what experience it is worth?"""
    traits = encounter.figures[who].traits
    return any(str(traits.get(name)) in rule.experience for name, rule in game.file(encounter).traits.items())


def difficulty(game: Game, encounter: Encounter) -> Difficulty | None:
    """How hard the foes at the table are for the heroes by the budget of the file; None without one, or without a hero
    of a known level.
    """
    file, app = game.file(encounter), {side.name for side in game.file(encounter).sides.values() if side.app_throws}
    there = [f for f in encounter.figures.values() if (rule := file.standings.get(f.standing)) and rule.standing.target]
    levels, worth, left_out = list[int](), 0, list[str]()
    for figure in there:
        if figure.side not in app:
            level = _level(game, encounter, figure.tag)
            levels += [level] if level > 0 else []
            left_out += [] if level > 0 else [figure.name]
        else:
            worth += NameScope(game, encounter, own=figure.tag).worth(figure.tag)
            left_out += [] if _is_rated(game, encounter, figure.tag) else [figure.name]
    if not levels or not file.party.budget:
        return None
    budgets = {name: sum(by[min(n, len(by)) - 1] for n in levels) for name, by in file.party.budget.items() if by}
    return Difficulty(len(levels), worth, budgets, tuple(left_out), file.party.budget_from)
