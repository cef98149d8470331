"""System calls that differ between operating systems, or between disks: Linux and macOS, with and without locks."""

import errno
import fcntl
import os
import platform
import select
import time
from contextlib import suppress
from pathlib import Path

IS_MACOS = platform.system() == "Darwin"

TO_READ = os.O_RDONLY | os.O_NONBLOCK
"""Flags to read a file. Without O_NONBLOCK, opening a pipe would wait for a writer."""
_FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)
"""The command that macOS has for it: `fsync` there does not wait for the disk's own cache."""
_NO_LOCKS = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
_HANG_UP_EVERY = 0.5
"""Seconds between two looks whether a terminal is gone, where the system does not report it by itself."""


class NoLocks(OSError):
    """The disk does not support locks."""


def open_file(name: str, flags: int, folder: int, mode: int = 0) -> int:
    """Opens a file in an open folder. OSError if it is a link."""
    return os.open(name, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=folder)


def open_folder(path: Path) -> int:
    """Opens a folder; the way to it may hold links."""
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def open_inner_folder(name: str, folder: int) -> int:
    """Opens a folder in an open folder. OSError if it is a link, or no folder."""
    return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)


def sync(descriptor: int) -> None:
    """Waits until the disk has what was written to a file, or the names that changed in a folder."""
    if _FULL_SYNC is not None:
        with suppress(OSError):  # a network disk does not know it
            fcntl.fcntl(descriptor, _FULL_SYNC)
            return
    os.fsync(descriptor)


def replace(old: str, new: str, old_folder: int, new_folder: int) -> None:
    """Gives a file another name in one step, in place of any file that has it."""
    os.replace(old, new, src_dir_fd=old_folder, dst_dir_fd=new_folder)


def lock(descriptor: int) -> None:
    """Locks an open file for this program, until the descriptor is closed.

    BlockingIOError if another program has it; NoLocks if the disk does not support locks.
    """
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            raise NoLocks(error.errno, error.strerror) from error
        if error.errno in _HELD:
            raise BlockingIOError(error.errno, error.strerror) from error
        raise


def is_running(pid: int) -> bool:
    """True if a program with that process id runs on this computer."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # it belongs to somebody else
    return True


def boot() -> str:
    """The id of the time since this computer was started, in which process ids mean something; empty if unknown."""
    with suppress(OSError):
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return ""


def has_hung_up(descriptor: int, seconds: float | None = 0) -> bool:
    """True if the other end of a terminal or pipe is gone. Waits for that up to `seconds` (None: for ever).

    Linux reports it whatever one waits for. macOS reports it only together with an event that one waits for, so it is
    asked again and again there.
    """
    if not IS_MACOS:
        return _poll(descriptor, 0, seconds)
    end = None if seconds is None else time.monotonic() + seconds
    while not (gone := _poll(descriptor, select.POLLOUT, 0)):
        left = _HANG_UP_EVERY if end is None else end - time.monotonic()
        if left <= 0:
            break
        time.sleep(min(left, _HANG_UP_EVERY))
    return gone


def _poll(descriptor: int, events: int, seconds: float | None) -> bool:
    poll = select.poll()
    poll.register(descriptor, events)
    happened = poll.poll(None if seconds is None else seconds * 1000)
    return any(event & (select.POLLHUP | select.POLLERR | select.POLLNVAL) for _, event in happened)
