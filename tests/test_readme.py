"""The README: the modules that it names are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = re.compile(r"`((?:\w+/)+\w+\.\w+)`")
"""A path in backquotes, of a file in a folder."""


def test_every_file_that_it_names_is_there() -> None:
    named = NAMED.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists() and not (ROOT / "referee" / path).exists()] == []
