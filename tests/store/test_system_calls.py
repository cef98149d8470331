"""System calls that differ between systems: those of the other one are tried here as far as they can be."""

import errno
import os
import pty
import select
import threading
import time
from pathlib import Path

import pytest

from referee.store import system_calls


@pytest.mark.parametrize("macos", [False, True])
def test_a_pipe_whose_reader_is_gone_has_hung_up(monkeypatch: pytest.MonkeyPatch, macos: bool) -> None:
    monkeypatch.setattr(system_calls, "IS_MACOS", macos)
    monkeypatch.setattr(system_calls, "_HANG_UP_EVERY", 0.01)
    reader, writer = os.pipe()
    begun = time.monotonic()
    assert not system_calls.has_hung_up(writer, 0.05) and time.monotonic() - begun >= 0.04
    os.close(reader)
    assert system_calls.has_hung_up(writer, 5) and system_calls.has_hung_up(writer)
    os.close(writer)


@pytest.mark.parametrize("macos", [False, True])
def test_a_terminal_that_is_closed_while_one_waits_has_hung_up(monkeypatch: pytest.MonkeyPatch, macos: bool) -> None:
    monkeypatch.setattr(system_calls, "IS_MACOS", macos)
    monkeypatch.setattr(system_calls, "_HANG_UP_EVERY", 0.01)
    ours, theirs = pty.openpty()
    found = list[bool]()
    waiting = threading.Thread(target=lambda: found.append(system_calls.has_hung_up(theirs, None)), daemon=True)
    waiting.start()
    time.sleep(0.05)
    assert found == []
    os.close(ours)
    waiting.join(5)
    assert found == [True]
    os.close(theirs)


def test_where_an_end_is_only_told_with_an_event_one_waits_for_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()
    monkeypatch.setattr(system_calls, "IS_MACOS", True)
    monkeypatch.setattr(system_calls, "_poll", lambda descriptor, events, seconds: bool(asked.append(events)))
    assert not system_calls.has_hung_up(1)
    assert asked == [select.POLLOUT]


def test_macos_is_told_to_write_to_the_disk_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    done = list[str]()
    monkeypatch.setattr(system_calls, "_FULL_SYNC", 51)
    monkeypatch.setattr(os, "fsync", lambda descriptor: done.append("fsync"))
    monkeypatch.setattr(system_calls.fcntl, "fcntl", lambda descriptor, command: done.append(str(command)))
    system_calls.sync(1)
    assert done == ["51"]

    def unknown(descriptor: int, command: int) -> None:
        raise OSError(errno.ENOTTY, "")

    monkeypatch.setattr(system_calls.fcntl, "fcntl", unknown)
    system_calls.sync(1)
    assert done == ["51", "fsync"]


def test_this_program_runs_and_one_of_another_number_does_not() -> None:
    assert system_calls.is_running(os.getpid()) and not system_calls.is_running(2**22 + 1)
    assert not system_calls.is_running(2**80)
