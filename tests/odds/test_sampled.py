"""Exact odds beside throws of the same attack: each number within five standard errors, whatever the seed."""

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from referee.odds.command_odds import SAMPLE, _Walker, sample
from referee.odds.ends import figure_odds, result_odds
from tests.odds.fights import begun, command

ERRORS = 5
CONDITIONS = {"olde_swords": ("prone", "frightened"), "fifth": ("prone", "poisoned", "restrained", "blinded")}
TARGETS = {
    "black_keep": ("r1",),
    "olde_swords": ("g1", "fang", "gruk"),
    "fifth": ("g1", "o1"),
    "descent": ("g1", "s1", "md1"),
}


def attack_of(seed: int) -> tuple[str, str, tuple[str, ...]]:
    """A system, an attack in its sample, and what is different there."""
    source = Random(seed)
    system = source.choice(sorted(TARGETS))
    target = source.choice(TARGETS[system])
    before = [f"condition {target} {kind}" for kind in CONDITIONS.get(system, ()) if source.random() < 0.3]
    if system == "black_keep":
        before += [f"set ulf attack_dice {source.randint(1, 3)}", f"set r1 wounds {source.randint(1, 2)}"]
    if system == "descent":
        before += [f"set harl melee {source.randint(0, 3)}", f"set {target} armor {source.randint(0, 5)}"]
    else:
        before += [f"damage {target} {source.randint(1, 3)}"] if system != "black_keep" else []
    return system, f"attack longsword {target}" if system == "fifth" else f"attack {target}", tuple(before)


@pytest.mark.one_in(60)
@pytest.mark.parametrize("seed", range(30))
def test_thrown_and_worked_out(seed: int) -> None:
    system, order, before = attack_of(seed)
    session = begun(system, *before)
    walker = _Walker(session.rules, session.encounter, command(session, order), seconds=float("inf"))
    exact, thrown = walker.walk(()), sample(walker, (), seed)
    assert sum(exact.ends.values()) == 1 and thrown.runs == SAMPLE
    told = f"{order} {before}, seed {seed}"
    results = [result_odds(session.rules, session.encounter, found.ends) for found in (exact, thrown)]
    _alike(results[0], results[1], told)
    figures = [figure_odds(session.encounter, found.ends) for found in (exact, thrown)]
    for tag, of in figures[0].items():
        for name, numbers in of.tracks.items():
            _alike(numbers, figures[1][tag].tracks.get(name, {}), f"{told}, {tag} {name}")
        _alike(of.conditions, figures[1][tag].conditions, f"{told}, {tag}")


def _alike(exact: dict[str, Fraction], thrown: dict[str, Fraction], told: str) -> None:
    for what, p in exact.items():
        error = sqrt(float(p * (1 - p)) / SAMPLE)
        # What is hardly ever thrown may be missing, and what stays as it is may not be told at all.
        assert abs(thrown.get(what, Fraction()) - p) <= ERRORS * error or not thrown, (told, what, p)
