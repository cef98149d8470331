"""What a rule reads of the faces of a roll.

Throws that read alike come out alike, but for the faces that are told; so the odds are worked out once for all of them.
A roll that declares nothing has each of its faces read, in the order in which the dice fell.
"""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from referee.engine.questions.answer import Rolled


class Reads(NamedTuple):
    """What is read of the faces of each pool that count: after re-rolls, and after keeping or dropping."""

    total: bool = False
    """Their sum."""
    at_least: tuple[int, ...] = ()
    """For each of these numbers, how many show it or more."""
    apart: tuple[int, ...] = ()
    """For each of these faces, how many show just that."""
    highest: int = 0
    """So many of the highest, each as it is; with as many as there are dice all faces, in any order."""
    marks: tuple[str, ...] = ()
    """For each of these symbols, how many are shown."""
    judged: Callable[[Rolled], Hashable] | None = None
    """Where of all that only a judgement matters, such as the result of a test: the judgement. It depends on nothing
    but what is read.
    """


SUM = Reads(total=True)
"""Only the sum of each pool matters."""
