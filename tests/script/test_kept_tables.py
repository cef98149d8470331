"""Tables of large system files, which are kept as JSON."""

import json
from pathlib import Path

import pytest
import tomli

from referee.script import systems
from referee.script.systems import MOST_KEPT, kept_tables

LARGE = (
    "\n".join(f"word_{n} = 'a text that is long enough'" for n in range(500))
    + "\n[one]\nn = 1\nf = 1.0\nl = [1, {a = true}]\n"
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the tables of large files are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "referee" / "tables"


def test_tables_of_a_large_file_are_read_once(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = kept_tables(LARGE)
    (there,) = kept.iterdir()
    monkeypatch.setattr(systems, "toml_of", None)
    again = kept_tables(LARGE)
    assert again == first == tomli.loads(LARGE) and list(again) == list(first)
    assert [type(value) for value in again["one"].values()] == [int, float, list]
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept.parents[1]))
    there.write_bytes(there.read_bytes()[:100])
    assert kept_tables(LARGE) == first, "what is damaged is read anew"
    assert json.loads(there.read_bytes()) == first


def test_nothing_else_is_kept(kept: Path) -> None:
    assert kept_tables("a = 1") == {"a": 1} and not kept.exists(), "a small file is read in no time"
    dated = f"{LARGE}day = 2026-01-01\n"
    assert kept_tables(dated) == kept_tables(dated) and not kept.exists(), "JSON has no dates"
    for n in range(MOST_KEPT + 3):
        kept_tables(f"{LARGE}more = {n}\n")
    assert len(list(kept.iterdir())) == MOST_KEPT


def test_it_is_read_where_nothing_can_be_kept(kept: Path) -> None:
    kept.parent.mkdir()
    kept.write_text("a file, not a folder")
    assert kept_tables(LARGE)["one"]["n"] == 1
