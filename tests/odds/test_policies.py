"""What is best and worst: found among all choices, or where there are too many, a step at a time."""

from fractions import Fraction
from itertools import count

import pytest

from referee.odds import command_odds
from referee.odds.command_odds import Policy
from referee.odds.figure_odds import figure_odds
from referee.odds.ways import told
from referee.rules import registry
from tests.odds.fights import begun, command, odds_of, played


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


def test_where_there_is_no_time_for_all_ways_it_is_thrown_as_often_as_there_is_time_for() -> None:
    session = begun("olde_swords")
    order = command(session, "attack g1")
    hurried = command_odds.odds(session.rules, session.encounter, order, seconds=0.0)
    assert hurried.seed is not None and hurried.runs == 1 and hurried.hurried
    *_, last = told(session.rules, session.encounter, hurried, {})
    assert last.startswith("Sampled: 1 throws (seed 1, as many as there was time for), each number is within about")


@pytest.mark.one_in(6, rest=6)
def test_with_a_seed_it_is_the_same_on_every_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve reflex checks, each with one result for whoever makes it: they are thrown until enough was done."""
    lines = registry.load("olde_swords").sample().splitlines()
    session = played(registry.load("olde_swords"), *lines, *lines, *lines)
    found = odds_of(session, "next", work=20_000)
    monkeypatch.setattr(command_odds, "process_time", count(0.0, 1e6).__next__)  # a very slow machine
    assert odds_of(session, "next", work=20_000) == found and not found.hurried
    assert found.seed is not None and 100 < found.runs < command_odds.SAMPLE
    first, *_ = [text for text in told(session.rules, session.encounter, found, {}) if text.startswith("Sampled")]
    assert first.startswith(f"Sampled: {found.runs:,} throws (seed 1), each number is within about")
