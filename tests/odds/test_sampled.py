"""Exact odds beside throws of the same attack: each number within five standard errors, whatever the seed."""

from fractions import Fraction
from math import sqrt
from random import Random

import pytest

from referee.engine.record.session import Session
from referee.games import rules_in
from referee.odds.command_odds import SAMPLE, Walker, sample
from referee.odds.figure_odds import figure_odds
from referee.odds.results import result_odds
from tests.odds.fights import begun, command, played
from tests.odds.test_all_kinds import PERCENT, combat, ogre

ERRORS = 5
CONDITIONS = {"olde_swords": ("prone", "frightened"), "fifth": ("prone", "poisoned", "restrained", "blinded")}
TARGETS = {
    "black_keep": ("r1",),
    "olde_swords": ("g1", "fang", "gruk"),
    "fifth": ("g1", "o1"),
    "descent": ("g1", "s1", "md1"),
}
SYSTEMS = (*TARGETS, "gloomhaven", "percent", "scorched")
Attack = tuple[Session, str, tuple[str, ...]]
"""A fight, an order in it, and what was done in it before."""


def attack_of(seed: int) -> Attack:
    """An attack of each system in turn, with what is different there."""
    source, system = Random(seed), SYSTEMS[seed % len(SYSTEMS)]
    match system:
        case "gloomhaven":
            more = source.choice(["", " advantage", " disadvantage", " pierce 1", " poison"])
            perks = tuple(f"perk ann {perk}" for perk in ("rolling+1 2", "+1 2") if source.random() < 0.5)
            return ogre(*perks, hp=source.randint(1, 8)), f"attack o1 {source.randint(1, 5)}{more}", perks
        case "percent":
            before = (f"set a skill {source.randint(5, 95)}", f"set b hp {source.randint(1, 30)}")
            lines = ("add brawler A", "add brawler B", *before, "next", "< 90 10")
            return played(rules_in(PERCENT, "percent.toml"), *lines), "hit b", before
        case "scorched":
            before = (f"set g1 sv {source.randint(2, 6)}", f"set s1 wounds {source.randint(1, 2)}/2")
            before += ("set g1 weapons sword",) if source.random() < 0.3 else ()
            return combat(*before), "fight", before
    target = source.choice(TARGETS[system])
    changes = [f"condition {target} {kind}" for kind in CONDITIONS.get(system, ()) if source.random() < 0.3]
    if system == "black_keep":
        changes += [f"set ulf attack_dice {source.randint(1, 3)}", f"set r1 wounds {source.randint(1, 2)}"]
    elif system == "descent":
        changes += [f"set harl melee {source.randint(0, 3)}", f"set {target} armor {source.randint(0, 5)}"]
    else:
        changes += [f"damage {target} {source.randint(1, 3)}"]
    order = f"attack longsword {target}" if system == "fifth" else f"attack {target}"
    return begun(system, *changes), order, tuple(changes)


@pytest.mark.one_in(60, rest=90)
@pytest.mark.parametrize("seed", range(30))
def test_thrown_and_worked_out(seed: int) -> None:
    session, order, before = attack_of(seed)
    walker = Walker(session.rules, session.encounter, command(session, order), most=10**9)
    exact, thrown = walker.walk(()), sample(walker, (), seed)
    assert sum(exact.ends.values()) == 1 - exact.cut and thrown.runs == SAMPLE
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
        error += 1 / SAMPLE / ERRORS if p * SAMPLE < 1 else 0  # what is that unlikely may fall once
        # What is hardly ever thrown may be missing, and what stays as it is may not be told at all.
        assert abs(thrown.get(what, Fraction()) - p) <= ERRORS * error or not thrown, (told, what, p)
