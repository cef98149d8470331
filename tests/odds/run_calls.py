"""How many Python calls one run of a command takes."""

import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from random import Random
from types import FrameType
from typing import NamedTuple

from referee.engine.dice.chance import AppDice
from referee.engine.events.event import Event
from referee.engine.questions.answer import Answer
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.session import Session
from referee.engine.verbs.verb import Command
from referee.odds.choices import alternatives
from referee.odds.command_odds import Walker

MOST_CALLS = 4_700
"""Python calls of one run of a rule, from its beginning to its end, with all that it is about given."""


class RunCost(NamedTuple):
    """One run of a command."""

    calls: int
    answers: int
    events: Sequence[Event]


def calls_of(what: Callable[[], object]) -> int:
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


def run_of(session: Session, order: Command, seed: int) -> RunCost:
    """What one run of an order costs, as the odds play it: with its answers, and its encounter known."""
    source, dice = Random(seed), AppDice(Random(seed))

    def choice(question: AnyQuestion) -> Answer | None:
        free = alternatives(question) if asks_param(question.key) else []
        return source.choice(free) if free else None

    walker = Walker(session.rules, session.encounter, order, choice=choice)
    items = [*walker.give(())]
    with closing(walker.run(items)) as run:
        while run.questions:
            items.append(walker.thrown(run, dice))
            run.take(items[-1])
        events = run.ledger.events

    def played() -> None:
        with closing(walker.run(items)) as run:
            assert not run.questions

    return RunCost(calls_of(played), len(items), events)
