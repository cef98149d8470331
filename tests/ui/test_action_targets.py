"""Whom the verbs of each system can be given first, as the group page offers them."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import Refused
from referee.engine.questions.answer import Picked
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Command, Given, Situation
from referee.rules import registry
from referee.ui.controller.action_list import action_targets

pytestmark = pytest.mark.one_in(10)

BEGUN = {
    "black_keep": ("add knight Ulf", "add archer Ada", "add rat x2", "engage ulf r1", "next"),
    "scorched": (
        "add warden Ysolde",
        "add guard x2",
        "add slasher x3",
        "charge s1 ysolde",
        "charge s2 g1",
        "priority cinder",
        "next",
    ),
}
"""Fights to look at; of the other systems, their sample."""


def begun(system: str) -> Session:
    """A fight of that system, in which nothing is asked."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(Encounter(system=system)))
    for line in BEGUN.get(system, tuple(rules.sample().splitlines())):
        run_line(session, line)
    assert not session.questions
    return session


def test_a_verb_is_offered_for_those_who_can_begin_with_it() -> None:
    session = begun("black_keep")
    found = action_targets(Situation(session.rules, session.encounter), tuple(session.encounter.figures))
    assert found["attack"]["ulf"] == ""


@pytest.mark.parametrize("system", registry.names())
def test_what_is_offered_can_be_begun_and_what_is_barred_says_why(system: str) -> None:
    session = begun(system)
    encounter, rules = session.encounter, session.rules
    tags = (*encounter.figures, *encounter.groups)
    found = action_targets(Situation(rules, encounter), tags)
    verbs = {verb.name: verb for verb in rules.verbs}
    for name, there in found.items():
        for tag, reason in there.items():
            command = Command(verb=name, given={verbs[name].params[0].name: Picked(tags=(tag,))})
            if reason:
                with pytest.raises(Refused) as refused:
                    session.preview(command)
                assert str(refused.value) == reason
            else:
                question = verbs[name].params[0].ask(Situation(rules, encounter), Given())
                assert question.accepts(Picked(tags=(tag,))) is None


STANDS = {
    "nothing yet": lambda system: (),
    "begun": lambda system: BEGUN.get(system, tuple(registry.load(system).sample().splitlines())),
}


@pytest.mark.parametrize("stands", STANDS)
@pytest.mark.parametrize("system", registry.names())
def test_no_verb_without_an_obstacle_is_refused_and_none_with_one_is_done(system: str, stands: str) -> None:
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in STANDS[stands](system):
        run_line(session, line)
    for verb in system_verbs(rules):
        reason = obstacle(verb, Situation(rules, session.encounter))
        refused = ""
        try:
            session.preview(Command(verb=verb.name))
        except Refused as problem:
            refused = str(problem)
        assert bool(refused) == bool(reason), (verb.name, refused, reason)
