"""`referee conditions`: a table, or JSON, of one encounter or of all."""

import json
from pathlib import Path

import pytest
from tinydb import TinyDB

from referee.cli.main import run
from tests.cli.command import enter, said

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def saves(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of two fights."""
    enter(tmp_path, monkeypatch)
    for name in ("one", "two"):
        assert run(("new", name, "--system", "fifth")) == 0
        lines = ("dice table", "add hero Ann hp=9 init=9", "add goblin init=3", "next", "condition ann poisoned 3")
        assert run(("do", name, *lines)) == 0
    assert run(("do", "two", "condition g1 prone")) == 0
    capsys.readouterr()
    return tmp_path / "saves"


def test_one_encounter_or_all_are_listed(capsys: Captured) -> None:
    assert said(capsys, 0, "conditions", "one")[0].splitlines() == [
        "who  condition  since                until",
        "Ann  poisoned   round 1, Ann's turn  for 3 turns",
    ]
    out, _ = said(capsys, 0, "conditions", "--kind", "prone")
    assert out.splitlines()[1].split("  ")[0] == "two" and "prone" in out and len(out.splitlines()) == 2
    assert said(capsys, 0, "conditions", "--kind", "stunned") == ("", "Nobody is stunned.\n")
    assert len(said(capsys, 0, "conditions")[0].splitlines()) == 4
    rows = json.loads(said(capsys, 0, "conditions", "--json", "--players")[0])
    assert [(row["encounter"], row["on"], row["kind"]) for row in rows].count(("two", "g1", "prone")) == 1


def test_the_count_goes_down_in_the_database_as_at_the_table(capsys: Captured, saves: Path) -> None:
    for left in (2, 1):
        assert run(("do", "one", "next", "next")) == 0
        rows = TinyDB(saves / "one" / "encounter.json", access_mode="r").table("conditions").all()
        assert [row["until"]["left"] for row in rows] == [left]
