"""Dice against chance: how often each face fell for each who threw, and how likely chance alone makes such counts."""

from collections.abc import Iterable, Iterator, Sequence
from math import exp, lgamma, log

from msgspec import Struct

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.questions.answer import Rolled, Thrower
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.applied_commands import AppliedCommand
from referee.engine.record.execution import CommandExecution
from referee.engine.record.recorded_commands import recorded
from referee.engine.record.recorded_steps import Interjection, Reply
from referee.engine.record.resolve import resolve
from referee.engine.verbs.ledger import System

LEAST_EXPECTED = 5
"""How often chance has to show each group of faces on average before a test says anything; the usual rule of thumb."""
UNUSUAL = 0.01
"""Counts that chance alone makes less often than this are called unusual."""


class Thrown(Struct, frozen=True):
    """The dice of one sort in a recorded roll."""

    die: str
    """`d20`, or the name of a die with symbols."""
    labels: tuple[str, ...]
    """What its faces show, each as likely as the others; a die with symbols may show the same on several."""
    by: str
    """Who throws for it: the tag of a figure, a side, `players` or `referee`."""
    thrower: Thrower
    """Whether the app threw them, or somebody at the table."""
    faces: tuple[int, ...]
    """The places of the faces that fell in `labels`."""
    hidden: bool = False
    """It was a roll in secret."""


class Throws(Struct, frozen=True):
    """The dice of one command."""

    thrown: tuple[Thrown, ...]
    totals: tuple[str | None, ...] = ()
    """Who threw the rolls that were typed as a total, without faces; None for one in secret."""
    unread: int = 0
    """Rolls whose dice the rules of today do not know any more."""


def throws_of(rules: System, act: AppliedCommand) -> Throws:
    """The dice of a recorded command and of those that interrupted it.

    The record has the faces; which dice they are of say the questions, which the rules ask again.
    """
    rolls = sum(isinstance(one.said, Reply) and isinstance(one.said.answer, Rolled) for one in recorded(act.entry))
    if not rolls:
        return Throws(())
    try:
        asked = list(_asked(rules, act))
    except (Problem, RulesBug, LookupError):
        return Throws((), unread=rolls)
    answered = [(question, answer) for question, answer in asked if isinstance(answer, Rolled)]
    thrown = (each for question, answer in answered if isinstance(question, Roll) for each in _thrown(question, answer))
    return Throws(tuple(thrown), tuple(None if q.hidden else q.by for q, answer in answered if answer.sum is not None))


def _asked(rules: System, act: AppliedCommand) -> Iterator[tuple[AnyQuestion, object]]:
    """Each question of a command with its answer."""
    entry = act.entry
    if any(isinstance(item, Interjection) for item in entry.items):
        replayed = CommandExecution(rules, act.before).replay(one.said for one in recorded(entry))
        yield from ((asked.question, asked.answer) for asked in replayed)
    else:
        yield from resolve(rules, act.before, entry.command, entry.items, entry.seat).answers


def _thrown(question: Roll, answer: Rolled) -> Iterator[Thrown]:
    for pool, faces, by in zip(question.pools, answer.faces, answer.by, strict=False):
        for thrower in ("table", "app"):
            mine = tuple(face - pool.first for face, one in zip(faces, by, strict=False) if one == thrower)
            if mine:
                who: Thrower = "app" if thrower == "app" else "table"
                yield Thrown(_name(pool), _labels(pool), question.by, who, mine, question.hidden)


def _name(pool: Pool) -> str:
    return f"d{pool.sides}" if pool.die is None else f"{pool.die.name} die"


def _labels(pool: Pool) -> tuple[str, ...]:
    return tuple(pool.label(face) for face in range(pool.first, pool.last + 1))


# -------------------------------------------------------------------- what chance makes of it


class DiceCount(Struct, frozen=True):
    """How often each face of one sort of dice fell for somebody, against chance."""

    who: str
    """Who threw them."""
    die: str
    """Which dice: d20."""
    faces: tuple[str, ...]
    """What the faces show."""
    fell: tuple[int, ...]
    """How often each of them fell."""
    count: int
    """How many dice fell."""
    average: float | None
    """The average of what fell; None for dice with symbols."""
    expected: float | None
    """What chance shows on average; None for dice with symbols."""
    groups: tuple[int, ...]
    """How often each group of neighbouring faces fell: as many groups, all alike, as the count allows; none if it is
    too small for two."""
    chi_squared: float | None
    """How far the groups are from what chance shows on average; None where there are too few dice."""
    p: float | None
    """How likely chance alone makes counts at least so uneven, from 0 to 1; None where there are too few dice."""
    told: str
    """What that says, in a few words; in brackets how often chance alone makes counts at least so uneven."""


def dice_count(who: str, die: str, faces: tuple[str, ...], fell: tuple[int, ...]) -> DiceCount:
    """The count of dice whose faces fell so often, at least one of them, compared with chance."""
    sides, count = len(faces), sum(fell)
    numbers = range(1, sides + 1) if faces == tuple(map(str, range(1, sides + 1))) else ()
    average = sum(face * n for face, n in zip(numbers, fell, strict=True)) / count if numbers else None
    sizes = [size for size in range(1, sides // 2 + 1) if sides % size == 0]
    size = next((size for size in sizes if count * size >= LEAST_EXPECTED * sides), 0)
    groups = tuple(sum(fell[n : n + size]) for n in range(0, sides, size)) if size else ()
    chi2 = chi_squared(groups) if groups else None
    p = chance_of(chi2, len(groups) - 1) if chi2 is not None else None
    if p is None:
        told = f"too few to tell ({count} of {-(-LEAST_EXPECTED * sides // max(sizes, default=sides))})"
    elif p < UNUSUAL:
        told = f"unusual (once in {round(1 / max(p, 1e-6)):,})"
    else:
        told = f"as chance has it ({100 * p:.0f} %)"
    expected = sum(numbers) / sides if numbers else None
    return DiceCount(who, die, faces, fell, count, average, expected, groups, chi2, p, told)


def counts(thrown: Iterable[tuple[str, Thrown]]) -> tuple[DiceCount, ...]:
    """The counts of all these dice, for each name that they are thrown under, and each sort of dice of that name."""
    found: dict[tuple[str, str, tuple[str, ...]], list[int]] = {}
    for who, each in thrown:
        fell = found.setdefault((who, each.die, each.labels), [0] * len(each.labels))
        for face in each.faces:
            if 0 <= face < len(fell):
                fell[face] += 1
    place = {who: n for n, who in reversed([*enumerate(who for who, _, _ in found)])}
    ordered = sorted(found.items(), key=lambda each: place[each[0][0]])
    return tuple(dice_count(*key, tuple(fell)) for key, fell in ordered if any(fell))


def chi_squared(fell: Sequence[int]) -> float:
    """Pearson's sum for counts that are all as likely."""
    expected = sum(fell) / len(fell)
    return sum((n - expected) ** 2 for n in fell) / expected


def chance_of(chi2: float, freedom: int) -> float:
    """The probability that a chi-squared variable of so many degrees of freedom is at least `chi2`.

    1 less the regularized lower incomplete gamma function P(a, x), a = freedom / 2, x = chi2 / 2, by its series.
    """
    a, x = freedom / 2, chi2 / 2
    if x <= 0:
        return 1.0
    term = total = 1 / a
    n = a
    while term > total * 1e-15:
        n += 1
        term *= x / n
        total += term
    return min(1.0, max(0.0, 1 - exp(a * log(x) - x - lgamma(a)) * total))
