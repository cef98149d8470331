"""The table of worked cases: each clause has one, and each is there."""

import re
from pathlib import Path

import pytest

from referee.dialogue.transcript import play
from referee.engine.dice.number_questions import Numbers
from referee.rules import registry

HERE = Path(__file__).parent
TABLE = (HERE / "worked_cases.md").read_text(encoding="utf-8")
ROWS = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in TABLE.splitlines() if "| F5-" in line]
LEFT_OUT = {"F5-88"}


def test_each_clause_has_a_worked_case() -> None:
    clauses = [clause.id for clause in registry.load("fifth").clauses()]
    assert list(dict.fromkeys(row[0] for row in ROWS)) == clauses
    assert {row[0] for row in ROWS if row[2] == "none"} == LEFT_OUT


@pytest.mark.parametrize("row", [row for row in ROWS if row[2] != "none"], ids=lambda row: f"{row[0]} {row[2]}")
def test_a_case_of_the_table_is_there(row: tuple[str, ...]) -> None:
    _, _, file, check = row
    text = (HERE / file).read_text(encoding="utf-8")
    if file.endswith(".py"):
        assert f"def {check}(" in text
        return
    # A check stands in its transcript with the clauses that it names.
    checks = [re.sub(r"\s*\[[A-Z0-9 -]+\]", "", line) for line in text.splitlines() if line[:1] in ("=", "!")]
    assert len(check) > 3 and check[:1] in ("=", "!") and any(line.startswith(check) for line in checks)


def test_what_hinders_checks_is_known_to_initiative() -> None:
    lines = ["system fifth", "add fighter Ulf", "add goblin x2", "add ogre x2", "condition ulf poisoned"]
    lines += ["condition g1 poisoned", "condition o1 poisoned", "condition o2 poisoned", "next"]
    session = play("\n".join(lines), registry.load).session
    assert session is not None
    question = session.questions[0]
    assert isinstance(question, Numbers)
    hindered = {number.name for number in question.numbers if "disadvantage (poisoned)" in str(number)}
    assert hindered == {"ulf", "o1"}  # the goblins, of whom one alone is poisoned, are not
