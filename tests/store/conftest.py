"""What the tests of saves share."""

from pathlib import Path

import pytest

from referee.store.saves import Saves


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    """An empty folder of saves, not there yet."""
    return Saves(tmp_path / "saves")
