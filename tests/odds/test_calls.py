"""What the odds of an attack cost: counted in runs of the rule and in Python calls, not by the clock."""

import sys
from types import FrameType

import pytest

from referee.engine.record.session import Session
from referee.odds.command_odds import walk
from tests.odds.fights import ATTACKS, begun, command, odds_of

MOST_CALLS = 4_000
"""Python calls of one run of a rule, from its beginning to its end."""
MOST_RUNS = {"black_keep": 4, "olde_swords": 40, "fifth": 40, "descent": 120}


def _calls(session: Session, order: str) -> int:
    """How many Python calls the odds of an order take."""
    calls = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        _ = walk(session.rules, session.encounter, command(session, order))
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("system", ATTACKS)
def test_an_attack(system: str) -> None:
    session = begun(system)
    runs = odds_of(session, ATTACKS[system]).runs
    assert runs <= MOST_RUNS[system]
    assert _calls(session, ATTACKS[system]) <= MOST_CALLS * runs
