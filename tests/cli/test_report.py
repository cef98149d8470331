"""`referee report`: printed, or written into a new file; for the players unless the referee asks for all."""

import csv
import json
import shutil
from pathlib import Path

import pytest

from tests import store
from tests.cli.command import Captured, enter, said

FIGHT = ("dice app", "add fighter Ann init=20", "add goblin Shade init=10 hidden=yes", "add goblin init=3", "next")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Path:
    """A folder with an encounter in its first round."""
    here = enter(tmp_path, monkeypatch)
    said(capsys, 0, "new", "ford", "--system", "fifth")
    said(capsys, 0, "do", "ford", *FIGHT, "damage g1 20 by ann", "damage ann 6 by shade")
    return here


def test_it_is_printed_for_the_players_or_whole(folder: Path, capsys: Captured) -> None:
    shown, _ = said(capsys, 0, "report", "ford")
    assert shown.startswith("# ford\n") and "Shade" not in shown and "| Ann | 7 | 6 |" in shown
    whole, _ = said(capsys, 0, "report", "ford", "--referee")
    assert "Shade" in whole and "Began 20" in whole


def test_a_new_file_has_the_form_that_its_name_says(folder: Path, capsys: Captured) -> None:
    out, _ = said(capsys, 0, "report", "ford", "--output", "evening.CSV")
    assert out == "The report of ford is in evening.CSV.\n"
    rows = list(csv.reader((folder / "evening.CSV").open(newline="", encoding="utf-8")))
    assert ["pairs", "Ann", "Goblin 1", "damage", "", "7"] in rows
    said(capsys, 0, "report", "ford", "--output", "evening.txt", "--format", "json")
    assert json.loads((folder / "evening.txt").read_text(encoding="utf-8"))["name"] == "ford"


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("there.md", '"there.md" already exists. Choose another name.'),
        ("no/such.md", '"no/such.md" cannot be written: there is no such folder.'),
        (".", "already exists"),
        ("a\0b", "cannot be written: a bad file name."),
    ],
)
def test_a_file_that_cannot_be_written_is_told_and_nothing_changes(
    folder: Path, capsys: Captured, output: str, why: str
) -> None:
    (folder / "there.md").write_text("mine")
    _, err = said(capsys, 1, "report", "ford", "--output", output)
    assert why.replace('"', "'") in err.replace('"', "'")
    assert (folder / "there.md").read_text() == "mine"


def test_an_encounter_that_is_not_there_and_one_without_a_round(folder: Path, capsys: Captured) -> None:
    assert "There is no encounter" in said(capsys, 1, "report", "nowhere")[1]
    said(capsys, 0, "new", "empty", "--system", "plain")
    assert "No round has begun yet, so there is nothing to report." in said(capsys, 0, "report", "empty")[0]


SAVES = [folder for name in ("saves_v1", "saves_v4") for folder in (Path(store.__file__).parent / name).iterdir()]
OLD = sorted(folder for folder in SAVES if (folder / "journal.jsonl").exists())


@pytest.mark.parametrize("folder", OLD, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_encounters_of_earlier_versions_are_reported(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    here = enter(tmp_path, monkeypatch)
    shutil.copytree(folder, here / "saves" / folder.name)
    data = json.loads(said(capsys, 0, "report", folder.name, "--referee", "--format", "json")[0])
    assert sum(pair["damage"] for pair in data["pairs"]) == sum(row["taken"] for row in data["figures"])
    assert data["rolls_unread"] == 0 and (data["rounds"] or not data["told"])
    assert "Nobody was hurt." in said(capsys, 0, "report", folder.name)[0] or data["pairs"] or not data["rounds"]
