"""No clause without a transcript that makes sure of it, and no citation of a clause that does not exist."""

import re
from pathlib import Path

import pytest

from referee.rules import registry
from tests.rules.shelf import CLAUSE, checked_clauses, played, transcripts

pytestmark = pytest.mark.looks_at_plays
RULES = Path(registry.__file__).parent


def sources(system: str) -> list[Path]:
    """The modules of a system, or its file."""
    file = RULES / "open_table" / "systems" / f"{system}.toml"
    return [file] if file.exists() else sorted((RULES / system).rglob("*.py"))


@pytest.mark.parametrize("system", registry.names())
def test_every_clause_is_made_sure_of(system: str) -> None:
    exercised = set[str]().union(*(checked_clauses(path) for path in transcripts(system)))
    # One that only lists what has no clause has nothing that could happen.
    there = {clause.id for clause in registry.load(system).clauses() if not clause.text.startswith("Not covered")}
    assert sorted(there - exercised) == []


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
def test_only_clauses_that_exist_are_cited(system: str) -> None:
    known = {clause.id for clause in registry.load(system).clauses()}
    code = "".join(path.read_text(encoding="utf-8") for path in sources(system))
    cited = set(re.findall(rf"\b{CLAUSE}\b", code))
    for path in transcripts(system):
        session = played(path).session
        assert session is not None
        cited |= {clause for entry in session.entries() for event in entry.events or () for clause in event.cites}
    assert sorted(cited - known) == []


@pytest.mark.parametrize("system", registry.names())
def test_clauses_are_in_our_words_and_numbered_once(system: str) -> None:
    clauses = registry.load(system).clauses()
    assert len({clause.id for clause in clauses}) == len(clauses)
    assert all(clause.text.endswith((".", ".)")) and clause.source in ("stated", "fact", "house") for clause in clauses)
