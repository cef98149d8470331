"""What the verbs of each game ask and refuse is worded as it was when somebody last read it."""

import pytest

from referee.rules import registry
from tests.asked.walk import NAMES, dialogue, golden

OWN = [name for name in NAMES if not name.endswith("_general")]


@pytest.mark.parametrize("name", OWN)
def test_the_verbs_of_a_game_ask_and_refuse_as_they_did(name: str) -> None:
    """Where it fails, read the difference, then write it: `python -m tests.asked NAME`."""
    assert dialogue(name) == golden(name).read_text(encoding="utf-8")


def test_every_game_has_its_questions_kept() -> None:
    assert {*OWN} == {*registry.names()}
