"""Needed: what a test has to reach, in words, and what its die has to show for that."""

from collections.abc import Sequence
from dataclasses import replace

from referee.engine.dice import Pool
from referee.rules.open_table.amounts import Thrown
from referee.rules.open_table.evaluation import pools, total
from referee.rules.open_table.expression import ZERO, Name, Node
from referee.rules.open_table.file import SystemFile
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.outcomes import GOOD, outcome_of, terms_of
from referee.rules.open_table.tables.test import TestRule

MOST_SIDES = 100
"""Larger dice have no number that is looked for."""


def against_words(file: SystemFile, rule: TestRule, against: Node, fixed: bool) -> str:
    """`, AC 15`; nothing where it is no number, nobody compares with it, or it is hidden.

    fixed: the number was said with the test, whatever the file has it against.
    """
    compared = fixed or rule.against != ZERO
    if pools(against) or rule.count is not None or rule.hidden or not compared:
        return ""
    return f", {' '.join(filter(None, (_called(file, rule), str(total(against)))))}"


def _called(file: SystemFile, rule: TestRule) -> str:
    """What the number is called: by the test, else as the trait that it is; empty where the file gives it no label."""
    if rule.against_label:
        return rule.against_label
    trait = file.traits.get(rule.against.word) if isinstance(rule.against, Name) else None
    return trait.label if trait is not None and trait.label != trait.name else ""


def natural_needed(rule: TestRule, roll: Node, against: Node, look: Lookup) -> str:
    """`8+ on the d20`: what the one die that counts has to show to succeed; empty where that does not decide."""
    thrown = pools(roll)
    pool = thrown[0] if len(thrown) == 1 else None
    if pool is None or not _one_counts(pool) or pools(against) or rule.count is not None or rule.hidden:
        return ""
    good = [face for face in range(1, pool.sides + 1) if _succeeds(rule, roll, against, look, pool, face)]
    die = f"the d{pool.sides}"
    if good == [*range(pool.sides - len(good) + 1, pool.sides + 1)]:
        return f"{good[0]}+ on {die}" if good else ""
    return f"{good[-1]} or less on {die}" if good == [*range(1, len(good) + 1)] else ""


def _one_counts(pool: Pool) -> bool:
    """Is it one numbered die, or several of which one counts?"""
    bare = replace(pool, keep=None)
    counting = pool.keep.count if pool.keep is not None else pool.count
    return bare.plain and counting == 1 and 1 < pool.sides <= MOST_SIDES


def _succeeds(rule: TestRule, roll: Node, against: Node, look: Lookup, pool: Pool, face: int) -> bool:
    """Would the test succeed with this face on every die?"""
    faces: Sequence[tuple[int, ...]] = ((face,) * pool.count,)
    own = Thrown(total(roll, faces), (), tuple(faces))
    terms = terms_of(rule, own, Thrown(total(against), ()), (pool,), look)
    return outcome_of(rule, replace(look, terms={**look.terms, **terms})) in GOOD
