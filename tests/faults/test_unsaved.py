"""What the disk did not take: kept in a second place when the program ends, and brought back when it starts again."""

import errno
import os
import shutil
from pathlib import Path

import pytest

from referee.engine.problem import Problem
from referee.engine.record.past_states import settled_state_at
from referee.store.file import Folder
from referee.store.journal import Journal
from referee.store.library_lock import LIBRARY_LOCK
from referee.store.recovery import kept_of
from referee.store.save_problems import NotYetSafe
from referee.store.saves import Saves
from tests.faults.disk import Disk
from tests.store.acts import SYSTEM, do, hurt, joined


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the platform keeps the state of programs."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def unsaved(saves: Saves) -> Journal:
    """An encounter whose last act was not saved, because its journal may not be written."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    with pytest.MonkeyPatch.context() as broken:
        broken.setattr("referee.store.append_file.write_at", _full)
        do(journal, hurt("ulf", -3))
        assert journal.trouble == "The disk is full."
        journal.close()
    return journal


def _full(*args: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def hp(saves: Saves, name: str = "ambush") -> int:
    journal = saves.open(name, read_only=True)
    return settled_state_at(journal, journal.position).figures["ulf"].tracks["hp"].now


def test_what_was_not_saved_is_kept_elsewhere_and_joined_to_its_journal_at_the_next_start(
    saves: Saves, state: Path
) -> None:
    journal = unsaved(saves)
    assert journal.rescued is not None and journal.rescued.folder is not None
    assert str(journal.rescued.folder) in journal.rescued.told and journal.rescued.folder.is_relative_to(state)
    assert hp(saves) == 20
    again = saves.open("ambush")
    assert again.notices == ["What could not be saved of ambush last time is saved now."]
    again.close()
    assert hp(saves) == 17 and saves.check("ambush") == []
    assert kept_of(Folder(saves.folder)) == []


def test_where_the_journal_went_another_way_it_becomes_an_encounter_of_its_own(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsaved(saves)
    with monkeypatch.context() as without:
        without.setattr(Saves, "bring_back", lambda self: [])
        other = saves.open("ambush")
        do(other, hurt("ulf", -1))
        other.close()
    (told,) = saves.bring_back()
    assert "now a separate encounter: Ambush unsaved" in told
    assert hp(saves) == 19 and hp(saves, "ambush-unsaved") == 17
    assert saves.bring_back() == []


def test_what_was_joined_without_being_certain_of_it_is_not_joined_twice(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    unsaved(saves)
    with monkeypatch.context() as broken:
        broken.setattr("referee.store.file.Folder.sync", _full)
        assert "is still in" in saves.bring_back()[0]
        assert hp(saves) == 17
    journal = saves._open("ambush")
    do(journal, hurt("ulf", -1))
    journal.close()
    assert saves.bring_back() == ["What could not be saved of ambush last time is saved now."]
    assert hp(saves) == 16 and [save.slug for save in saves.all()] == ["ambush"] and saves.bring_back() == []


def test_where_the_folder_is_gone_it_becomes_an_encounter_of_its_own(saves: Saves) -> None:
    unsaved(saves)
    shutil.rmtree(saves.folder / "ambush")
    assert "Ambush unsaved" in saves.bring_back()[0]
    assert hp(saves, "ambush-unsaved") == 17


def test_a_folder_moved_away_while_it_is_open_loses_nothing(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    os.rename(journal.folder.path, saves.folder.parent / "away")
    do(journal, hurt("ulf", -3))
    journal.close()
    assert journal.rescued is not None and "is kept in" in journal.rescued.told
    assert saves.bring_back() and hp(saves, "ambush-unsaved") == 17


def test_while_another_program_plays_it_it_waits(saves: Saves) -> None:
    unsaved(saves)
    other = Saves(saves.folder)._open("ambush")
    assert saves.bring_back() == []
    other.close()
    assert len(saves.bring_back()) == 1


def test_it_says_so_if_the_second_place_fails_too(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    disk = Disk(monkeypatch)
    disk.fail("pwrite", errno.ENOSPC)
    do(journal, hurt("ulf", -3))
    journal.close()
    disk.heal()
    assert journal.rescued is not None and journal.rescued.folder is None
    assert journal.rescued.told.startswith(
        "What was not saved of Ambush is lost: The disk is full. It could not be saved"
    )
    assert saves.open("ambush").notices == []


def test_what_was_given_up_is_kept_nowhere(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    with monkeypatch.context() as broken:
        broken.setattr("referee.store.append_file.write_at", _full)
        do(journal, hurt("ulf", -3))
    journal.give_up()
    journal.close()
    assert journal.rescued is None and kept_of(Folder(saves.folder)) == [] and hp(saves) == 20


@pytest.mark.parametrize("nth", range(8))
def test_what_is_refused_is_not_done(saves: Saves, monkeypatch: pytest.MonkeyPatch, nth: int) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    journal.close()
    there = ("ambush", "copy", "new", "other", LIBRARY_LOCK)
    for call in ("fsync", "rename", "replace", "open"):
        for deed, new in (
            (lambda: saves.create("New", SYSTEM).close(), "New"),
            (lambda: saves.copy("ambush", "Copy"), "Copy"),
            (lambda: saves.rename("ambush", "Other"), "Other"),
        ):
            with monkeypatch.context() as patch:
                Disk(patch).fail_once(call, errno.EIO, nth)
                try:
                    deed()
                except Problem as problem:
                    done = isinstance(problem, NotYetSafe)
                else:
                    done = True
            assert done == (new in [save.name for save in saves.all()]), (call, new)
            assert not any(save.trouble for save in saves.all())
            assert not [name for name in os.listdir(saves.folder) if name not in there]
            if done and new == "Other":
                saves.rename("other", "Ambush")
            elif done:
                shutil.rmtree(saves.folder / new.lower())
