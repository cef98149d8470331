"""The brief logs of the transcripts tell what they told when somebody last read them."""

import pytest

from referee.rules import registry
from tests.words.brief_logs import brief_logs, golden

pytestmark = pytest.mark.looks_at_plays


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", registry.names())
def test_the_brief_logs_of_a_game_tell_what_they_told(game: str) -> None:
    """Where it fails, read the difference aloud, then write it: `python -m tests.words.brief_logs GAME`."""
    assert brief_logs(game) == golden(game).read_text(encoding="utf-8")
