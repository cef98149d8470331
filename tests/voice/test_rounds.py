"""Two rounds of each game are spoken as they were when somebody last read them aloud."""

import pytest

from referee.rules import registry
from tests.voice.rounds import GAMES, golden, spoken


@pytest.mark.parametrize("game", GAMES)
def test_the_rounds_are_spoken_as_they_were(game: str) -> None:
    """Where it fails, read the difference aloud, then write it: `python -m tests.voice GAME`."""
    assert spoken(game) == golden(game).read_text(encoding="utf-8")


def test_every_game_has_its_rounds() -> None:
    assert {*GAMES} == {*registry.names()}
