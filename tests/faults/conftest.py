"""What the tests of faults share."""

from pathlib import Path

import pytest

from referee.store.saves import Saves
from tests.faults.bounded import command
from tests.faults.received import Place, prepare


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    """An empty folder of saves, not there yet."""
    return Saves(tmp_path / "saves")


@pytest.fixture(scope="session")
def received(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A sound folder of saves as somebody may send it, with what lies beside it."""

    def run(place: Place, *words: str) -> tuple[int, str]:
        outcome = command(place, *words)
        return outcome.code, outcome.out or outcome.err

    return prepare(tmp_path_factory.mktemp("received") / "sound", run)
