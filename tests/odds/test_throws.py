"""The odds of what dice come to, of each way to write them, are those of all throws as the table reads them."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

from referee.engine.dice.dice import Pool
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.answer import SUM
from referee.engine.state.encounter import Encounter
from referee.odds.chances import LEAST, chances

Throw = tuple[Fraction, tuple[int, ...]]


def throws(pool: Pool, faces: tuple[int, ...] = (), p: Fraction = Fraction(1)) -> Iterator[Throw]:
    """Each way in which its dice may fall, one face after the other, until it is less likely than one in a million."""
    if p < Fraction(1, 10**6) or not pool.read(faces).due:
        yield p, faces
        return
    for face in range(pool.first, pool.last + 1):
        yield from throws(pool, (*faces, face), p / (pool.last - pool.first + 1))


@pytest.mark.parametrize(
    "written", ["d6", "3d6", "3d4kh2", "3d4kl1", "4d4dl1", "3d4dh1", "2d6r1", "2d4rr1", "d6!", "2d4r<2kh1"]
)
def test_what_dice_come_to(written: str) -> None:
    (pool,) = read_dice(written).pools
    wanted, odds = defaultdict[int, Fraction](Fraction), defaultdict[int, Fraction](Fraction)
    for p, faces in throws(pool):
        wanted[pool.total(faces)] += p
    for p, answer in chances(Encounter(system="x"), Roll(key="roll", prompt="", pools=(pool,), reads=SUM)):
        odds[pool.total(answer.faces[0])] += p
    assert sum(wanted.values()) == 1 and 1 - sum(odds.values()) < 10**4 * LEAST
    differing = {n for n in wanted.keys() | odds.keys() if abs(wanted[n] - odds[n]) > Fraction(1, 10**4)}
    assert not differing
