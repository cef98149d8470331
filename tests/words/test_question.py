"""Of whom something is asked."""

import pytest

from referee.engine.questions.question import PLAYERS, REFEREE
from referee.engine.questions.typed_questions import Confirm
from referee.words.prompts import asked_of
from tests.words.table import TABLE


@pytest.mark.parametrize(
    ("by", "prompt", "says"),
    [
        ("ulf", "To hit", " (Ulf)"),
        ("ulf", "Ulf saves", ""),
        ("heroes", "Which of the heroes acts?", ""),
        (PLAYERS, "Who goes first?", " (players)"),
        (REFEREE, "How many?", ""),
    ],
)
def test_all_but_the_referee_are_named(by: str, prompt: str, says: str) -> None:
    assert asked_of(Confirm(key="k", prompt=prompt, by=by), TABLE) == says
