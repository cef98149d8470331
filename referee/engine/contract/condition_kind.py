"""Kinds of conditions that a system knows."""

from enum import Enum
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.state.encounter import Encounter

MOST_OF_A_CONDITION = 99
"""The highest level, or the most tokens, of a condition that says nothing else, a referee's own among them."""


class Stacking(Enum):
    """How a new condition combines with one of its kind that the bearer already has."""

    REPLACES = "replaces"
    """It replaces the old one."""
    ADDS = "adds"
    """Its value is added to that of the old one."""
    PER_SOURCE = "per source"
    """It replaces the old one from the same source; those from others stay."""
    EACH = "each"
    """Both stay, each with its own end."""
    LONGEST = "longest"
    """The one that lasts longer stays."""
    ONCE = "once"
    """The old one stays as it is."""


class ConditionKind(Struct, frozen=True):
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
    label: str = ""
    """What the log calls it; empty: its name."""
    said: str = ""
    """How the log says that it begins: `{who} catches fire`, also `{n}`, its value; empty: that the bearer is what the
    label says. NOT_SAID: only where the log is read in full."""
    cleared: str = ""
    """How it says that it ends: `{who} burns no longer`; empty: that the bearer is no longer so. NOT_SAID: likewise.
    A sentence with `{note}`, `{note} ends on {who}`, is for those that have a note."""
    regains: int = 0
    """How much health each level gives back to an able bearer at the start of its turn, in a game that is code."""
    compared: str = ""
    """What the odds call an act of who has it, which they tell beside one without it: `EDGE`; empty: they do not."""
    by_note: bool = False
    """Its note is the name of what brought it, such as a spell."""
    sorts: bool = False
    """There are sorts of it, whose names begin with its own: retaliating-within-3."""

    def is_sort(self, name: str) -> bool:
        """Is that the name of a sort of it?"""
        return name.startswith(f"{self.name}-")

    def sort(self, name: str) -> Self:
        """The sort of that name, which is told as this kind is, with what its name says more."""
        more = name.removeprefix(self.name).replace("-", " ")
        return replace(
            self, name=name, label=f"{self.label or self.name}{more}", said=self.said and f"{self.said}{more}"
        )

    @property
    def stacks(self) -> bool:
        """True if another one adds its value to the present one."""
        return self.stacking is Stacking.ADDS

    def on(self, encounter: Encounter, tag: str) -> bool:
        """True if that bearer has the condition."""
        return any(condition.kind == self.name for condition in encounter.of(tag).conditions)

    def value(self, encounter: Encounter, tag: str) -> int:
        """Its level or tokens on that bearer; 0 without it."""
        return sum(condition.value for condition in encounter.of(tag).conditions if condition.kind == self.name)
