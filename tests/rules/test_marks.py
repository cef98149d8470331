"""No sentence has a full stop before a comma, or marks twice: not those of files, and not those that are joined."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.command_language.open_questions import question_line
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from tests.rules.shelf import WRONG_MARKS

RULES = Path(registry.__file__).parent
FILES = sorted(path for path in RULES.rglob("*") if path.suffix in (".toml", ".json"))


def texts(value: Any) -> Iterator[str]:
    """All texts in what a file holds."""
    if isinstance(value, str):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(each)


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_no_text_of_a_file_has_wrong_marks(path: Path) -> None:
    raw = path.read_text(encoding="utf-8")
    found = list(texts(json.loads(raw) if path.suffix == ".json" else tomllib.loads(raw)))
    assert found and [text for text in found if WRONG_MARKS.search(text)] == []


@pytest.mark.parametrize(
    ("prompt", "line"),
    [
        ("Vex: parry?", "? Vex: parry (reaction 1)? "),
        ("Vex: a check is needed.", "? Vex: a check is needed (reaction 1). "),
        ("Vex strikes. Spend what?", "? Vex strikes: reaction 1. Spend what? "),
        ("Vex strikes", "? Vex strikes, reaction 1. "),
    ],
)
def test_a_price_stands_before_the_mark_that_ends_the_question(prompt: str, line: str) -> None:
    question = Confirm(key="k", prompt=prompt, by="vex", tally=(("reaction", 1),))
    said = question_line(question, Encounter(system="fifth", turn="vex"))
    assert said.startswith(line), said
    assert not WRONG_MARKS.search(said)
