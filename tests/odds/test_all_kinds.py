"""Odds with symbol dice, opposed scores, decks, percentile and exploding dice, beside the same worked out another way.

What each system says is written out here anew, and every throw or deal is counted.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.games import rules_in
from referee.odds.figure_odds import figure_odds
from referee.rules import registry
from tests.odds.fights import begun, odds_of, played

HALF, D6 = Fraction(1, 2), range(1, 7)


def stands(session: Session, order: str, tag: str, standing: str) -> Fraction:
    """How likely a figure stands so after a command."""
    found = figure_odds(session.encounter, odds_of(session, order).ends)
    return found[tag].standing.get(standing, Fraction()) if tag in found else Fraction()


def track(session: Session, order: str, tag: str, name: str) -> dict[str, Fraction]:
    """How likely each number of a track is after a command."""
    return figure_odds(session.encounter, odds_of(session, order).ends)[tag].tracks[name]


# -------------------------------------------------------------------- Descent: symbol dice, misses, surges spent

# Damage and surges of each face; None is a miss. Of a power die: damage by an enhancement, a surge (DJ-09..26).
RED = [None, (3, 1), (2, 0), (3, 0), (4, 0), (1, 1)]
GREEN = [(1, 0), (3, 0), (2, 0), (3, 0), (2, 1), (2, 1)]
POWER = [(0, 0), (1, 0), (1, 0), (1, 0), (0, 1), (0, 1)]


def cleaver(power: int) -> Iterator[tuple[int, int] | None]:
    """Each throw of Harl's cleaver with so many power dice: damage and surges; None where a miss shows."""
    for faces in product(RED, GREEN, *[POWER] * power):
        shown = [face for face in faces if face is not None]
        yield None if len(shown) < len(faces) else (sum(d for d, _ in shown), sum(s for _, s in shown))


def wounds(power: int, armor: int, fear: int = 0) -> list[int]:
    """What each throw takes: every surge that fear leaves buys one damage more; with fewer surges it misses."""
    return [
        0 if shown is None or shown[1] < fear else max(0, shown[0] + shown[1] - fear - armor)
        for shown in cleaver(power)
    ]


def share(numbers: list[int], least: int) -> Fraction:
    """The share of those that are at least so great."""
    return Fraction(sum(number >= least for number in numbers), len(numbers))


@pytest.mark.parametrize(
    ("before", "tag", "expected"),
    [
        ((), "g1", share(wounds(3, 1), 4)),  # a ghoul: armor 1, 4 tokens to bear
        ((), "s1", share(wounds(3, 2), 3)),
        (("set harl melee 0",), "g1", share(wounds(0, 1), 4)),
        (("set harl melee 1",), "s1", share(wounds(1, 2), 3)),
        (("set g1 armor 3",), "g1", share(wounds(3, 3), 4)),
    ],
)
def test_descent(before: tuple[str, ...], tag: str, expected: Fraction) -> None:
    assert stands(begun("descent", *before), f"attack {tag}", tag, "killed") == expected


def test_descent_with_fear() -> None:
    """A master dread: armor 4, fear 2."""
    taken = Counter(wounds(3, 4, fear=2))
    expected = {str(n): Fraction(count, 6**5) for n, count in taken.items()}
    assert track(begun("descent"), "attack md1", "md1", "tokens") == expected


# -------------------------------------------------------------------- Scorched: opposed scores, a parry, saves


def slain(
    dice: int, ws: int, foes_dice: int, foes_ws: int, save: Fraction, wounds: int = 1, parries: bool = False
) -> Fraction:
    """How likely a model slays another: its highest die and Ws against the other's (SC-06..14).

    save: how likely the other saves; parries: it has the other throw its highest die again (SC-16).
    """
    met = Fraction()
    throws = [*product(D6, repeat=dice + foes_dice + parries)]
    for faces in throws:
        own, others, again = faces[:dice], sorted(faces[dice : dice + foes_dice]), faces[dice + foes_dice :]
        others[len(others) - len(again) :] = again
        hits = max(0, max(own) + ws - max(others) - foes_ws)
        met += sum(
            (Fraction(_ways(hits, k)) * (1 - save) ** k * save ** (hits - k) for k in range(wounds, hits + 1)),
            Fraction(),
        )
    return met / len(throws)


@cache
def _ways(n: int, k: int) -> int:
    return 1 if k in (0, n) else _ways(n - 1, k - 1) + _ways(n - 1, k)


def combat(*lines: str) -> Session:
    """A guard (Ws 4, save 4) against a slasher (Ws 3, save 6), each with its fist, in the combat phase."""
    usual = ("add guard", "add slasher", "set g1 weapons fist", "set s1 weapons fist", "touch s1 g1")
    return played(registry.load("scorched"), *usual, *lines, "next", "< 3", "< 4")


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("lines", "tag", "expected"),
    [
        ((), "s1", slain(1, 4, 1, 3, Fraction(1, 6))),
        ((), "g1", slain(1, 3, 1, 4, HALF)),
        (("set g1 wounds 2/2",), "s1", slain(2, 4, 1, 3, Fraction(1, 6))),
        (("set s1 wounds 2/2",), "s1", slain(1, 4, 2, 3, Fraction(1, 6), 2)),
        (
            ("set s1 wounds 2/2", "set g1 weapons sword"),
            "s1",
            slain(1, 4, 2, 3, Fraction(1, 6), 2, parries=True),
        ),
        (("set g1 sv 6",), "g1", slain(1, 3, 1, 4, Fraction(1, 6))),
    ],
)
@pytest.mark.one_in(6)
def test_scorched(lines: tuple[str, ...], tag: str, expected: Fraction) -> None:
    assert stands(combat(*lines), "fight", tag, "slain") == expected


# -------------------------------------------------------------------- Gloomhaven: a deck without replacement

# Added, or a function of the attack: x2 doubles, null is nothing (GH-32).
DECK = (*[0] * 6, *[1] * 5, *[-1] * 5, 2, -2, "x2", "null")


def comes_to(attack: int, card: int | str, rolled: int = 0) -> int:
    """What an attack comes to with a card, after rolling ones."""
    if isinstance(card, int):
        return max(0, attack + rolled + card)
    return 2 * (attack + rolled) if card == "x2" else 0


def first_two(attack: int, best: bool) -> list[int]:
    """What it comes to with each two cards of the deck, of which the better or the worse counts (GH-34)."""
    return [(max if best else min)(comes_to(attack, a), comes_to(attack, b)) for a, b in permutations(DECK, 2)]


def rolling(attack: int, others: int) -> Fraction:
    """How likely an attack comes to so much with two cards `rolling +1` in the deck, drawn until another comes."""
    found, deck = Fraction(), len(DECK) + 2
    for n in range(3):  # rolling cards before the last
        before = Fraction(1)
        for k in range(n):
            before *= Fraction(2 - k, deck - k)
        met = sum(comes_to(attack, card, n) >= others for card in DECK)
        found += before * Fraction(met, deck - n)
    return found


def ogre(*lines: str, hp: int = 4) -> Session:
    """A character in its turn before an ogre."""
    usual = ("add character Ann", f"add monster Ogre 1 hp={hp}", *lines, "pick ann 10 20", "next", "< 50")
    return played(registry.load("gloomhaven"), *usual)


LEFT = list(DECK)
LEFT.remove(2)
LEFT.remove(-1)
SIMPLE = [comes_to(3, card) for card in DECK]


@pytest.mark.parametrize(
    ("session", "order", "expected"),
    [
        (ogre, "attack o1 3", share(SIMPLE, 4)),
        (ogre, "attack o1 3 advantage", share(first_two(3, True), 4)),
        (ogre, "attack o1 3 disadvantage", share(first_two(3, False), 4)),
        (lambda: ogre("perk ann rolling+1 2"), "attack o1 3", rolling(3, 4)),
    ],
)
def test_gloomhaven(session: Callable[[], Session], order: str, expected: Fraction) -> None:
    assert stands(session(), order, "o1", "dead") == expected


def test_gloomhaven_cards_that_are_drawn_do_not_come_again() -> None:
    session = ogre(hp=8)
    for line in ("attack o1 1", "< +2", "attack o1 1", "< -1"):
        run_line(session, line)
    # 3 of 8 HP are gone, and 18 cards are left.
    assert stands(session, "attack o1 4", "o1", "dead") == share([comes_to(4, card) for card in LEFT], 5)


# -------------------------------------------------------------------- plain: nothing is thrown for


PLAIN = [
    ("damage g1 3", "4"),
    ("damage g1 9", "0"),
    ("damage boss 5", "47"),
    ("damage cyd 20", "0"),
    ("damage ann 1", "29"),
]


@pytest.mark.parametrize(("order", "left"), PLAIN)
def test_plain_is_sure(order: str, left: str) -> None:
    tag = order.split()[1]
    assert track(begun("plain"), order, tag, "hp") == {left: 1}


# -------------------------------------------------------------------- a game of one's own: percentile, exploding dice

PERCENT = b"""
format = 2
[system]
name = "percent"
title = "Percent"
blurb = "Percentile dice, and damage that explodes."
[order]
roll = "d100"
[track.hp]
start = 9
health = true
at_end = [{ becomes = "out" }]
[trait.skill]
default = 45
[test.blow]
roll = "d100"
against = "{skill}"
success = "{roll} <= {against}"
critical = "{roll} <= {against} / 5"
critical_damage = "dice x2"
[action.hit]
label = "Hit"
key = "a"
test = "blow"
damage = "1d6!"
[kind.brawler]
"""


def exploding(least: int, dice: int = 1) -> Fraction:
    """How likely d6 that explode on 6 come to at least that, without an end."""
    if least <= 0 or dice == 0:
        return Fraction(least <= 0)
    # A die that shows 6 goes on; one that does not ends, and the next begins.
    stopped = sum((exploding(least - face, dice - 1) for face in range(1, 6)), Fraction())
    return (stopped + exploding(least - 6, dice)) / 6


@pytest.mark.parametrize(("skill", "hp"), [(45, 9), (45, 6), (80, 12), (20, 1), (95, 30)])
@pytest.mark.one_in(6)
def test_percentile_and_exploding(skill: int, hp: int) -> None:
    lines = ("add brawler A", "add brawler B", f"set a skill {skill}", f"set b hp {hp}", "next", "< 90 10")
    session = played(rules_in(PERCENT, "percent.toml"), *lines)
    found, critical = odds_of(session, "hit b"), Fraction(skill // 5, 100)
    expected = (Fraction(skill, 100) - critical) * exploding(hp) + critical * exploding(hp, 2)
    out = figure_odds(session.encounter, found.ends)["b"].standing["out"]
    assert 0 < found.cut < Fraction(1, 10**6)
    assert expected - found.cut <= out <= expected
    assert sum(found.ends.values()) + found.cut == 1
