"""What is told of a throw carries what it was thrown against: nobody has to read it out of the words."""

import re
from pathlib import Path

import pytest

from referee.engine.event import Remarked
from referee.rules import registry
from referee.script.transcript import play
from tests.rules.shelf import ALL, NAMES

_AGAINST = re.compile(r" against (\d+)")


@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_a_number_that_is_told_is_there_to_be_read(system: str, path: Path) -> None:
    session = play(path.read_text(encoding="utf-8"), registry.load).session
    assert session is not None
    events = [event for entry in session.entries() for event in entry.events or ()]
    telling = [event for event in events if isinstance(event, Remarked) and _AGAINST.search(event.text)]
    assert [event.text for event in telling if event.against != int(_AGAINST.findall(event.text)[0])] == []
