"""The brief log: what is told in one line, and what only where the log is read in full."""

from referee.engine.record.history import entries
from referee.engine.record.session import Session
from referee.rules import registry
from referee.script.run import run_line
from referee.words.arrivals import spans
from referee.words.log import log
from referee.words.log_line import LogLine
from tests.words.test_upcoming import stood


def latest(session: Session, full: bool = False) -> list[LogLine]:
    """The log of the last command."""
    before, entry, outcome = session.last_step.settled or (None, None, None)
    assert before is not None and entry is not None
    return log(before, entry, session.rules, outcome=outcome, full=full)


def done(system: str, *lines: str) -> Session:
    session = stood(system, "dice table")
    for line in lines:
        run_line(session, line)
    return session


def test_names_in_a_row_are_told_by_their_numbers() -> None:
    assert spans(["Goblin 1", "Goblin 2", "Goblin 3", "Gruk", "Rat 2", "Rat 4"]) == "Goblin 1-3, Gruk, Rat 2, Rat 4"
    assert spans(["g1", "g2", "g4"]) == "g1-g2, g4"


def test_those_who_come_are_one_line() -> None:
    session = Session(registry.load("olde_swords"), stood("olde_swords").step_log)
    run_line(session, "add goblin x3")
    (line,) = latest(session)
    assert line.text == "Joined: Goblin 5-7"
    assert len(line.parts) > 3 and len(latest(session, full=True)) > 4


def test_a_drawn_board_is_one_line() -> None:
    session = done("black_keep", "map 6x4", "wall a1-a2")
    assert len(latest(session)) == 1


def test_every_command_has_one_head_that_knows_its_place() -> None:
    session = done("black_keep", "note one", "damage r1 1", "note two")
    for entry in entries(session.step_log, session.step_log.position):
        lines = log(session.encounter, entry, session.rules)
        assert [line.head for line in lines] == [True] + [False] * (len(lines) - 1)
        assert lines[0].place == entry.seat
