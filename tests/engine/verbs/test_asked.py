"""What the verbs that all games have ask and refuse is worded as it was when somebody last read it."""

import pytest

from tests.asked.walk import NAMES, dialogue, golden


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_general")])
def test_the_verbs_of_all_games_ask_and_refuse_as_they_did(name: str) -> None:
    """Where it fails, read the difference, then write it: `python -m tests.asked NAME`."""
    assert dialogue(name) == golden(name).read_text(encoding="utf-8")
