"""Condition kinds: the conditions that a system knows, and what a second one of a kind does to the first."""

from dataclasses import dataclass
from enum import Enum

from referee.engine.encounter import Encounter

MOST_OF_A_CONDITION = 99
"""The highest level, or the most tokens, of a condition that says nothing else, a referee's own among them."""


class Stacking(Enum):
    """What becomes of a condition that comes upon a bearer that has one of its kind already."""

    REPLACES = "replaces"
    """It takes the place of the one there."""
    ADDS = "adds"
    """Its value is added to that of the one there."""
    PER_SOURCE = "per source"
    """It takes the place of the one from the same source, and lies beside those from others."""
    EACH = "each"
    """It lies beside those that are there, each with its own end."""
    LONGEST = "longest"
    """The one that lasts longer lies there."""
    ONCE = "once"
    """The one there stays as it is."""


@dataclass(frozen=True)
class ConditionKind:
    """A condition that a system knows."""

    name: str
    hint: str = ""
    clauses: tuple[str, ...] = ()
    stacking: Stacking = Stacking.REPLACES
    maximum: int = MOST_OF_A_CONDITION
    """The highest level, or the most tokens, that it may have."""
    aliases: tuple[str, ...] = ()
    """Other words for it in commands."""
    usual: str = ""
    """How long it lasts where nothing is said, in the words of `read_duration`; empty: until it is lifted."""

    @property
    def stacks(self) -> bool:
        """Does another one add its value to the one that lies there?"""
        return self.stacking is Stacking.ADDS

    def on(self, encounter: Encounter, tag: str) -> bool:
        """Does it lie on that bearer?"""
        return any(condition.kind == self.name for condition in encounter.of(tag).conditions)

    def value(self, encounter: Encounter, tag: str) -> int:
        """Its level or tokens on that bearer; 0 without it."""
        return sum(condition.value for condition in encounter.of(tag).conditions if condition.kind == self.name)
