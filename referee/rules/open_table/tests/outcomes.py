"""Outcomes of a test: the words of its dice, its degree, its result, and what a die needs to show.

Used as a test is asked for and as it is settled.
Gives the words as numbers, and the result by the comparisons of the file.
"""

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.dice.dice import Keep, Pool
from referee.engine.events.event import Result
from referee.rules.open_table.amounts.evaluation import Thrown, holds, parts_of, pools, total
from referee.rules.open_table.amounts.expression import Node, When
from referee.rules.open_table.game import NameScope
from referee.rules.open_table.tests.rules import TestRule

GOOD: frozenset[Result] = frozenset({"critical", "success"})
_ORDER: tuple[Result, ...] = ("fumble", "critical", "success", "partial")


REACHES = "{roll} >= {against}"
"""The comparison of a test that adds up its dice."""
MOST_SIDES = 100
"""Larger dice have no number that is looked for."""


def terms_of(
    rule: TestRule, own: Thrown, other: Thrown, thrown: Sequence[Pool], look: NameScope | None = None
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
    terms = {"roll": roll, "die": die, "against": against, "margin": margin, "hits": hits, "misses": misses}
    if rule.degree and look is not None:
        scope = replace(look, terms={**look.terms, **terms})
        met = (holds(step, scope) if isinstance(step, When) else scope.number(step) for step in rule.degree)
        terms["degree"] = sum(map(int, met))
    return terms


def _first_die(pool: Pool, faces: Sequence[int]) -> int:
    """The first die that counts."""
    if isinstance(pool.keep, Keep) and faces:
        kept = sorted(faces, reverse=pool.keep.highest)[: pool.keep.count]
        return next((face for face in faces if face in kept), faces[0])
    return faces[0] if faces else 0


def outcome_of(rule: TestRule, look: NameScope) -> Result:
    """How a test comes out with these words."""
    for result in _ORDER:
        when: When | None = getattr(rule, result)
        if when is not None and holds(when, look):
            return result
    return "failure"


def needed_of(rule: TestRule, roll: Node, against: Node, look: NameScope) -> str:
    """`8 or more`: what the one die that counts has to show to succeed, or all together; empty if neither decides."""
    thrown = pools(roll)
    pool = thrown[0] if len(thrown) == 1 else None
    if pools(against) or rule.count is not None or rule.hidden or rule.opposed:
        return ""
    if pool is None or not one_counts(pool):
        adds = all(part.plain or one_counts(part) for part in thrown) and all(sign > 0 for sign, _ in parts_of(roll))
        least = total(against) - total(roll, [(0,) * part.count for part in thrown]) if thrown and adds else 0
        return f"{least} or more in total" if least > 0 and str(rule.success) == REACHES else ""
    good = [face for face in range(1, pool.sides + 1) if _succeeds(rule, roll, against, look, pool, face)]
    if good == [*range(pool.sides - len(good) + 1, pool.sides + 1)]:
        return f"{good[0]} or more" if len(good) > 1 else str(*good)
    return f"{good[-1]} or less" if good == [*range(1, len(good) + 1)] else ""


def one_counts(pool: Pool) -> bool:
    """Is it one numbered die, or several of which one counts?"""
    bare = replace(pool, keep=None)
    counting = pool.keep.count if pool.keep is not None else pool.count
    return bare.plain and counting == 1 and 1 < pool.sides <= MOST_SIDES


def _succeeds(rule: TestRule, roll: Node, against: Node, look: NameScope, pool: Pool, face: int) -> bool:
    """Would the test succeed with this face on every die?"""
    faces: Sequence[tuple[int, ...]] = ((face,) * pool.count,)
    own = Thrown(total(roll, faces), (), tuple(faces))
    terms = terms_of(rule, own, Thrown(total(against), ()), (pool,), look)
    return outcome_of(rule, replace(look, terms={**look.terms, **terms})) in GOOD
