"""Pasted text: Give one command a line are so many orders."""

import pytest

from referee.command_language.line import read_line
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import done_in_order, run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.verb import Situation
from tests.command_language.tiny import TINY


@pytest.fixture
def session() -> Session:
    return Session(TINY, MemoryStepLog(bare(TINY)))


def test_each_line_is_an_order(session: Session) -> None:
    said = list(done_in_order(session, "# two come\nadd hero Ann\n\nadd rat x2\n", lambda line: line))
    assert said == ["add hero Ann", "add rat x2"]
    Dialogue(session).take("add hero Ann\r\nadd rat x2")
    assert [figure.name for figure in session.encounter.figures.values()] == ["Ann", "Rat 1", "Rat 2"]


def test_the_first_that_fails_ends_it_and_is_named(session: Session) -> None:
    with pytest.raises(Refused, match='Line 2 of 3 \\(the lines before it were done\\): There is no command "foo"'):
        Dialogue(session).take("add hero Ann\nfoo\nadd rat")
    assert list(session.encounter.figures) == ["ann"]
    with pytest.raises(NotUnderstood, match=r"^There is no command \"foo\""):
        Dialogue(session).take("foo")


def test_a_drawn_map_goes_on_to_the_next_empty_line(session: Session) -> None:
    run_line(session, "map 3x2")
    run_line(session, "wall a1-b1")
    from referee.engine.state.board_chart import written

    board = session.encounter.board
    assert board is not None
    Dialogue(session).take(f"map {written(board)}\n\nadd hero Ann")
    assert session.encounter.board == board and "ann" in session.encounter.figures


def test_a_line_with_several_in_it_is_no_order(session: Session) -> None:
    with pytest.raises(NotUnderstood, match="Type one command per line"):
        read_line(Situation(session.rules, session.encounter), "add hero Ann\nadd rat")
