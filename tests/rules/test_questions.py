"""What the rules of a game ask and tell: the words, the clauses and the keys of all questions of its transcripts."""

import re
from collections.abc import Iterator

import pytest

from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.resolve import resolve
from referee.engine.record.session import Session
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Given, Situation
from referee.rules import registry
from referee.words.log import log
from tests.rules.shelf import played, transcripts

pytestmark = pytest.mark.looks_at_plays
PLAIN = re.compile(r"[\w .,:;?!'’`\"()+/<>=-]+")
"""Words and numbers, with what parts and joins them in a sentence, and the signs of dice and keys."""
LOGGED = re.compile(r"[\w .,:;?!'`\"()\[\]+/<>=*%→·✝’✎×−…‹›●○◐↑↓#&|-]+")
"""The same with the signs of the log."""
KEYS = (
    "aim amount attack_*>* attacker before card chart choice contact contact_*<* copies details die distance edge "
    "finder giver kind leaver lost mode name net param_target player replace_* respawn_* save_*<* share shooter side "
    "sight then trap_* treasure_* value what when where who"
)
"""Under these the journals of The Black Keep hold their answers, `*` for a figure and `_` for a blank."""


def sessions(system: str) -> Iterator[Session]:
    """The transcripts of a game as they were played."""
    for path in transcripts(system):
        session = played(path).session
        assert session is not None
        yield session


def questions(session: Session) -> Iterator[AnyQuestion]:
    """All that was asked, and what would have been asked for what was said with a command."""
    for act in applied_commands(session.step_log, session.step_log.position):
        command, situation, given = act.entry.command, Situation(session.rules, act.before), Given()
        for param in verb_of(session.rules, command.verb).params:
            try:
                yield param.ask(situation, given)
            except Problem:
                break
            if param.name not in command.given:
                break
            given[param.name] = command.given[param.name]
        try:
            answers = resolve(session.rules, act.before, command, act.entry.items, act.entry.seat).answers
        except Problem:  # the act was corrected, or rests on one that was
            continue
        yield from (question for question, _ in answers)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
def test_a_question_is_worded_plainly_and_cites_clauses_of_its_game(system: str) -> None:
    known = {clause.id for clause in registry.load(system).clauses()}
    for question in (question for session in sessions(system) for question in questions(session)):
        assert question.key and PLAIN.fullmatch(question.prompt), question
        assert {*question.cites} <= known, question


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
def test_the_log_has_no_other_signs_than_its_own(system: str) -> None:
    for session in sessions(system):
        for act in applied_commands(session.step_log, session.step_log.position):
            if act.entry.command.verb in ("map", "chart"):  # the signs of a drawn map
                continue
            for full in (False, True):
                for line in log(act.before, act.entry, session.rules, full=full):
                    typed = line.head and act.entry.command.verb in ("add", "set")  # may describe a thing in braces
                    assert typed or LOGGED.fullmatch(line.text), line.text


def test_the_keys_of_the_questions_of_the_black_keep_are_those_of_its_journals() -> None:
    found = set[str]()
    for session in sessions("black_keep"):
        tag = "|".join(sorted(map(re.escape, session.encounter.figures), key=len, reverse=True)) or "-"
        keys = (question.key for question in questions(session))
        found |= {re.sub(rf"(?<![\w-])(?:{tag})(?![\w-])", "*", key).replace(" ", "_") for key in keys}
    assert sorted(found) == sorted(KEYS.split())
