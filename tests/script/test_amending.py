"""Answers of the past, corrected by a line."""

import pytest

from referee.engine.problem import Problem
from referee.engine.session import Session
from referee.script.dialogue import Dialogue
from referee.script.run import run_line
from tests.script.test_line import at_table


@pytest.fixture
def session() -> Session:
    """Ulf has hit and killed a rat; its attack stands at place 3."""
    return at_table("add hero Ulf", "add rat x2", "next", "attack r1", "< 5", "< 1", "note after")


def test_a_correction_changes_what_followed_from_it(session: Session) -> None:
    said = Dialogue(session).take("amend 3 2 6")
    assert said == ["Corrected attack r1: Ulf -1 items, Rat 1 -> up, Rat 1 +1 wounds"]
    assert session.encounter.figures["r1"].standing == "up"
    run_line(session, "undo")
    assert session.encounter.figures["r1"].standing == "dead"


def test_taking_a_correction_back_says_which_it_was(session: Session) -> None:
    dialogue = Dialogue(session)
    dialogue.take("amend 3 2 6")
    (said,) = dialogue.take("undo")
    assert said.startswith("Taken back the correction of attack r1 (place ")


def test_an_answer_is_found_by_its_question_too(session: Session) -> None:
    run_line(session, "amend 3 to-hit 1")
    assert session.encounter.figures["r1"].standing == "up"


def test_what_the_new_course_asks_is_said_behind(session: Session) -> None:
    run_line(session, "amend 3 to-hit 1")
    with pytest.raises(Problem, match="It then asks 'Save'"):
        run_line(session, "amend 3 to-hit 4")
    run_line(session, "amend 3 to-hit 4 < 2")
    assert session.encounter.figures["r1"].standing == "dead"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("amend 99 1 5", "No command was given at place 99"),
        ("amend 4 1 5", "No command was given at place 4"),
        ("amend 3 3 5", "That command has 2 answers; there is no number 3."),
        ("amend 3 jump 5", "'jump' is part of 0 of its questions: to-hit ulf>r1, save r1."),
        ("amend 3 1 7", "A d6 never shows 7."),
        ("amend 3 1 5 < 2", "Nothing more is asked then; '2' is one answer too many."),
        ("amend 2 1 5", "That command has 0 answers; there is no number 1."),
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(session: Session, line: str, says: str) -> None:
    before, length = session.encounter, len(session.tape)
    with pytest.raises(Problem) as problem:
        run_line(session, line)
    assert says in str(problem.value)
    assert (session.encounter, len(session.tape)) == (before, length)
