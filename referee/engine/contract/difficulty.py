"""Difficulty: how hard the foes are for the party."""

from collections.abc import Mapping

from msgspec import Struct


class Difficulty(Struct, frozen=True):
    """How hard the foes are for the party, by a budget of experience for each of it."""

    heroes: int
    """How many of the party were counted."""
    worth: int
    """The experience that the foes are worth."""
    budgets: Mapping[str, int]
    """The budget of the party for each degree, the easiest first."""
    left_out: tuple[str, ...]
    """The names of heroes without a level and of foes of whom nobody knows what they are worth."""
    source: str
    """Whose budget that is."""
