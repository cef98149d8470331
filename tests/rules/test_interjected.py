"""Whatever question is open, the referee can kill or remove anybody, and the fight goes on."""

from pathlib import Path
from random import Random

import pytest
from msgspec.json import decode, encode

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.contract.standing import AWAY
from referee.engine.dice.chance import AppDice
from referee.engine.events.apply import fold
from referee.engine.problem import Refused
from referee.engine.questions.answer import Counted, Picked
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.rules import registry
from tests.rules.shelf import ALL, NAMES, any_answer, played_lines

ANSWERS = 80
"""More answers than this no command of a transcript can want."""


@pytest.mark.one_in(32, rest=15)
@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_anybody_may_go_at_any_question(system: str, path: Path) -> None:
    rules, random = registry.load(system), Random(path.stem)
    step_log = MemoryStepLog(bare(rules))
    session = Session(rules, step_log)
    for line in played_lines(path.read_text(encoding="utf-8")):
        run_line(session, line)
        if session.questions:
            someone_goes(rules, step_log, random)


def someone_goes(rules: System, step_log: MemoryStepLog, random: Random) -> None:
    """On a copy of the step log, one figure goes in the middle of the open command, and the rest is answered anyhow."""
    copy = Session(rules, _copy(step_log))
    there = [figure.tag for figure in copy.encounter.figures.values() if figure.standing != AWAY.name]
    if not there:
        return
    who = Picked(tags=(random.choice(there),))
    depth = len(copy.open_commands)
    if random.random() < 0.5:
        copy.command(Command(verb="remove", given={"who": who}))
    else:
        copy.command(Command(verb="damage", given={"who": who, "amount": Counted(n=99)}))
    _answer_all(copy, random)
    assert not copy.open_commands, f"{depth} commands were open"
    _holds(rules, copy)
    while copy.step_log.position > step_log.position - 1 and copy.step_log.position:
        copy.undo(inside=True)


def _answer_all(session: Session, random: Random) -> None:
    chance = AppDice(random)
    for _ in range(ANSWERS):
        if not session.questions:
            return
        question = random.choice(session.questions)
        session.answer(any_answer(question, session.encounter, chance, random), question.key)
    raise AssertionError(f"it still asks {session.questions[0].key}")


def _holds(rules: System, session: Session) -> None:
    """The state is the fold of what is written, every event found something, and the fight can go on."""
    start = session.step_log.known(0)[1]
    events = [event for entry in session.entries() for event in entry.events or ()]
    assert fold(start, events) == session.encounter == settled_state_at(session.step_log, session.step_log.position)
    assert decode(encode(session.encounter), type=Encounter) == session.encounter
    _is_possible(rules, session.encounter)
    try:
        session.command(Command(verb="next"))
        session.undo()
    except Refused:
        pass


def _is_possible(rules: System, encounter: Encounter) -> None:
    """Nobody is up with nothing left, nobody who fell has the turn, and who fills no space is off the board."""
    for tag, figure in encounter.figures.items():
        assert not (rules.up(encounter, tag) and rules.spent(encounter, tag)), f"{figure.name} is up with nothing left"
    assert encounter.turn is None or encounter.turn in encounter.groups or rules.gets_turn(encounter, encounter.turn)
    there = encounter.board.figures if encounter.board is not None else {}
    assert all(rules.standing(encounter.figures[tag].standing).fills for tag in there)


def _copy(step_log: MemoryStepLog) -> MemoryStepLog:
    copy = MemoryStepLog(step_log.known(0)[1])
    for n in range(step_log.position):
        copy.append(step_log.step(n))
    assert TABLE in copy.known(0)[1].groups
    return copy
