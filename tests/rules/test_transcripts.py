"""Every transcript of every system holds, line by line."""

from pathlib import Path

import pytest

from referee.dialogue.transcript import play
from referee.rules import registry
from tests.rules.shelf import ALL, NAMES, played, transcripts

pytestmark = pytest.mark.looks_at_plays


@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_a_transcript_holds(system: str, path: Path) -> None:
    there = played(path)
    assert [f"{path.name}:{failure.line}: {failure.reason}" for failure in there.failures] == []
    assert there.checks > 0


@pytest.mark.parametrize("system", registry.names())
def test_a_system_has_transcripts(system: str) -> None:
    assert transcripts(system)


@pytest.mark.parametrize("system", registry.names())
def test_the_sample_sets_up(system: str) -> None:
    rules = registry.load(system)
    there = play(f"system {system}\n{rules.sample()}", registry.load)
    assert there.failures == []
    assert there.session is not None
    assert len(there.session.encounter.figures) >= 3
