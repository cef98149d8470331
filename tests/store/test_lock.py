"""The lock of an encounter: what its file says of who holds it, and that nothing is left open or signalled."""

import errno
import fcntl
import os
import signal
import socket
from pathlib import Path

import pytest

from referee.store import system_calls
from referee.store.file import Folder
from referee.store.library_lock import LibraryLock
from referee.store.lock import Lock
from referee.store.lock_holder import HELD, Player, holder_of, myself, player_of
from referee.store.save_problems import CannotWrite, Locked

HERE = socket.gethostname()
ELSEWHERE = f"{HERE}-too"


def told(path: Path, text: str) -> Player:
    path.write_text(text, encoding="ascii")
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return holder_of(descriptor)
    finally:
        os.close(descriptor)


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize(
    ("text", "words", "pid", "is_here"),
    [
        (f"pid 7 on /dev/pts/3 at {HERE}\n", "another program (pid 7 on /dev/pts/3)", 7, True),
        (f"pid 7 on no-terminal at {HERE}\n", "another program (pid 7)", 7, True),
        ("pid 7 on /dev/pts/3\n", "another program (pid 7 on /dev/pts/3)", 7, True),
        (f"pid 7 on no-terminal at {ELSEWHERE}\n", f"another program (pid 7 at {ELSEWHERE})", 7, False),
        ("pid 7 on no-terminal since 2026-13-41T99:99:99Z\n", "another program (pid 7)", 7, True),
        ("somebody was here\n", "another program", 0, False),
        ("", "another program", 0, False),
    ],
)
def test_who_holds_it_is_told_in_words(tmp_path: Path, text: str, words: str, pid: int, is_here: bool) -> None:
    assert told(tmp_path / "lock", text) == Player(words, pid, is_here)


def test_since_when_is_told_in_local_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = told(tmp_path / "lock", f"pid 7 on no-terminal at {HERE} since 2026-11-23T04:05:06Z\n")
    assert found.told.startswith("another program (pid 7, since 2026-11-2") and found.told.endswith(")")


def test_letters_that_are_none_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_bytes(b"\xff\xfe pid 7\n")
    descriptor = os.open(path, os.O_RDONLY)
    assert holder_of(descriptor) == Player("another program")
    os.close(descriptor)


@pytest.mark.parametrize(("terminal", "shown"), [({0: "/dev/a", 1: "/dev/b"}, "/dev/a"), ({1: "/dev/b"}, "/dev/b")])
def test_the_terminal_is_that_of_the_first_stream_that_has_one(
    monkeypatch: pytest.MonkeyPatch, terminal: dict[int, str], shown: str
) -> None:
    def name(descriptor: int) -> str:
        if descriptor not in terminal:
            raise OSError
        return terminal[descriptor]

    monkeypatch.setattr(os, "ttyname", name)
    assert myself().startswith(f"pid {os.getpid()} on {shown} at {HERE} since ")
    terminal.clear()
    terminal[2] = "/dev/c"
    assert " on /dev/c at " in myself()
    terminal.clear()
    assert " on no-terminal at " in myself()


@pytest.mark.parametrize(("boot", "end"), [("cafe", "Z boot cafe\n"), ("", "Z\n")])
def test_the_start_of_the_machine_is_told_where_it_is_known(
    monkeypatch: pytest.MonkeyPatch, boot: str, end: str
) -> None:
    monkeypatch.setattr(system_calls, "boot", lambda: boot)
    assert myself().endswith(end)


def test_whether_a_program_runs_is_asked_without_a_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda pid, number: sent.append((pid, number)))
    assert Player("it", 7, True).is_running and sent == [(7, 0)]
    assert Player("it", 7, False).is_running and Player("it", 0, True).is_running
    assert sent == [(7, 0)], "of one on another computer, or without a number, nothing is asked"

    def gone(pid: int, number: int) -> None:
        raise ProcessLookupError

    monkeypatch.setattr(os, "kill", gone)
    assert not Player("it", 7, True).is_running
    assert Player("it", 7, False).is_running and Player("it", 0, True).is_running


def test_only_another_program_of_this_computer_can_be_ended() -> None:
    for player in (
        Player("it", 7, False),
        Player("it", 1, True),
        Player("it", 0, True),
        Player("it", os.getpid(), True),
    ):
        with pytest.raises(CannotWrite, match=r"^The other program cannot be ended from here: it\.$"):
            player.end()


def test_the_program_that_holds_it_is_told_to_end_or_ended_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda pid, number: sent.append((pid, number)))
    Player("it", 2, True).end()
    Player("it", 7, True).end(at_once=True)
    assert sent == [(2, signal.SIGTERM), (7, signal.SIGKILL)]


def test_nothing_stays_open(tmp_path: Path) -> None:
    path, before = tmp_path / "lock", open_files()
    lock = Lock(Folder(path.parent), path.name, "Ambush")
    assert open_files() == before + 1
    with pytest.raises(
        Locked, match=r"^Ambush is being played by another program .*\. You can watch \(o on the shelf, "
    ):
        Lock(Folder(path.parent), path.name, "Ambush")
    assert player_of(Folder(path.parent), path.name) is not None and open_files() == before + 1
    path.unlink()
    lock.renew()
    assert path.exists() and open_files() == before + 1
    lock.release()
    lock.release()
    assert open_files() == before and path.read_bytes() == b"" and player_of(Folder(path.parent), path.name) is None
    Lock(Folder(path.parent), path.name, "Ambush").release()


def test_a_lock_that_was_replaced_tells_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = Lock(Folder(path.parent), path.name, "Ambush")
    second = Lock(Folder(path.parent), path.name, "Ambush", take_over=True)
    assert os.listdir(tmp_path) == ["lock"]
    with pytest.raises(Locked, match=r"^The encounter is now being played by another program \(pid .*\.$") as problem:
        first.renew()
    assert problem.value.holder.startswith(f"another program (pid {os.getpid()}")
    second.renew()
    first.release()
    second.release()


@pytest.fixture
def no_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that does not support locks."""

    def none_here(descriptor: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", none_here)


@pytest.mark.usefixtures("no_locks")
def test_on_a_disk_without_locks_a_file_that_only_one_can_make_stands_for_the_lock(tmp_path: Path) -> None:
    folder, held = Folder(tmp_path), tmp_path / f"lock{HELD}"
    lock = Lock(folder, "lock", "Ambush")
    assert not lock.sure and held.read_text().startswith(f"pid {os.getpid()} ")
    player = player_of(folder, "lock")
    assert player is not None and player.pid == os.getpid()
    with pytest.raises(Locked, match="Ambush is being played by another program"):
        Lock(folder, "lock", "Ambush")
    lock.renew()
    second = Lock(folder, "lock", "Ambush", take_over=True)
    with pytest.raises(Locked, match="The encounter is now being played by another program"):
        lock.renew()
    lock.release()
    assert held.exists(), "it is the second one's now"
    second.release()
    assert not held.exists() and player_of(folder, "lock") is None
    with LibraryLock(folder) as library:
        assert not library.sure


@pytest.mark.usefixtures("no_locks")
@pytest.mark.parametrize(
    ("text", "is_taken"),
    [
        (f"pid {2**22 + 1} on no-terminal at {HERE} since 2026-11-23T04:05:06Z\n", True),
        (f"pid 1 on no-terminal at {HERE} since 2026-11-23T04:05:06Z boot 0-0\n", True),
        (f"pid 1 on no-terminal at {HERE} since 2026-11-23T04:05:06Z boot {system_calls.boot()}\n", False),
        (f"pid {2**22 + 1} on no-terminal at {ELSEWHERE}\n", False),
        ("somebody\n", False),
        ("", False),
    ],
)
def test_there_it_is_taken_from_a_program_that_is_gone(tmp_path: Path, text: str, is_taken: bool) -> None:
    folder, held = Folder(tmp_path), tmp_path / f"lock{HELD}"
    held.write_text(text)
    if is_taken:
        Lock(folder, "lock", "Ambush").release()
        return
    with pytest.raises(Locked):
        Lock(folder, "lock", "Ambush")
    assert held.read_text() == text
    if not text:  # its program was killed before it wrote its name there
        os.utime(held, (1, 1))
        Lock(folder, "lock", "Ambush").release()


def test_a_disk_that_fails_is_not_another_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(descriptor: int, how: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    def denied(old: str, new: str, **folders: int) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    path, before = tmp_path / "lock", open_files()
    said = rf"^Ambush cannot be opened for play, only for reading: [a-z ]+ \(in {tmp_path}\)\.$"
    Lock(Folder(path.parent), path.name, "Ambush").release()
    path.write_bytes(myself().encode())
    with monkeypatch.context() as broken, pytest.raises(CannotWrite, match=said):
        broken.setattr(fcntl, "flock", failing)
        Lock(Folder(path.parent), path.name, "Ambush")
    held = Lock(Folder(path.parent), path.name, "Ambush")
    with monkeypatch.context() as broken, pytest.raises(CannotWrite, match=said):
        broken.setattr(os, "replace", denied)
        Lock(Folder(path.parent), path.name, "Ambush", take_over=True)
    held.release()
    assert os.listdir(tmp_path) == ["lock"] and open_files() == before


def test_a_link_to_the_lock_that_is_held_is_not_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = Lock(Folder(path.parent), path.name, "Ambush")
    path.rename(tmp_path / "moved")
    path.symlink_to(tmp_path / "moved")
    with pytest.raises(CannotWrite):
        lock.renew()
    lock.release()


def test_a_file_that_has_another_name_too_is_not_written_to(tmp_path: Path) -> None:
    own, path = tmp_path / "own", tmp_path / "lock"
    own.write_bytes(b"mine")
    os.link(own, path)
    lock = Lock(Folder(path.parent), path.name, "Ambush")
    assert own.read_bytes() == b"mine"
    lock.release()
    assert own.read_bytes() == b"mine"


def test_a_library_that_another_program_writes_is_named_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.store.library_lock._PATIENCE", 0.0)
    folder = Folder(tmp_path)
    with LibraryLock(folder), pytest.raises(Locked, match=f"^Another program is writing the library in {tmp_path}"):
        LibraryLock(folder)
