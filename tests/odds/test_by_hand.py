"""Odds of attacks beside the same worked out another way: by counting the throws with the clauses written out anew."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest

from referee.odds.figure_odds import figure_odds
from tests.odds.fights import begun, odds_of

D20 = range(1, 21)


def share(sides: tuple[int, ...], met: Callable[..., bool]) -> Fraction:
    """The share of all throws of these dice for which it is met."""
    throws = [*product(*(range(1, n + 1) for n in sides))]
    return Fraction(sum(met(*throw) for throw in throws), len(throws))


def at_least(count: int, sides: int, needed: int) -> Fraction:
    """How likely so many dice come to at least that."""
    return share((sides,) * count, lambda *throw: sum(throw) >= needed)


def hits(bonus: int, ac: int) -> tuple[Fraction, Fraction]:
    """How likely a d20 hits plainly, and critically: 1 misses, 20 is critical."""
    return Fraction(sum(face + bonus >= ac for face in range(2, 20)), 20), Fraction(1, 20)


def dead(system: str, order: str, tag: str, *before: str) -> Fraction:
    """How likely a figure is dead after a command."""
    session = begun(system, *before)
    found = figure_odds(session.encounter, odds_of(session, order).ends)
    return found[tag].standing.get("dead", Fraction()) if tag in found else Fraction()


def olde_sword(bonus: int, ac: int, sides: int, added: int, hp: int, edge: int = 0) -> Fraction:
    """A hit of Olde Swords that takes all HP: d20, `edge` d6 more or less, twice the dice on a 20 (OS-08, 12..15)."""

    def kills(natural: int, *swing: int) -> Fraction:
        total = natural + bonus + (sum(swing) if edge > 0 else -sum(swing))
        if natural == 1 or (natural < 20 and total < ac):
            return Fraction()
        return at_least(2 if natural == 20 else 1, sides, hp - added)

    throws = [*product(D20, *[range(1, 7)] * abs(edge))]
    return sum((kills(*throw) for throw in throws), Fraction()) / len(throws)


def sword_of_fifth(bonus: int, ac: int, count: int, sides: int, added: int, hp: int, best: int = 0) -> Fraction:
    """A hit of the fifth edition that takes all HP; `best`: 1 with advantage, -1 with disadvantage (F5-15..17)."""

    def kills(one: int, other: int) -> Fraction:
        natural = max(one, other) if best > 0 else min(one, other) if best < 0 else one
        if natural == 1 or (natural < 20 and natural + bonus < ac):
            return Fraction()
        return at_least(2 * count if natural == 20 else count, sides, hp - added)

    return sum((kills(*throw) for throw in product(D20, D20)), Fraction()) / 400


THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
CASES = {
    # Ulf has attack 1: 3 or more hits (4 faces of 6), a save of 4 or more parries (BK-04, 06).
    "black_keep a rat": ("black_keep", "attack r1", "r1", (), Fraction(4, 6) * HALF),
    # Two wounds: one attack cannot kill.
    "black_keep two wounds": ("black_keep", "attack r1", "r1", ("set r1 wounds 2",), Fraction()),
    # Without a modifier 4 or more hits.
    "black_keep no modifier": ("black_keep", "attack r1", "r1", ("set ulf attack 0",), HALF * HALF),
    # Two dice, any of which hits: 1 - (1/3)^2.
    "black_keep any of two dice": (
        "black_keep",
        "attack r1",
        "r1",
        ("set ulf attack_dice 2",),
        (1 - THIRD**2) * HALF,
    ),
    # Its save has one more: it parries on 3 or more.
    "black_keep better save": (
        "black_keep",
        "attack r1",
        "r1",
        ("set ulf enemy_save 1",),
        Fraction(4, 6) * Fraction(2, 6),
    ),
    # Mira: STR 3 and proficiency 2 against AC 13, 1d8 + 3 against 7 HP.
    "olde_swords sword": ("olde_swords", "attack g1", "g1", (), olde_sword(5, 13, 8, 3, 7)),
    "olde_swords gruk": ("olde_swords", "attack gruk", "gruk", (), olde_sword(5, 13, 8, 3, 12)),
    "olde_swords edge": ("olde_swords", "attack g1", "g1", ("condition g1 prone",), olde_sword(5, 13, 8, 3, 7, 1)),
    "olde_swords setback": (
        "olde_swords",
        "attack g1",
        "g1",
        ("condition mira frightened 2r",),
        olde_sword(5, 13, 8, 3, 7, -1),
    ),
    "olde_swords hurt already": ("olde_swords", "attack g1", "g1", ("damage g1 3",), olde_sword(5, 13, 8, 3, 4)),
    # Ulf's longsword: +6 against AC 15, 1d8 + 3 against 7 HP.
    "fifth longsword": ("fifth", "attack longsword g1", "g1", (), sword_of_fifth(6, 15, 1, 8, 3, 7)),
    "fifth ogre": ("fifth", "attack longsword o1", "o1", ("damage o1 50",), sword_of_fifth(6, 11, 1, 8, 3, 9)),
    "fifth advantage": ("fifth", "attack longsword g1 adv", "g1", (), sword_of_fifth(6, 15, 1, 8, 3, 7, 1)),
    "fifth disadvantage": (
        "fifth",
        "attack longsword g1",
        "g1",
        ("condition ulf poisoned",),
        sword_of_fifth(6, 15, 1, 8, 3, 7, -1),
    ),
    "fifth hurt already": ("fifth", "attack longsword g1", "g1", ("damage g1 3",), sword_of_fifth(6, 15, 1, 8, 3, 4)),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("system", "order", "tag", "before", "expected"), CASES.values(), ids=CASES)
def test_deaths(system: str, order: str, tag: str, before: tuple[str, ...], expected: Fraction) -> None:
    assert dead(system, order, tag, *before) == expected
