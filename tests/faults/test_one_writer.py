"""One writer at a time: what another program did to the files is noticed before the next write."""

import errno
import fcntl
import os
import shutil

import pytest

from referee.engine.record.past_states import settled_state_at
from referee.store.journal import Journal
from referee.store.lock import Lock
from referee.store.save_problems import Locked
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined


def opened(saves: Saves) -> Journal:
    """An encounter with two acts, open for play."""
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -3))
    return journal


def hp(saves: Saves) -> int:
    """The hit points of Ulf as they are on the disk."""
    reader = saves.open("ambush", read_only=True)
    try:
        assert reader.notices == []
        return settled_state_at(reader, reader.position).figures["ulf"].tracks["hp"].now
    finally:
        reader.close()


def test_a_lock_file_that_was_deleted_is_made_again_at_the_next_act(saves: Saves) -> None:
    journal = opened(saves)
    (journal.folder.path / "lock").unlink()
    do(journal, hurt("ulf"))
    assert journal.trouble == ""
    with pytest.raises(Locked):
        saves.open("ambush")


def test_two_that_both_hold_a_lock_do_not_overwrite_each_other(saves: Saves) -> None:
    first = opened(saves)
    (first.folder / "lock").unlink()
    second = saves.open("ambush")
    do(second, hurt("ulf", -4))
    do(first, hurt("ulf", -1))
    assert "is now being played by another program" in first.trouble
    second.close()
    assert not first.retry() and "changed journal.jsonl" in first.trouble
    first.close()
    assert hp(saves) == 13


def test_on_a_disk_without_locks_the_length_of_the_file_tells(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    first = opened(saves)
    with pytest.raises(Locked):
        saves.open("ambush")
    (first.folder / "lock.held").unlink()  # another computer does not see it
    second = saves.open("ambush")
    assert "does not support locks" in second.notices[0]
    do(second, hurt("ulf", -4))
    monkeypatch.setattr(Lock, "renew", lambda lock: None)  # nor does this one
    do(first, hurt("ulf", -1))
    assert "another program has changed journal.jsonl" in first.trouble.lower()
    do(second, hurt("ulf", -4))
    assert second.trouble == "" and hp(saves) == 9


def test_a_backup_copied_over_the_open_journal_is_not_written_to(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    path = journal.folder / "journal.jsonl"
    backup = path.read_bytes()
    do(journal, hurt("ulf", -3))
    path.write_bytes(backup)
    do(journal, hurt("ulf", -1))
    assert "another program has changed journal.jsonl" in journal.trouble.lower()
    assert path.read_bytes() == backup
    journal.close()
    assert path.read_bytes() == backup and hp(saves) == 20


def test_a_folder_that_was_moved_away_is_not_written_to(saves: Saves) -> None:
    journal = opened(saves)
    away = saves.folder / "elsewhere"
    os.rename(journal.folder.path, away)
    before = (away / "journal.jsonl").read_bytes()
    do(journal, hurt("ulf"))
    assert "folder of the encounter is gone" in journal.trouble
    assert (away / "journal.jsonl").read_bytes() == before
    os.rename(away, journal.folder.path)
    assert journal.retry() and hp(saves) == 16


def test_a_folder_that_was_deleted_is_laid_out_and_locked_again(saves: Saves) -> None:
    journal = opened(saves)
    shutil.rmtree(journal.folder.path)
    do(journal, hurt("ulf"))
    assert journal.trouble == "" and hp(saves) == 16
    with pytest.raises(Locked):
        saves.open("ambush")


def test_an_encounter_can_be_taken_over_and_the_old_program_says_so(saves: Saves) -> None:
    old = opened(saves)
    with pytest.raises(Locked, match=r"since \d{4}-\d\d-\d\d \d\d:\d\d.*--take-over"):
        saves.open("ambush")
    new = saves.open("ambush", take_over=True)
    do(new, hurt("ulf", -4))
    do(old, hurt("ulf", -1))
    assert f"is now being played by another program (pid {os.getpid()}" in old.trouble and new.trouble == ""
    with pytest.raises(Locked):
        saves.open("ambush")
    old.close()
    new.close()
    assert hp(saves) == 13


def test_who_is_taken_over_learns_it_before_the_next_act(saves: Saves) -> None:
    old = opened(saves)
    assert old.taken_over() == ""
    (old.folder / "lock").unlink()
    assert old.taken_over() == "", "a lock that is only gone is taken again"
    with pytest.raises(Locked):
        saves.open("ambush")
    new = saves.open("ambush", take_over=True)
    assert "is now being played by another program" in old.taken_over() and new.taken_over() == ""
    new.close()
    assert old.taken_over() == "", "nothing was done"
    new = saves.open("ambush", take_over=True)
    do(new, hurt("ulf", -4))
    new.close()
    assert old.taken_over() == "Another program has continued this encounter."
    do(old, hurt("ulf", -1))
    assert old.trouble and old.taken_over() == "", "that it is not saved says more"
    old.give_up()
    old.close()
    assert old.taken_over() == ""


def test_who_was_taken_over_leaves_the_file_for_lookers_on_alone(saves: Saves) -> None:
    old = opened(saves)
    do(old, hurt("ulf", -1))
    new = saves.open("ambush", take_over=True)
    do(new, hurt("ulf", -4))
    assert new.settle()
    shown = (new.folder / "encounter.json").read_bytes()
    assert not old.settle()
    old.close()
    assert (new.folder / "encounter.json").read_bytes() == shown
    new.close()


def test_a_backup_copied_over_the_journal_is_no_other_program(saves: Saves) -> None:
    journal = opened(saves)
    path = journal.folder / "journal.jsonl"
    backup = path.read_bytes()
    do(journal, hurt("ulf", -1))
    path.write_bytes(backup)
    assert journal.taken_over() == ""
    do(journal, hurt("ulf", -2))
    assert journal.trouble, "so that all that was done here is kept elsewhere"


def test_a_lock_that_is_somebody_elses_file_too_is_not_written_to(saves: Saves) -> None:
    saves.create("Ambush", SYSTEM).close()
    precious = saves.folder / "precious"
    precious.write_text("precious")
    (saves.folder / "ambush" / "lock").unlink()
    os.link(precious, saves.folder / "ambush" / "lock")
    journal = saves.open("ambush")
    do(journal, *joined("ulf"))
    journal.close()
    assert precious.read_text() == "precious"


@pytest.mark.parametrize("rest", [b'{"crc":"0000', b"half a line\n"])
def test_a_write_that_never_finished_is_no_other_program(saves: Saves, rest: bytes) -> None:
    journal = opened(saves)
    journal.close()
    with (journal.folder / "journal.jsonl").open("ab") as file:
        file.write(rest)
    again = saves.open("ambush")
    assert again.taken_over() == "" and again.settle()
    do(again, hurt("ulf", -1))
    assert again.taken_over() == "" and again.trouble == ""
    with (journal.folder / "journal.jsonl").open("ab") as file:
        file.write(rest)
    assert again.taken_over() == "Another program has continued this encounter."
