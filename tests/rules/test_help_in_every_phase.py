"""Help, completion and half-typed orders of every verb answer with words in every phase of a fight, never with a
mistake of ours."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from referee.dialogue.completion import complete
from referee.dialogue.help import usage
from referee.dialogue.run_lines import run_line
from referee.dialogue.topics import explained
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.offered_verbs import all_verbs, system_verbs
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Command
from referee.rules import registry
from tests.rules.shelf import any_answer

ORDERS = 60
"""Orders and answers of the walk through a fight, on which its phases are met."""
HALF_TYPED = ("{} ", "{} b")


def moments(system: str) -> Iterator[Session]:
    """A session at an empty table, before the fight, and at each new kind of moment of a fight: the phase, whether it
    is somebody's turn, whose side has it, and whether something is asked."""
    rules, random = registry.load(system), Random(f"{system} help")
    yield Session(rules, MemoryStepLog(bare(rules)))
    session, chance, seen = Session(rules, MemoryStepLog(bare(rules))), AppDice(random), set[object]()
    for line in rules.sample().splitlines():
        run_line(session, line)
    for _ in range(ORDERS):
        encounter = session.encounter
        side = encounter.figures[encounter.turn].side if encounter.turn in encounter.figures else encounter.turn
        moment = (encounter.phase, side, bool(session.questions))
        if moment not in seen:
            seen.add(moment)
            yield session
        with suppress(Problem):
            if session.questions:
                question = session.questions[0]
                session.answer(any_answer(question, session.encounter, chance, random), question.key)
            else:
                verbs = [all_verbs(rules)["next"], *system_verbs(rules)]
                free = [verb for verb in verbs if not obstacle(verb, session.situation)]
                session.command(Command(verb=(free[0] if random.random() < 0.5 else random.choice(free)).name))


@pytest.mark.one_in(4)
@pytest.mark.parametrize("system", registry.names())
def test_every_verb_is_explained_and_completed_and_its_order_is_done_or_refused_in_a_sentence(system: str) -> None:
    tried = 0
    for session in moments(system):
        for name in all_verbs(session.rules):
            assert explained(session.situation, name)
            for text in (half.format(name) for half in HALF_TYPED):
                _ = complete(session, text), usage(session.situation, text)
                place = session.step_log.position
                with suppress(Problem):
                    run_line(session, text)
                while session.step_log.position > place:
                    session.undo()
                tried += 1
    assert tried > 100
