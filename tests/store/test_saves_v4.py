"""Saves of form 4: each opens, stands as it stood then, and goes back to its start and forth to its end."""

import json
from contextlib import closing
from pathlib import Path
from shutil import copytree

import pytest

from referee.dialogue.shown_data import exported_fields
from referee.engine.record.recorded_steps import Act
from referee.engine.record.session import Session
from referee.games import rules_for
from referee.store.saves import Saves
from tests.store.test_saves_v1 import common

KEPT = Path(__file__).parent / "saves_v4"
FOLDERS = sorted(path.name for path in KEPT.iterdir() if (path / "journal.jsonl").exists())


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_stands_as_it_stood_and_can_be_gone_through(folder: str, tmp_path: Path) -> None:
    copytree(KEPT / folder, tmp_path / folder)
    saves = Saves(tmp_path)
    then = json.loads((KEPT / "expected" / f"{folder}.json").read_text(encoding="utf-8"))
    assert saves.check(folder) == []
    with closing(saves.open(folder)) as journal:
        assert (journal.notices, journal.read_only) == ([], False)
        now = json.loads(json.dumps(exported_fields(journal)))
        assert common(then["encounter"], now["encounter"]) == then["encounter"]
        session = Session(rules_for(journal), journal)
        assert session.notice == "" and all(entry.act == Act() for entry in session.entries())
        place, stood = journal.position, session.encounter
        while journal.position:
            session.undo()
        while journal.position < len(journal):
            session.redo()
        session.rewind(place)
        assert (session.notice, session.encounter) == ("", stood)
