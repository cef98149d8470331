"""What the odds of an attack cost: counted in runs of the rule and in Python calls, not by the clock."""

import sys
from collections.abc import Callable
from contextlib import closing, suppress
from random import Random
from types import FrameType

import pytest

from referee.engine.dice.chance import AppDice
from referee.engine.problem import Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.ask import asks_param
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.session import Session
from referee.engine.verbs.verb import Command
from referee.odds.command_odds import _Walker, alternatives, walk
from tests.odds.fights import ATTACKS, begun, command, odds_of

MOST_CALLS = 4_000
"""Python calls of one run of a rule, from its beginning to its end, with all that it is about given."""
MOST_RUNS = {"black_keep": 4, "olde_swords": 40, "fifth": 40, "descent": 120, "scorched": 120, "gloomhaven": 10}
EACH_TARGET = 1_400
"""Those for each target more of an area."""


def _calls(what: Callable[[], object]) -> int:
    """How many Python calls something takes."""
    calls = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        what()
    finally:
        sys.setprofile(before)
    return calls


@pytest.mark.parametrize("system", ATTACKS)
def test_an_attack(system: str) -> None:
    session = begun(system)
    runs = odds_of(session, ATTACKS[system]).runs
    assert runs <= MOST_RUNS[system]
    whole = _calls(lambda: walk(session.rules, session.encounter, command(session, ATTACKS[system])))
    assert whole <= MOST_CALLS * runs


def _run(session: Session, order: Command, seed: int) -> int:
    """The Python calls of one run of an order, once what is remembered of the encounter is remembered."""
    source = Random(seed)

    def choice(question: AnyQuestion) -> Answer | None:
        free = alternatives(question) if asks_param(question.key) else []
        return source.choice(free) if free else None

    walker = _Walker(session.rules, session.encounter, order, choice=choice)
    _ = walker.give(())

    def played() -> None:
        dice = AppDice(Random(seed))
        with closing(walker.run(())) as run:
            while run.questions:
                run.take(walker.thrown(run, dice))

    played()
    return _calls(played)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("turns", range(5))
def test_all_that_can_be_done_in_the_sample_of_fifth(turns: int) -> None:
    """With all that can be chosen for it, a few at random, in the turns of all heroes and of a goblin."""
    session, most = begun("fifth", *["next"] * turns), (0, "", 0)
    for verb in (*(verb.name for verb in session.rules.verbs), "next"):
        for seed in range(6):
            with suppress(Refused):  # it is not possible now, or it needs words
                most = max(most, (_run(session, Command(verb=verb), seed), verb, seed))
    assert 1_000 < most[0] <= MOST_CALLS, most


def test_the_first_turn_of_fifth() -> None:
    session = begun("fifth", "undo", "undo")
    assert session.encounter.turn is None
    assert _run(session, Command(verb="next"), 1) <= MOST_CALLS


def test_an_area() -> None:
    session = begun("fifth", "next")
    one, four = (_run(session, command(session, f"cast fireball {who}"), 3) for who in ("g1", "g1,g2,g3,o1"))
    assert one <= MOST_CALLS and four <= one + 3 * EACH_TARGET
