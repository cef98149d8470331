"""A journal's bytes: what stands behind those that are safe, and who may cut it off."""

import os
from pathlib import Path
from threading import Event

import pytest

from referee.store.append_file import AppendFile
from referee.store.disk_errors import Displaced, Unsettled
from referee.store.file import Folder
from referee.store.save_problems import Damaged


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of six bytes."""
    found = tmp_path / "journal"
    found.write_bytes(b"first\n")
    return found


def opened(path: Path) -> AppendFile:
    file = AppendFile(Folder(path.parent), path.name)
    file.good = len(file.read_all())
    return file


def torn(file: AppendFile, line: bytes, left: bytes) -> None:
    """A write of a line that fails, leaves these bytes behind the good ones, and cannot be cut off."""

    def half(writer: int, raw: bytes, at: int) -> None:
        os.pwrite(writer, left, at)
        raise OSError(28, "No space left on device")

    def refused(*_: object) -> None:
        raise OSError(5, "Input/output error")

    file.add(line)
    with pytest.MonkeyPatch.context() as broken, pytest.raises(OSError, match="No space"):
        broken.setattr("referee.store.append_file.write_at", half)
        broken.setattr(os, "ftruncate", refused)
        file.save()
    assert file.lingers


def test_a_file_that_is_not_there_has_no_bytes_and_no_identity(tmp_path: Path) -> None:
    file = AppendFile(Folder(tmp_path), "none")
    assert (file.read_all(), file.identity, file.good, file.end) == (b"", None, 0, 0)
    assert not file.waits and not file.lingers
    file.close()


def test_identity_is_that_of_the_file_that_was_opened(path: Path) -> None:
    file = AppendFile(Folder(path.parent), path.name)
    about = path.stat()
    path.rename(path.with_name("moved"))
    assert file.identity == (about.st_dev, about.st_ino)
    file.close()


def test_a_closed_file_holds_no_descriptor_and_may_be_closed_again(path: Path) -> None:
    before = len(os.listdir("/proc/self/fd"))
    file = opened(path)
    file.add(b"second\n")
    file.save()
    file.close()
    assert len(os.listdir("/proc/self/fd")) == before
    file.close()
    assert file.identity is None and file.read_all() == b""


def test_a_part_is_read_from_the_disk_from_what_waits_or_from_both(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")
    assert [file.read(*part) for part in ((0, 5), (0, 6), (3, 5), (5, 1), (6, 6), (7, 2))] == [
        b"first",
        b"first\n",
        b"st\nse",
        b"\n",
        b"second",
        b"ec",
    ]
    file.close()


def test_only_what_waits_is_read_without_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = opened(path)
    file.add(b"second\n")

    def broken(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("referee.store.append_file.read_at", broken)
    assert file.read(6, 6) == b"second"
    with pytest.raises(Damaged):
        file.read(5, 2)
    file.close()


def test_what_another_program_adds_is_read_from_the_same_file_only(path: Path) -> None:
    file = opened(path)
    assert file.added() == b""
    with path.open("ab") as other:
        other.write(b"more\n")
    assert file.added() == b"more\n"
    os.truncate(path, 3)
    assert file.added() is None
    path.unlink()
    path.write_bytes(b"first\nmore\n")
    assert file.added() is None
    link = path.with_name("link")
    path.rename(link)
    path.symlink_to(link)
    assert file.added() is None
    file.close()
    assert file.added() is None


@pytest.mark.parametrize("left", [b"sec", b"second\n", b"s\0\0ond", b"\0\0\0"])
def test_the_rest_of_a_failed_write_is_cut_off_by_the_next(path: Path, left: bytes) -> None:
    file = opened(path)
    torn(file, b"second\n", left)
    file.add(b"third\n")
    file.save()
    assert path.read_bytes() == b"first\nsecond\nthird\n" and not file.lingers and not file.waits
    file.close()


def test_a_torn_end_that_was_found_is_cut_off_before_a_shorter_line_takes_its_place(path: Path) -> None:
    path.write_bytes(b"first\nan end that was never finished")
    file = AppendFile(Folder(path.parent), path.name)
    file.good = file.read_all().index(b"\n") + 1
    file.add(b"2\n")
    file.save()
    assert path.read_bytes() == b"first\n2\n"
    file.close()


@pytest.mark.parametrize("foreign", [b"first\nsex", b"first\nsecond\nmore", b"firs", b"first\n\1\1"])
def test_what_another_program_wrote_is_never_cut_off(path: Path, foreign: bytes) -> None:
    file = opened(path)
    torn(file, b"second\n", b"sec")
    path.write_bytes(foreign)
    with pytest.raises(Displaced, match=r"\] another program has changed journal$"):
        file.save()
    assert path.read_bytes() == foreign
    file.close()


def test_a_prefix_of_what_waits_is_foreign_if_no_write_has_failed(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")
    with path.open("ab") as other:
        other.write(b"sec")
    with pytest.raises(Displaced):
        file.save()
    assert path.read_bytes() == b"first\nsec"
    file.close()


def test_a_failed_write_is_cut_off_at_once_where_the_disk_allows_it(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")

    def half(writer: int, raw: bytes, at: int) -> None:
        os.pwrite(writer, raw[:3], at)
        raise OSError(28, "No space left on device")

    for _ in range(2):
        with pytest.MonkeyPatch.context() as broken, pytest.raises(OSError, match="No space"):
            broken.setattr("referee.store.append_file.write_at", half)
            file.save()
        assert path.read_bytes() == b"first\n" and file.waits and not file.lingers
    file.save()
    assert path.read_bytes() == b"first\nsecond\n"
    file.close()


def test_foreign_bytes_that_came_during_a_failed_write_stay(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")

    def half(writer: int, raw: bytes, at: int) -> None:
        os.pwrite(writer, b"other", at)
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as broken, pytest.raises(OSError, match="No space"):
        broken.setattr("referee.store.append_file.write_at", half)
        file.save()
    assert path.read_bytes() == b"first\nother"
    file.close()


def test_another_file_of_the_name_is_left_alone(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")
    path.rename(path.with_name("moved"))
    path.write_bytes(b"first\n")
    with pytest.raises(Displaced, match=r"\] another file has taken the place of journal$"):
        file.save()
    assert path.read_bytes() == b"first\n"
    file.close()


def test_a_file_with_a_second_name_is_copied_before_it_is_written(path: Path) -> None:
    backup = path.with_name("backup")
    os.link(path, backup)
    before = len(os.listdir("/proc/self/fd"))
    file = opened(path)
    for line in (b"second\n", b"third\n"):
        file.add(line)
        file.save()
    assert (path.read_bytes(), backup.read_bytes()) == (b"first\nsecond\nthird\n", b"first\n")
    file.close()
    assert len(os.listdir("/proc/self/fd")) == before


def test_a_deleted_file_is_laid_out_again_unless_its_name_is_taken_or_it_was_moved(path: Path) -> None:
    file = opened(path)
    file.lay_out_again_if_deleted()
    path.unlink()
    path.write_bytes(b"somebody's")
    file.lay_out_again_if_deleted()
    assert path.read_bytes() == b"somebody's"
    path.unlink()
    file.lay_out_again_if_deleted()
    assert path.read_bytes() == b"first\n"
    moved = path.with_name("moved")
    path.rename(moved)
    file.lay_out_again_if_deleted()
    assert not path.exists() and moved.read_bytes() == b"first\n"
    file.close()


def test_what_the_disk_has_not_confirmed_waits_on(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")

    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    with pytest.MonkeyPatch.context() as patched, pytest.raises(OSError, match="Input/output"):
        patched.setattr(os, "fsync", broken)
        file.save()
    assert file.waits and file.good == 6 and path.read_bytes() == b"first\n"
    file.save()
    assert not file.waits and file.good == file.end == 13
    file.close()


def test_what_is_saved_in_the_background_is_safe_only_at_the_end_of_that(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, fsync, may_end = opened(path), os.fsync, Event()

    def slow(descriptor: int) -> None:
        assert may_end.wait(10)
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", slow)
    file.add(b"second\n")
    file.save(in_background=True)
    assert file.waits and file.good == 6 and path.read_bytes() == b"first\nsecond\n"
    file.add(b"third\n")  # comes while the disk is at the second
    assert file.read(0, 19) == b"first\nsecond\nthird\n"
    may_end.set()
    file.end_save()
    assert file.waits and (file.good, file.end) == (13, 19)
    file.save()
    assert not file.waits and path.read_bytes() == b"first\nsecond\nthird\n"
    file.close()


def test_what_the_disk_has_not_confirmed_in_the_background_is_cut_off_and_waits_on(path: Path) -> None:
    file = opened(path)
    file.add(b"second\n")

    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", broken)
        file.save(in_background=True)
        with pytest.raises(OSError, match="Input/output"):
            file.end_save()
    assert file.waits and file.good == 6 and path.read_bytes() == b"first\n"
    file.save(in_background=True)
    file.end_save()
    assert not file.waits and file.good == file.end == 13
    file.close()


def test_a_part_that_cannot_be_read_is_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = opened(path)

    def broken(*_: object) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr("referee.store.append_file.read_at", broken)
    with pytest.raises(Damaged, match=rf"^journal of {path.parent.name} cannot be read: [^~]+\.$"):
        file.read(0, 3)
    file.close()


def test_a_link_is_not_the_file_though_it_leads_there(path: Path) -> None:
    file = opened(path)
    moved = path.with_name("moved")
    path.rename(moved)
    path.symlink_to(moved)
    assert file.added() is None
    file.add(b"second\n")
    with pytest.raises(Displaced, match="another file has taken the place"):
        file.save()
    assert moved.read_bytes() == b"first\n"
    file.close()


def test_the_folder_is_waited_for_once_after_the_file_was_laid_out_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[Path] = []
    monkeypatch.setattr(Folder, "sync", lambda folder: settled.append(folder.path))
    file = opened(path)
    file.add(b"second\n")
    file.save()
    assert settled == []
    path.unlink()

    def unsettled(folder: Folder, name: str, content: bytes) -> None:
        (folder / name).write_bytes(content)
        raise Unsettled(5, "Input/output error")

    monkeypatch.setattr(Folder, "put", unsettled)
    file.lay_out_again_if_deleted()
    for line in (b"third\n", b"fourth\n"):
        file.add(line)
        file.save()
        assert settled == [path.parent]
    assert path.read_bytes() == b"first\nsecond\nthird\nfourth\n"
    file.close()


def test_zeros_behind_a_file_that_was_laid_out_anew_are_of_another_program(path: Path) -> None:
    file = opened(path)
    path.unlink()
    file.lay_out_again_if_deleted()
    with path.open("ab") as other:
        other.write(b"\0\0")
    file.add(b"second\n")
    with pytest.raises(Displaced, match="another program has changed"):
        file.save()
    assert path.read_bytes() == b"first\n\0\0"
    file.close()


def test_what_could_not_be_cut_off_lingers_no_more_once_it_is(path: Path) -> None:
    file = opened(path)
    torn(file, b"second\n", b"sec")

    def full(writer: int, raw: bytes, at: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as broken, pytest.raises(OSError, match="No space"):
        broken.setattr("referee.store.append_file.write_at", full)
        file.save()
    assert path.read_bytes() == b"first\n" and not file.lingers and file.waits
    file.close()


def test_another_file_in_the_place_of_one_that_could_not_be_cut_off_is_left_alone(path: Path) -> None:
    file = opened(path)
    torn(file, b"second\n", b"sec")
    path.rename(path.with_name("moved"))
    path.write_bytes(b"first\nsec")
    with pytest.raises(Displaced, match="another file has taken the place"):
        file.save()
    assert path.read_bytes() == b"first\nsec"
    file.close()


def test_a_folder_that_was_deleted_with_the_file_is_made_again(path: Path) -> None:
    inside = path.with_name("folder") / "journal"
    inside.parent.mkdir()
    inside.write_bytes(b"first\n")
    file = opened(inside)
    inside.unlink()
    inside.parent.rmdir()
    file.lay_out_again_if_deleted()
    assert inside.read_bytes() == b"first\n"
    file.close()


def test_after_a_failed_write_the_file_is_opened_anew(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens: list[str] = []
    real = Folder.open_private

    def counted(folder: Folder, name: str, flags: int) -> int:
        opens.append(name)
        return real(folder, name, flags)

    monkeypatch.setattr(Folder, "open_private", counted)
    file = opened(path)
    for line in (b"second\n", b"third\n"):
        file.add(line)
        file.save()
    assert opens == [path.name]

    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    file.add(b"fourth\n")
    with pytest.MonkeyPatch.context() as patched, pytest.raises(OSError, match="Input/output"):
        patched.setattr(os, "fsync", broken)
        file.save()
    file.save()
    assert opens == [path.name, path.name] and path.read_bytes() == b"first\nsecond\nthird\nfourth\n"
    file.close()
