"""Random fights of every game in which an answer of the past is corrected, at random where the referee is asked.

`CORRECTIONS` fights are played of each game; the variable REFEREE_CORRECTIONS sets another number, such as 400.
"""

import os
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import AppDice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.apply import fold
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.amend import Amendment, recorded_answers, replies, settled_command_at
from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.engine.record.recorded_steps import Entry, Interjection
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.impossible_states import impossible_states
from referee.engine.verbs.offered_verbs import all_verbs, verb_of
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store.saves import Saves
from referee.words.correction import asked_about, changed_since, later, outcome
from tests.rules.shelf import any_answer, played_lines, transcripts

CORRECTIONS = int(os.environ.get("REFEREE_CORRECTIONS", "8"))
MOST_DECISIONS = 400
"""More than any correction of so short a fight can ask."""


@pytest.mark.one_in(6)
@pytest.mark.parametrize("seed", range(CORRECTIONS))
@pytest.mark.parametrize("system", registry.names())
def test_corrections_leave_a_table_that_can_be(system: str, seed: int, tmp_path: Path) -> None:
    random = Random(f"{system} {seed}")
    session = a_fight(system, random)
    for _ in range(random.randint(1, 3)):
        given_away = set[int]()
        if (amendment := a_correction(session, random)) is not None and decided(amendment, random, given_away):
            nothing_changed_hands_in_silence(amendment, given_away)
            accepted(session, amendment)
            as_on_the_disk(session, Saves(tmp_path))


def a_fight(system: str, random: Random) -> Session:
    """The beginning of some transcript or of the sample, then orders and answers at random; perhaps one stays open."""
    rules = registry.load(system)
    session = Session(rules, MemoryStepLog(Encounter(system=system)), app=AppDice(random))
    run_line(session, "dice table")
    texts = [path.read_text(encoding="utf-8") for path in transcripts(system)]
    lines = played_lines(random.choice([*texts, rules.sample()]))
    for line in lines[: random.randint(len(lines) // 2, len(lines))]:
        with suppress(Problem):
            run_line(session, line)
    for _ in range(random.randint(0, 10)):
        command = Command(verb="next" if random.random() < 0.3 else random.choice(sorted(all_verbs(rules))))
        with suppress(Problem):
            session.command(command)
        while session.questions and random.random() < 0.9:
            with suppress(Problem, IndexError):
                answer_anyhow(session, random)
    return session


def answer_anyhow(session: Session, random: Random) -> None:
    question = random.choice(session.questions)
    session.answer(any_answer(question, session.encounter, session.app, random), question.key)


def a_correction(session: Session, random: Random) -> Amendment | None:
    """Some answer of the past, a throw if there is one, was another; None if nothing can be found that is."""
    entries = [entry for entry in session.entries() if replies(entry)]
    random.shuffle(entries)
    for entry in entries:
        try:
            asked = list(recorded_answers(session, settled_command_at(session, entry.seat)))
            thrown = [n for n, each in enumerate(asked) if isinstance(each.question, Roll)]
            number = random.choice(thrown or range(len(asked)))
            return Amendment(session, entry.seat, number, another(session, asked[number].question, random))
        except (Problem, IndexError):
            continue
    return None


def another(session: Session, question: AnyQuestion, random: Random) -> Answer:
    return any_answer(question, session.encounter, session.app, random)


def decided(amendment: Amendment, random: Random, given_away: set[int]) -> bool:
    """All that is asked is decided at random; `given_away` takes the seats of what others do then.

    False if that leads nowhere, or to what may not count.
    """
    for _ in range(MOST_DECISIONS):
        if amendment.done:
            break
        assert asked_about(amendment)
        with suppress(Problem, IndexError):
            way = random.random()
            if amendment.questions and way < 0.7:
                question = random.choice(amendment.questions)
                amendment.answer(any_answer(question, amendment.encounter, amendment.session.app, random), question.key)
            elif way < 0.8:
                amendment.keep()
            elif way < 0.9:
                asking = amendment.asking
                amendment.let()
                assert asking is not None
                given_away.add(asking.seat)
            else:
                amendment.drop()
    if amendment.done and not amendment.impossible_states():
        return True
    with pytest.raises(Problem):
        amendment.accept()
    return False


def nothing_changed_hands_in_silence(amendment: Amendment, given_away: set[int]) -> None:
    """Whoever did a later command does it still, in its turn where only that names it; or it was asked about."""
    rules = amendment.session.rules
    for one in amendment.replayed[1:]:
        if one.now is None or one.how == "kept" or one.was.seat in given_away:
            continue
        was, now = doers(one.was), doers(one.now)
        for seat, who in now.items():
            answered = f"param {verb_of(rules, one.now.command.verb).actor}" in {r.key for r in replies(one.now)}
            assert answered or not was.get(seat) or {*who} <= {*was[seat]}, one
        verb = verb_of(rules, one.was.command.verb)
        if was[one.was.seat] and not verb.interjects and verb.actor not in {param.name for param in verb.params}:
            assert was[one.was.seat] == (one.before.turn,), one


def doers(entry: Entry) -> dict[int, tuple[Tag, ...]]:
    """Who did a command and those that came in between, by their seats."""
    inner = [item.entry for item in entry.items if isinstance(item, Interjection)]
    return {entry.seat: entry.act.who} | {seat: who for each in inner for seat, who in doers(each).items()}


def accepted(session: Session, amendment: Amendment) -> None:
    """It counts, nothing is there that may not be, and undo and redo give the same tables as before."""
    before, asked, stack = session.encounter, keys(session), session.open_commands
    known = impossible_states(session.rules, settled_state_at(session.step_log, session.step_log.position))
    told, comes = [*outcome(amendment), *later(amendment)], amendment.outcome()
    assert all(isinstance(line, str) and line for line in told)
    amendment.accept()
    after, asks = session.encounter, keys(session)
    assert after == comes
    assert not {*impossible_states(session.rules, settled_state_at(session.step_log, session.step_log.position))} - {
        *known
    }
    events = [event for entry in session.entries() for event in entry.events or ()]
    assert fold(session.step_log.known(0)[1], events) == settled_state_at(session.step_log, session.step_log.position)
    assert changed_since(session)
    session.undo()
    assert (session.encounter, keys(session), session.open_commands) == (before, asked, stack)
    session.redo()
    assert (session.encounter, keys(session)) == (after, asks)


def keys(session: Session) -> list[str]:
    return [question.key for question in session.questions]


def as_on_the_disk(session: Session, saves: Saves) -> None:
    """A journal of the same acts, opened again, stands where the table stands, and goes back as it does."""
    name = f"Fight {len(saves.all())}"
    journal = saves.create(name, session.rules.name)
    for n in range(session.step_log.position):
        journal.append(session.step_log.step(n))
    journal.close()
    again = saves.open(name)
    copy = Session(session.rules, again)
    position = session.step_log.position
    try:
        assert (copy.encounter, keys(copy)) == (session.encounter, keys(session))
        for place in range(max(0, position - 6), position + 1):
            assert settled_state_at(again, place) == settled_state_at(session.step_log, place)
            assert open_commands_at(again, place) == open_commands_at(session.step_log, place)
        assert list(again.corrections()) == [n for n in session.step_log.corrections() if n < position]
    finally:
        again.close()
    assert saves.check(name) == []
