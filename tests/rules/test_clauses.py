"""No clause without a transcript that makes sure of it, and no citation of a clause that does not exist."""

import re
from pathlib import Path

import pytest

from referee.rules import registry
from referee.script.transcript import play
from tests.rules.shelf import checked_clauses, transcripts

RULES = Path(registry.__file__).parent


@pytest.mark.parametrize("system", registry.names())
def test_every_clause_is_made_sure_of(system: str) -> None:
    exercised = set[str]().union(*(checked_clauses(path) for path in transcripts(system)))
    assert sorted({clause.id for clause in registry.load(system).clauses()} - exercised) == []


@pytest.mark.parametrize("system", registry.names())
def test_only_clauses_that_exist_are_cited(system: str) -> None:
    known = {clause.id for clause in registry.load(system).clauses()}
    code = "".join(path.read_text(encoding="utf-8") for path in (RULES / system).rglob("*.py"))
    cited = set(re.findall(r"\b[A-Z]{2}-[0-9]{2}\b", code))
    for path in transcripts(system):
        session = play(path.read_text(encoding="utf-8"), registry.load).session
        assert session is not None
        cited |= {clause for entry in session.entries() for event in entry.events or () for clause in event.cites}
    assert sorted(cited - known) == []


@pytest.mark.parametrize("system", registry.names())
def test_clauses_are_in_our_words_and_numbered_once(system: str) -> None:
    clauses = registry.load(system).clauses()
    assert len({clause.id for clause in clauses}) == len(clauses)
    assert all(clause.text.endswith((".", ".)")) and clause.source in ("stated", "fact", "house") for clause in clauses)
