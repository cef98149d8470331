"""Rests in a system file: what is full again after one.

Used by the section `rest` of the file.
Gives one class for a rest.
"""

from collections.abc import Mapping

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.effects import Effect
from referee.rules.open_table.language.expression import FIGURE, FIXED, ZERO, Node, When


class RestRule(keys.KeyedTable):
    """A rest: its effect, and all that is full again with it."""

    name: str
    label: str = keys.heading("its name on screen")
    hint: str = keys.text("a short description")
    rounds: int = keys.number(0, 0, 9_999, "rounds that it takes: conditions that last no longer end, and brief ones")
    resting: tuple[When, ...] = keys.comparisons(
        'comparisons, such as "{side} is heroes": who rests where nobody is named', called="for"
    )
    when: When | None = keys.comparison(FIXED, "comparison: who may rest so")
    why: str = keys.text("what is said behind who may not, instead of `cannot rest so`")
    spends: str = keys.name_of("track", "a track: who has some of it is asked how much it spends; no `heal` then")
    each_heals: Node = keys.amount(FIGURE, "amount that each point heals that is spent so", ZERO)
    returns: Mapping[str, Node] = keys.amounts_of("track", 'what comes back of tracks that it has: { mana = "2" }')
    effect: Effect = keys.included(Effect)
    cites: tuple[str, ...] = keys.cited()
