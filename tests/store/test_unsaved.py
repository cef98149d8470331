"""The second place: which journals are kept there, which of them are brought back, and what joining overwrites."""

import errno
import os
from datetime import datetime
from pathlib import Path

import pytest
from platformdirs import user_state_path

from referee.store import recovery
from referee.store.disk_errors import Unsettled
from referee.store.file import Folder
from referee.store.journal_line import JOURNAL, written
from referee.store.recovery import KeptJournal, Rescued, forget, join, kept_of, rescue, second_place
from referee.store.save_problems import Damaged
from referee.store.system_copy import SYSTEM_FILE


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the platform keeps the state of programs."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """The folder of an encounter, with nothing in it."""
    folder = tmp_path / "saves" / "ambush"
    folder.mkdir(parents=True)
    return folder


def raw(*numbers: int) -> bytes:
    """The bytes of a journal of lines with these numbers."""
    lines = (written(n, "step", b"{}", pos=n, at="2026-01-02T03:04:05.006Z") for n in numbers)
    return b"".join(line for _, line in lines)


def rescued(origin: Path, content: bytes = b"journal") -> Rescued:
    return rescue("Ambush", Folder(origin.parent, (origin.name,)), content, "The disk is full.")


def kept(origin: Path, content: bytes) -> KeptJournal:
    """These bytes in the second place, of the journal in that folder."""
    found = rescued(origin, content)
    assert found.folder is not None
    return KeptJournal(second_place().below(found.folder.name), Folder(origin.parent, (origin.name,)))


def test_the_second_place_is_where_the_platform_keeps_the_state_of_this_program() -> None:
    assert second_place().path == user_state_path("referee") / "unsaved"


def test_a_journal_is_kept_with_its_system_file_and_the_folder_that_it_belongs_to(origin: Path) -> None:
    (origin / SYSTEM_FILE).write_bytes(b"title = 'Mine'")
    folder = rescued(origin, raw(1, 2)).folder
    assert folder is not None and folder.parent == second_place().path and folder.name.startswith("ambush.")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == {
        JOURNAL: raw(1, 2),
        SYSTEM_FILE: b"title = 'Mine'",
        "origin": os.fsencode(origin.resolve()),
    }
    assert kept_of(Folder(origin.parent)) == [
        KeptJournal(second_place().below(folder.name), Folder(origin.parent, (origin.name,)))
    ]


def test_what_was_kept_before_stays_beside_it_and_the_oldest_is_found_first(origin: Path) -> None:
    folders = [rescued(origin).folder for _ in range(5)]
    assert [each.folder.path for each in kept_of(Folder(origin.parent))] == folders
    for each in kept_of(Folder(origin.parent))[1:]:
        forget(each)
    assert [each.folder.path for each in kept_of(Folder(origin.parent))] == folders[:1]


def test_the_oldest_is_found_first_over_new_year(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock:
        now = staticmethod(lambda zone: datetime(*next(days), tzinfo=zone))

    days = iter([(2026, 12, 31, 23, 59, 59, 7), (2027, 1, 1, 0, 0, 0, 6)])
    monkeypatch.setattr(recovery, "datetime", Clock)
    folders = [rescued(origin).folder for _ in range(2)]
    assert [each.folder.path for each in kept_of(Folder(origin.parent))] == folders


def test_each_folder_of_saves_finds_only_its_own(origin: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "ambush"
    found, elsewhere = kept(origin, b"1"), kept(other, b"2")
    assert kept_of(Folder(origin.parent)) == [found] and kept_of(Folder(other.parent)) == [elsewhere]
    assert kept_of(Folder(tmp_path)) == []
    link = tmp_path / "link"
    link.symlink_to(origin.parent)
    assert [each.folder for each in kept_of(Folder(link))] == [found.folder]


def test_what_is_half_made_there_or_cannot_be_read_is_passed_over(origin: Path) -> None:
    half = kept(origin, b"half").folder.path
    half.rename(half.with_name(".new-half"))
    nameless = kept(origin, b"nameless").folder.path
    (nameless / "origin").unlink()
    linked = kept(origin, b"linked").folder.path
    (linked / "origin").rename(linked / "moved")
    (linked / "origin").symlink_to(linked / "moved")
    (second_place() / "a file").write_bytes(b"")
    whole = kept(origin, b"whole")
    assert kept_of(Folder(origin.parent)) == [whole]


def test_nothing_is_found_where_nothing_was_ever_kept(origin: Path) -> None:
    assert kept_of(Folder(origin.parent)) == []


def test_it_says_where_the_acts_are_kept(origin: Path) -> None:
    found = rescued(origin)
    assert found.told.startswith("What was not saved of Ambush is kept in ") and str(found.folder) in found.told
    assert found.told.endswith(", and comes back the next time you start Referee.")


def test_it_says_why_the_acts_are_lost(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as full:

        def refused(*_: object) -> None:
            raise OSError(errno.EROFS, "Read-only file system")

        full.setattr("referee.store.file.Folder.write_new", refused)
        found = rescued(origin)
    assert found.folder is None and kept_of(Folder(origin.parent)) == []
    assert found.told.startswith("What was not saved of Ambush is lost: The disk is full. It could not be saved else")
    assert "the disk is read-only" in found.told and found.told.endswith(".")


def test_it_says_so_if_nobody_knows_what_folder_it_belongs_to(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(origin)
    origin.rmdir()
    found = rescued(Path("ambush"))
    assert found.folder is None and found.told.endswith("saved elsewhere either: the folder of the encounter is gone.")


def test_what_is_there_unless_the_power_fails_is_not_called_lost(origin: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def there_only(old: str, new: str, **folders: int) -> None:
        if new.startswith("."):
            raise OSError(errno.EIO, "Input/output error")
        rename(old, new, **folders)

    def unsettled(*_: object) -> None:
        raise Unsettled(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(os, "rename", there_only)
        broken.setattr("referee.store.save_folder.settle", unsettled)
        found = rescued(origin, raw(1))
    assert found.folder is not None and (found.folder / JOURNAL).read_bytes() == raw(1)


def test_the_acts_are_added_and_what_a_failed_write_left_behind_them_is_not(origin: Path) -> None:
    for now in (raw(1, 2), raw(1), raw(1, 2) + raw(3)[:-9], b""):
        found = kept(origin, raw(1, 2, 3))
        (origin / JOURNAL).write_bytes(now)
        assert join(found) and not found.folder.path.exists()
        assert (origin / JOURNAL).read_bytes() == raw(1, 2, 3)


def test_what_has_been_played_since_the_acts_were_joined_stays(origin: Path) -> None:
    for now in (raw(1, 2, 3), raw(1, 2, 3, 4), raw(1, 2, 3) + b"torn"):
        found = kept(origin, raw(1, 2, 3))
        (origin / JOURNAL).write_bytes(now)
        assert join(found) and not found.folder.path.exists()
        assert (origin / JOURNAL).read_bytes() == now


def test_a_journal_that_went_another_way_or_is_damaged_is_not_overwritten(origin: Path) -> None:
    other = written(3, "move", b"{}", pos=1)[1]
    damaged = raw(1, 2) + b"damage\n" + raw(4)
    for now in (raw(1, 2) + other, damaged, b"damage\n" + raw(1)):
        found = kept(origin, raw(1, 2, 3))
        (origin / JOURNAL).write_bytes(now)
        assert not join(found) and (found.folder / JOURNAL).read_bytes() == raw(1, 2, 3)
        assert (origin / JOURNAL).read_bytes() == now


def test_a_journal_that_cannot_be_read_or_written_leaves_the_acts_where_they_are(
    origin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = kept(origin, raw(1, 2))
    with pytest.raises(FileNotFoundError):
        join(found)
    (origin / JOURNAL).symlink_to(found.folder / JOURNAL)
    with pytest.raises(Damaged):
        join(found)
    (origin / JOURNAL).unlink()
    (origin / JOURNAL).write_bytes(raw(1))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken, pytest.raises(OSError, match="No space"):
        broken.setattr(Folder, "put", full)
        join(found)
    assert kept_of(Folder(origin.parent)) == [found] and (origin / JOURNAL).read_bytes() == raw(1)
