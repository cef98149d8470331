"""What happened is data: every test of every transcript is an event whose fields agree with each other."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.engine.events.event import Event, Remarked, Tested, total
from referee.rules import registry
from tests.rules.shelf import ALL, NAMES, played

pytestmark = pytest.mark.looks_at_plays
AGAINST = re.compile(r"\bagainst (DC )?\d")


def events_of(path: Path) -> Iterator[Event]:
    """All events of a transcript."""
    session = played(path).session
    assert session is not None
    for entry in session.entries():
        yield from entry.events or ()


@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_no_test_is_only_in_words(system: str, path: Path) -> None:
    remarks = [event for event in events_of(path) if isinstance(event, Remarked)]
    assert [event.text for event in remarks if event.against is not None or AGAINST.search(event.text)] == []


@pytest.mark.parametrize(("system", "path"), ALL, ids=NAMES)
def test_the_fields_of_a_test_agree(system: str, path: Path) -> None:
    rules = registry.load(system)
    for event in events_of(path):
        if isinstance(event, Tested):
            assert rules.test(event.kind) is not None, event.kind
            assert event.total is None or event.total == total(event.terms)
            assert not event.opposing or event.against == total(event.opposing)
            if event.each:
                dice = [face for term in event.terms for face in term.faces]
                assert dice and (event.count or 0) <= len(dice)
