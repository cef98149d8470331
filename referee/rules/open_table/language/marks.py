"""Marks: words said with one act, by a system file.

Used by the section `mark` of the file.
Gives one class for a mark.
"""

from collections.abc import Mapping

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.effects import Modifier, rows_of_effects
from referee.rules.open_table.language.expression import ACT_WHEN, Node, When


class MarkRule(keys.KeyedTable):
    """A word said with one act, and what it does to that act alone."""

    name: str
    label: str = keys.heading("its name on screen")
    hint: str = keys.text("a short description")
    modifiers: tuple[Modifier, ...] = rows_of_effects("rows as in a condition; they count for that one act")
    when: When | None = keys.comparison(ACT_WHEN, "only for a thing for which this comparison holds")
    why: str = keys.phrase(("thing",), "what the referee is told if `when` does not hold")
    values: Mapping[str, Node] = keys.with_values()
    """What the thing has for that one act in place of its own values."""
    cites: tuple[str, ...] = keys.cited()
