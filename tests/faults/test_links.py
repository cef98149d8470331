"""Links in a folder of saves: nothing behind them is read as a save, written, or taken away."""

import os
import shutil
import time
from pathlib import Path

import pytest

from referee.engine.problem import Problem
from referee.store.save_problems import NameTaken
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined

FILES = ("journal.jsonl", "encounter.json", "lock")


def fought(saves: Saves) -> Path:
    """The folder of an encounter with two acts, put away."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf"))
    journal.close()
    return journal.folder.path


def image(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder that is none of ours, with files in it."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    for name in (*FILES, "letter"):
        (folder / name).write_text(f"precious {name}\n")
        os.chmod(folder / name, 0o644)
    return folder


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", [os.symlink, os.link])
def test_a_file_that_is_a_link_is_not_written_through(saves: Saves, elsewhere: Path, name: str, how: object) -> None:
    place, before = fought(saves), image(elsewhere)
    (place / name).unlink()
    assert callable(how)
    how(elsewhere / name, place / name)
    for deed in (
        lambda: saves.all(),
        lambda: do(saves.open("ambush"), hurt("ulf")),
        lambda: saves.rename("ambush", "Other"),
        lambda: saves.copy("ambush", "Copy"),
        lambda: saves.check("ambush"),
        lambda: saves.remove("ambush"),
        lambda: saves.restore("ambush"),
    ):
        try:
            deed()
        except Problem as problem:
            assert "precious" not in str(problem)
        assert image(elsewhere) == before
        assert {path.stat().st_mode & 0o777 for path in elsewhere.iterdir()} == {0o644}


def test_a_backup_of_hard_links_stays_as_it_was_and_the_journal_goes_on(saves: Saves, tmp_path: Path) -> None:
    place = fought(saves)
    backup = tmp_path / "backup"
    shutil.copytree(place, backup, copy_function=os.link)
    before = image(backup)
    journal = saves.open("ambush")
    do(journal, hurt("ulf"))
    assert journal.trouble == ""
    shutil.rmtree(backup)
    shutil.copytree(place, backup, copy_function=os.link)
    again = image(backup)
    do(journal, hurt("ulf"))
    assert journal.trouble == "" and {**image(backup), "lock": b""} == {**again, "lock": b""}
    journal.close()
    assert before["journal.jsonl"] == again["journal.jsonl"][: len(before["journal.jsonl"])]
    assert len(saves.open("ambush")) == 4 and saves.check("ambush") == []


def test_a_folder_that_is_a_link_is_no_encounter(saves: Saves, elsewhere: Path) -> None:
    fought(saves)
    before = image(elsewhere)
    (saves.folder / "linked").symlink_to(elsewhere)
    troubles = {save.slug: save.trouble for save in saves.all()}
    assert troubles == {"ambush": "", "linked": "linked cannot be read: it is a link, and links are not followed."}
    with pytest.raises(NameTaken):
        saves.create("linked", SYSTEM)
    with pytest.raises(Problem):
        saves.open("linked")
    assert image(elsewhere) == before


def test_what_looks_half_made_and_is_a_link_takes_nothing_away_with_it(saves: Saves, elsewhere: Path) -> None:
    place, before = fought(saves), image(elsewhere)
    for link in (saves.folder / ".new-old", place / ".new-old"):
        link.symlink_to(elsewhere)
        os.utime(link, (time.time() - 7200,) * 2, follow_symlinks=False)
    saves.create("Second", SYSTEM).close()
    saves.open("ambush").close()
    assert image(elsewhere) == before
