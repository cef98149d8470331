"""Clauses: the numbered rules of a game, in the project's own words."""

from msgspec import Struct


class Clause(Struct, frozen=True):
    """One numbered clause of the rules, in the project's own words."""

    id: str
    text: str
    source: str = "stated"
    """`stated` in the source text, a `fact` of the game found elsewhere, or a `house` default."""
