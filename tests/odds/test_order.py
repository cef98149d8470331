"""Odds of the order: whose turn comes first, beside the same counted out; of throws only who is first is told apart."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.odds import chances
from referee.odds.chances import _leading, _Number
from referee.odds.turn_odds import turn_odds
from referee.rules import registry
from tests.odds.fights import odds_of, played

D6, D20 = range(1, 7), range(1, 21)


@given(st.lists(st.lists(st.none() | st.integers(-3, 3), min_size=1, max_size=4), max_size=5))
def test_those_that_are_first_are_so_as_often_as_in_all_throws(numbers: list[list[int | None]]) -> None:
    expected: Counter[frozenset[int]] = Counter()
    throws = [*product(*numbers)]
    for throw in throws:
        most = max((n for n in throw if n is not None), default=None)
        expected[frozenset(place for place, n in enumerate(throw) if n is not None and n == most)] += 1
    found: dict[frozenset[int], Fraction] = defaultdict(Fraction)
    each = [[_Number(Fraction(1, len(number)), n, n) for n in number] for number in numbers]
    for p, told in _leading(each):
        most = max((n for n in told if n is not None), default=None)
        found[frozenset(place for place, n in enumerate(told) if n is not None and n == most)] += p
    assert found == {who: Fraction(count, len(throws)) for who, count in expected.items()}


def first(bonuses: list[int]) -> list[Fraction]:
    """How likely each has the highest d20 with its bonus; of equals the earlier one, whom Space would take."""
    found = Counter[int]()
    for throw in product(D20, repeat=len(bonuses)):
        ranks = [(face + bonus, -place) for place, (face, bonus) in enumerate(zip(throw, bonuses, strict=True))]
        found[ranks.index(max(ranks))] += 1
    return [Fraction(found[place], 20 ** len(bonuses)) for place in range(len(bonuses))]


@pytest.mark.parametrize("lines", [("add goblin", "add ogre"), ("add goblin", "add ogre", "add wolf")])
def test_initiative(lines: tuple[str, ...]) -> None:
    """Goblin +2, ogre -1, wolf +2; the table says who goes first of those that are equal (F5-02)."""
    session = played(registry.load("fifth"), *lines)
    bonus = {"g1": 2, "o1": -1, "w1": 2}
    tags = [*session.encounter.figures]
    expected = dict(zip(tags, first([bonus[tag] for tag in tags]), strict=True))
    found = odds_of(session, "next")
    assert found.cut == 0 and found.seed is None
    assert turn_odds(found.ends) == expected


def test_reflexes_have_two_results_each() -> None:
    """Four heroes check their reflexes: sixteen ways (OS-01)."""
    session = played(registry.load("olde_swords"), *registry.load("olde_swords").sample().splitlines())
    found = odds_of(session, "next")
    assert found.seed is None and found.runs == 16 and sum(found.ends.values()) == 1


def test_a_tie_for_priority_is_thrown_again_until_that_is_too_unlikely() -> None:
    session = played(registry.load("scorched"), *registry.load("scorched").sample().splitlines())
    found = odds_of(session, "next")
    assert found.seed is None and found.runs < 40
    assert 0 < found.cut < chances.LEAST
