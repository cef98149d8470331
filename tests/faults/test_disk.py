"""A disk that fails: the old or the new state, a sentence, and nothing lost once it works again."""

import errno
import os
import resource
import sys
from itertools import groupby

import pytest

from referee.engine.record.past_states import settled_state_at
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.store.journal import Journal
from referee.store.journal_line import survey
from referee.store.save_problems import CannotWrite
from referee.store.saves import Saves
from tests.faults.disk import Disk
from tests.store.acts import SYSTEM, corrected, do, hurt, joined, play, said

FAULTS = [
    ("pwrite", errno.ENOSPC, False, "disk is full"),
    ("pwrite", errno.ENOSPC, True, "disk is full"),
    ("pwrite", errno.EDQUOT, True, "quota"),
    ("pwrite", errno.EIO, True, "reports an error"),
    ("fsync", errno.EIO, False, "reports an error"),
    ("fsync", errno.ENOSPC, False, "disk is full"),
]


def both(saves: Saves) -> tuple[Journal, MemoryStepLog]:
    """The same first acts on the disk and in memory."""
    journal, step_log = saves.create("Ambush", SYSTEM), MemoryStepLog(Encounter(system=SYSTEM))
    for each in (journal, step_log):
        do(each, *joined("ulf"))
        do(each, hurt("ulf", -3), said(300))
    return journal, step_log


def same(journal: Journal, step_log: MemoryStepLog) -> None:
    """Nothing is lost, and nothing is there twice."""
    assert [journal.step(n) for n in range(len(journal))] == [step_log.step(n) for n in range(len(step_log))]
    assert journal.position == step_log.position
    assert settled_state_at(journal, journal.position) == settled_state_at(step_log, step_log.position)


@pytest.mark.parametrize(("call", "code", "short", "sentence"), FAULTS)
def test_play_goes_on_while_the_disk_fails_and_all_is_saved_when_it_works_again(
    saves: Saves, monkeypatch: pytest.MonkeyPatch, call: str, code: int, short: bool, sentence: str
) -> None:
    journal, step_log = both(saves)
    path = journal.folder / "journal.jsonl"
    sound = path.read_bytes()
    disk = Disk(monkeypatch)
    disk.fail(call, code, short=short)
    for n in range(4):
        for each in (journal, step_log):
            do(each, hurt("ulf", -n), said(900 - 200 * n))
        assert sentence in journal.trouble
        assert path.read_bytes() == sound, "no half line stays behind"
        same(journal, step_log)
    for each in (journal, step_log):
        each.move(3)
        do(each, hurt("ulf", 2))
    assert not journal.retry()
    disk.heal()
    for each in (journal, step_log):
        do(each, hurt("ulf", -1))
    assert journal.trouble == ""
    assert survey(path.read_bytes()).good == path.stat().st_size
    journal.file.close()
    journal._lock.release()
    again = saves.open("ambush")
    same(again, step_log)
    assert again.notices == []
    again.close()
    assert saves.check("ambush") == []


def test_half_a_line_that_cannot_even_be_cut_off_is_cut_off_before_the_next(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, step_log = both(saves)
    disk = Disk(monkeypatch)
    disk.fail("pwrite", errno.ENOSPC, short=True)
    with monkeypatch.context() as more:
        more.setattr(os, "ftruncate", lambda descriptor, size: (_ for _ in ()).throw(OSError(errno.EIO, "no")))
        for each in (journal, step_log):
            do(each, hurt("ulf", -2), said(2000))
    assert not survey((journal.folder / "journal.jsonl").read_bytes()).broken
    disk.heal()
    assert journal.retry()
    same(saves.open("ambush", read_only=True), step_log)
    raw = (journal.folder / "journal.jsonl").read_bytes()
    assert survey(raw).good == len(raw)


def test_after_a_failed_fsync_the_descriptor_is_never_used_again(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, step_log = both(saves)
    disk = Disk(monkeypatch)
    before = journal.file._writer
    disk.fail("fsync", errno.EIO)
    for each in (journal, step_log):
        do(each, hurt("ulf"))
    assert journal.file._writer is None
    with pytest.raises(OSError):
        os.fstat(before)
    disk.heal()
    disk.calls.clear()
    assert journal.retry()
    assert [call for call, _ in groupby(disk.calls)] == ["open", "pwrite", "fsync"]


def test_too_many_open_files(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, step_log = both(saves)
    disk = Disk(monkeypatch)
    disk.fail("open", errno.EMFILE)
    for each in (journal, step_log):
        do(each, hurt("ulf"))
    assert journal.trouble == "", "what is open stays open"
    assert not journal.settle(), "encounter.json has to stay behind"
    with pytest.raises(CannotWrite, match="too many files"):
        saves.create("Other", SYSTEM)
    disk.heal()
    assert journal.settle()
    same(journal, step_log)


@pytest.mark.parametrize("call", ["open", "pwrite", "fsync", "replace"])
def test_encounter_json_is_the_old_or_the_new_one_and_nothing_half_made_stays(
    saves: Saves, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    journal, _ = both(saves)
    assert journal.settle()
    old = (journal.folder / "encounter.json").read_bytes()
    do(journal, hurt("ulf"))
    disk = Disk(monkeypatch)
    disk.fail(call, errno.ENOSPC)
    assert not journal.settle()
    assert (journal.folder / "encounter.json").read_bytes() == old
    disk.heal()
    assert sorted(os.listdir(journal.folder.path)) == ["encounter.json", "journal.jsonl", "lock"]
    assert journal.settle()
    assert (journal.folder / "encounter.json").read_bytes() != old


def test_what_a_killed_program_left_half_made_is_swept_out(saves: Saves) -> None:
    journal, _ = both(saves)
    journal.close()
    (journal.folder / ".new-encounter.json-0123").write_text("half")
    saves.open("ambush", read_only=True).close()
    assert (journal.folder / ".new-encounter.json-0123").exists(), "a reader changes nothing"
    saves.open("ambush").close()
    assert sorted(os.listdir(journal.folder.path)) == ["encounter.json", "journal.jsonl", "lock"]


@pytest.mark.parametrize("call", ["open", "pwrite", "fsync", "rename"])
def test_an_encounter_that_cannot_be_made_leaves_nothing_behind(
    saves: Saves, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    both(saves)
    disk = Disk(monkeypatch)
    disk.fail(call, errno.EROFS)
    with pytest.raises(CannotWrite, match="is read-only"):
        saves.create("Other", SYSTEM)
    disk.heal()
    assert os.listdir(saves.folder) == ["ambush"]
    saves.create("Other", SYSTEM)


def test_where_all_acts_are_saved_a_full_disk_at_rest_is_no_trouble(
    saves: Saves, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal, step_log = both(saves)
    for each in (journal, step_log):
        play(each, corrected(1, hurt("ulf", -5)))
    with monkeypatch.context() as broken:
        Disk(broken).fail("pwrite", errno.ENOSPC)
        assert not journal.settle() and journal.trouble == ""
        assert not journal.settle()
    for each in (journal, step_log):
        do(each, hurt("ulf"))
        play(each, corrected(1, hurt("ulf", -4)))
    with monkeypatch.context() as broken:
        Disk(broken).fail("pwrite", errno.ENOSPC)
        journal.close()
        assert journal.rescued is None
    same(saves.open("ambush", read_only=True), step_log)
    again = saves.open("ambush")
    same(again, step_log)
    again.close()
    assert saves.check("ambush") == []


def test_a_file_that_may_not_grow(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    journal, step_log = both(saves)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = (journal.folder / "journal.jsonl").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, hard))
    try:
        for each in (journal, step_log):
            do(each, hurt("ulf", -2), said(400))
        assert "cannot grow" in journal.trouble
        assert (journal.folder / "journal.jsonl").stat().st_size == size
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    for each in (journal, step_log):
        do(each, hurt("ulf", -1))
    assert journal.trouble == ""
    journal.close()
    same(saves.open("ambush"), step_log)


def test_a_folder_deleted_under_our_hands_is_laid_out_again(saves: Saves) -> None:
    journal, step_log = both(saves)
    for file in journal.folder.path.iterdir():
        file.unlink()
    journal.folder.path.rmdir()
    for each in (journal, step_log):
        do(each, hurt("ulf"))
    assert journal.trouble == ""
    journal.close()
    same(saves.open("ambush"), step_log)
    assert saves.check("ambush") == []


def test_another_file_in_its_place_is_not_written_to(saves: Saves) -> None:
    journal, _ = both(saves)
    path = journal.folder / "journal.jsonl"
    path.rename(journal.folder / "aside")
    path.write_text("another\n")
    journal.file._let_go()
    do(journal, hurt("ulf"))
    assert journal.trouble != "" and path.read_text() == "another\n"
    path.unlink()
    (journal.folder.path / "aside").rename(path)
    assert journal.retry()


def test_an_act_is_one_write_and_one_wait_for_the_disk(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal, _ = both(saves)
    disk = Disk(monkeypatch)
    do(journal, hurt("ulf"))
    assert disk.calls == ["pwrite", "fsync"]
    disk.calls.clear()
    journal.move(1)
    assert disk.calls == ["pwrite", "fsync"]
    disk.calls.clear()
    journal.settle()
    assert [call for call, _ in groupby(disk.calls)] == ["open", "pwrite", "fsync", "open", "replace", "open", "fsync"]
