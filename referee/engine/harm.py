"""Harm: damage as the rules are given it, with its type, who did it and how the test went that brought it."""

from typing import NamedTuple

from referee.engine.bearer import Tag


class Harm(NamedTuple):
    """One amount of damage to one figure."""

    amount: int
    type: str = ""
    """One of the types of damage of the game; empty where it has none, or none was said."""
    source: Tag | None = None
    """Who did it."""
    outcome: str = ""
    """How the test went that brought it, such as `critical`; empty without a test."""
