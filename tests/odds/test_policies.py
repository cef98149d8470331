"""What is best and worst: found among all choices, or where there are too many, a step at a time."""

from fractions import Fraction

import pytest

from referee.odds import command_odds
from referee.odds.command_odds import Policy
from referee.odds.ends import figure_odds
from tests.odds.fights import begun, command, odds_of


def killed(policy: Policy) -> tuple[Fraction, bool]:
    """How likely Harl, without a trait or fatigue to spend, kills a dread; and whether all choices were compared."""
    session = begun("descent", "set harl melee 1", "set harl fatigue 0", "set md1 armor 2")
    found = odds_of(session, "attack md1", policy)
    lost = figure_odds(session.encounter, found.ends)["md1"].tracks["tokens"]
    return sum((int(n) * p for n, p in lost.items()), Fraction()), found.deep


def test_a_step_at_a_time_is_no_worse_than_what_is_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    (worst, _), (proposed, _), (best, deep) = killed("worst"), killed("proposed"), killed("best")
    assert deep and worst < proposed <= best
    monkeypatch.setattr(command_odds, "MOST_RUNS", 40)
    step, deep = killed("best")
    assert not deep and proposed <= step <= best


def test_what_the_command_is_about_is_no_choice() -> None:
    session = begun("descent", "set harl fatigue 0", "set harl melee 0")
    found = odds_of(session, "attack g1", "worst")
    # The distance and the line of sight are as they are: the attack is made.
    assert all(end.tests for end in found.ends)


def test_a_long_command_is_thrown_less_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_odds, "MOST_RUNS", 2)
    session = begun("olde_swords")
    found = command_odds.odds(session.rules, session.encounter, command(session, "attack g1"), throws=350)
    assert found.seed is not None and found.runs == 350
    monkeypatch.setattr(command_odds, "_STEPS", 10)
    found = command_odds.odds(session.rules, session.encounter, command(session, "attack g1"))
    assert found.runs == command_odds.FEWEST
