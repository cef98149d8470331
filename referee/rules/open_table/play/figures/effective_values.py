"""Effective values of a figure: traits that a formula, a condition or a passive thing changes."""

from contextlib import suppress

from referee.engine.problem import Moot, NotUnderstood
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Value
from referee.rules.open_table.language.expression import Unknown
from referee.rules.open_table.play.game import Game, NameScope, modifiers


def effective_traits(game: Game, encounter: Encounter, figure: Figure) -> dict[str, Value]:
    """Returns the traits whose effective value is derived or changed, each with that value."""
    if figure.tag not in encounter.figures:
        return {}
    look = NameScope(game, encounter, own=figure.tag)
    derived = {name for name, rule in look.file.traits.items() if rule.formula is not None}
    changed = {name for _, row, _ in modifiers(game, encounter, figure.tag, "traits", look) for name in row.traits}
    found: dict[str, Value] = {}
    for name in (derived - figure.traits.keys()) | changed:
        with suppress(Unknown, Moot, NotUnderstood):
            found[name] = look.trait(figure.tag, name)
    return found
