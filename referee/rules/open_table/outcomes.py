"""Outcomes: what the dice of a test give its words, and how it comes out."""

from collections.abc import Sequence

from referee.engine.dice import Keep, Pool
from referee.engine.event import Result
from referee.rules.open_table.amounts import Thrown
from referee.rules.open_table.comparison import When, holds
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.test import TestRule

GOOD: frozenset[Result] = frozenset({"critical", "success"})
_ORDER: tuple[Result, ...] = ("fumble", "critical", "success", "partial")


def terms_of(
    rule: TestRule, own: Thrown, other: Thrown, thrown: Sequence[Pool], look: Lookup | None = None
) -> dict[str, int]:
    """The words of a test."""
    roll, against = own.total, other.total
    hits = misses = 0
    if rule.count is not None and look is not None:
        than = look.number(rule.count.than)
        hits, dice = rule.count.hits(own.faces, than), sum(map(len, own.faces))
        misses, roll = dice - hits, hits
        against = rule.count.hits(other.faces, than) if other.faces else against
    die = _first_die(thrown[0], own.faces[0]) if thrown and own.faces else 0
    margin = roll - against
    return {"roll": roll, "die": die, "against": against, "margin": margin, "hits": hits, "misses": misses}


def _first_die(pool: Pool, faces: Sequence[int]) -> int:
    """The first die that counts."""
    if isinstance(pool.keep, Keep) and faces:
        kept = sorted(faces, reverse=pool.keep.highest)[: pool.keep.count]
        return next((face for face in faces if face in kept), faces[0])
    return faces[0] if faces else 0


def outcome_of(rule: TestRule, look: Lookup) -> Result:
    """How a test comes out with these words."""
    for result in _ORDER:
        when: When | None = getattr(rule, result)
        if when is not None and holds(when, look):
            return result
    return "failure"
