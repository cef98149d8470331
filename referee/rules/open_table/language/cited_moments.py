"""Moments of every fight, with the clauses that a system file cites at each.

Used by the section `cites` of the file.
Gives the moments as one class.
"""

from referee.rules.open_table.language import keys


class Moments(keys.KeyedTable):
    """The clauses for what the app does in every system."""

    begin: tuple[str, ...] = keys.cited("clauses for the beginning of the fight")
    next: tuple[str, ...] = keys.cited("the turn passes to the next")
    hold: tuple[str, ...] = keys.cited("a figure holds its turn")
    back: tuple[str, ...] = keys.cited("a figure that held its turn acts", called="return")
    late: tuple[str, ...] = keys.cited("a figure joins during the fight")
    round: tuple[str, ...] = keys.cited("a round ends")
    turn_start: tuple[str, ...] = keys.cited("a turn starts")
    turn_end: tuple[str, ...] = keys.cited("a turn ends")
    passed: tuple[str, ...] = keys.cited("a figure that has no turn is skipped")
    left: tuple[str, ...] = keys.cited("a figure leaves during its own turn")
    countdown: tuple[str, ...] = keys.cited("conditions count down and end")
    many: tuple[str, ...] = keys.cited("one act hits several targets")
    recharge: tuple[str, ...] = keys.cited("a thing that comes back on a roll is used up")
    uses: tuple[str, ...] = keys.cited("another thing is used up")
