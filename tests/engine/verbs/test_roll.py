"""The `roll` verb: who throws, and how the dice are marked."""

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import DICE
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from tests.engine.toys.box import seat, table
from tests.engine.toys.fights import FIGHTS


def at(mode: str) -> Session:
    session = seat(FIGHTS, table())
    run_line(session, f"dice {mode}")
    return session


def rolled(session: Session) -> str:
    told = [event for entry in session.entries() for event in entry.events or () if event.t == "told"]
    return told[-1].text


@pytest.mark.parametrize("mode", DICE.choices)
def test_dice_are_typed_in_every_mode(mode: str) -> None:
    session = at(mode)
    run_line(session, "roll 2d6+3 typed")
    assert [question.key for question in session.questions] == ["roll"]
    run_line(session, "< 5 4")
    assert rolled(session) == "Rolled 2d6+3: 5 4 = 12"


@pytest.mark.parametrize("mode", DICE.choices)
def test_what_fell_is_told_at_once(mode: str) -> None:
    session = at(mode)
    run_line(session, "roll 3d6+2 = 436")
    assert rolled(session) == "Rolled 3d6+2: 4 3 6 = 15"
    for line in ("roll 3d6 = 4 3", "roll 3d6 = 4 3 7", "roll 3d6 =", "roll 3d6 typd"):
        with pytest.raises(Problem):
            run_line(session, line)


def test_the_app_throws_at_once_and_each_die_says_so() -> None:
    session = at("split")
    run_line(session, "roll 2d6")
    assert rolled(session).count("(app)") == 1 and not session.questions
    run_line(session, "roll 2d6 typed hidden")
    assert session.questions[0].hidden
    run_line(session, "< 5")
    assert rolled(session).startswith("Rolled 2d6: 5 (typed) ")
    assert rolled(session).count("(app)") == 1
