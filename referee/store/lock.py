"""Lock: which program plays an encounter now, and how it can be ended."""

import errno
import fcntl
import os
import platform
import signal
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from referee.store.file import TEMPORARY, CannotWrite, Locked, closed_after, open_private, reason
from referee.text import clean, pattern

_HOLDER = pattern(
    r"pid ([0-9]{1,9}) on ([!-~]{1,80})(?: at ([!-~]{1,80}?))?(?: since ([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8})Z)?\n"
)


class Player(Struct, frozen=True):
    """A program that plays an encounter."""

    told: str
    """What it is, where it runs and since when, in words."""
    pid: int = 0
    """Its process id; 0 if it does not say that."""
    is_here: bool = False
    """It runs on this computer."""

    @property
    def is_running(self) -> bool:
        """True while that program runs; one on another computer is taken to run."""
        return not (self.is_here and self.pid) or _runs(self.pid)

    def end(self, at_once: bool = False) -> None:
        """Tells it to end, which saves what is left to save; or ends it at once. CannotWrite if that is not allowed."""
        if not (self.is_here and self.pid > 1) or self.pid == os.getpid():
            raise CannotWrite(f"The other program cannot be ended from here: {self.told}.")
        try:
            os.kill(self.pid, signal.SIGKILL if at_once else signal.SIGTERM)
        except ProcessLookupError:
            return
        except OSError as error:
            raise CannotWrite(f"The other program cannot be ended from here: {reason(error)}.") from error


def player_of(path: Path) -> Player | None:
    """The program that holds the lock of that path, as it says itself there; None if none does, or it is no more.

    It asks for no lock: whoever looks on must not keep the next player out, not for a moment.
    """
    try:
        with closed_after(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)) as descriptor:
            found = holder_of(descriptor) if os.fstat(descriptor).st_size else None
            return found if found is not None and found.is_running else None
    except OSError:
        return None


def holder_of(descriptor: int) -> Player:
    """Who says in the lock file that it holds it, and since when; somebody else may have written there."""
    raw = b""
    with suppress(OSError):
        raw = os.pread(descriptor, 300, 0)
    found = _HOLDER.match(raw.decode("ascii", "replace"))
    if found is None:
        return Player("another program")
    pid, terminal, host, since = found.groups()
    where = "" if terminal == "no-terminal" else f" on {terminal}"
    is_here = host in (None, platform.node())
    away = "" if is_here else f" at {host}"
    return Player(clean(f"another program (pid {pid}{where}{away}{_told(since)})"), int(pid), is_here)


def myself() -> str:
    """What this program writes into a lock that it holds."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"pid {os.getpid()} on {_terminal()} at {platform.node()} since {now}\n"


def _terminal() -> str:
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            return os.ttyname(descriptor)
    return "no-terminal"


def _runs(pid: int) -> bool:
    """Is there a program of that number on this computer?"""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # somebody else's
    return True


def _told(since: str | None) -> str:
    """Since when, in the local time; nothing if the lock does not say, or says no time."""
    with suppress(ValueError, OverflowError, OSError):
        if since:
            return f", since {datetime.fromisoformat(since + '+00:00').astimezone():%Y-%m-%d %H:%M}"
    return ""


_BUSY = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
_NONE_HERE = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class Lock:
    """The lock of an encounter, held from its construction until `release`, or until the end of a `with` block.

    Locked if another program holds it, unless it is to be taken over; CannotWrite if the disk refuses.
    """

    def __init__(self, path: Path, name: str, take_over: bool = False) -> None:
        self.sure = True
        """False on a disk that has no locks: then nobody can be kept out."""
        self._path = path
        self._name = name
        try:
            self._descriptor = self._taken()
        except Locked:
            if not take_over:
                raise
            self._descriptor = self._replaced()

    def __enter__(self) -> None:
        pass

    def __exit__(self, *raised: object) -> None:
        self.release()

    def renew(self) -> None:
        """Makes sure that it still holds: a lock file that was deleted is made again.

        Locked if another program has the encounter by now, OSError if the disk refuses.
        """
        if self.sure and not self._is_named(self._descriptor):
            try:
                fresh = self._taken()
            except Locked as locked:
                raise Locked(f"The encounter is now being played by {locked.holder}.", locked.holder) from locked
            os.close(self._descriptor)
            self._descriptor = fresh

    def release(self) -> None:
        """Gives the lock up: another program may play the encounter."""
        if self._descriptor != -1:
            with suppress(OSError):
                _write(self._descriptor, b"")
            os.close(self._descriptor)
            self._descriptor = -1

    def _taken(self) -> int:
        """A descriptor that holds the lock."""
        descriptor = self._opened(self._path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _NONE_HERE:
                holder = holder_of(descriptor).told
                os.close(descriptor)
                raise self._refusal(error, holder) from error
            self.sure = False
        with suppress(OSError):
            _write(descriptor, myself().encode())
        return descriptor

    def _replaced(self) -> int:
        """A descriptor of a new lock file in place of the present one; the program that held the old one notices when
        it writes.
        """
        fresh = self._path.with_name(f"{TEMPORARY}{self._path.name}-{os.urandom(6).hex()}")
        descriptor = self._opened(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _write(descriptor, myself().encode())
            os.replace(fresh, self._path)
        except OSError as error:
            os.close(descriptor)
            with suppress(OSError):
                fresh.unlink()
            raise self._refusal(error) from error
        return descriptor

    def _opened(self, path: Path, flags: int) -> int:
        try:
            return open_private(path, flags)
        except OSError as error:
            raise self._refusal(error) from error

    def _is_named(self, descriptor: int) -> bool:
        """Does the name of the lock file still lead to the file that is held?"""
        try:
            return os.path.samestat(os.stat(self._path, follow_symlinks=False), os.fstat(descriptor))
        except FileNotFoundError:
            return False

    def _refusal(self, error: OSError, holder: str = "") -> Locked | CannotWrite:
        if error.errno in _BUSY and holder:
            return Locked(
                f"{self._name} is being played by {holder}. You can watch (o on the shelf, or --read-only), "
                "or take it over (t on the shelf, or --take-over).",
                holder,
            )
        folder = clean(str(self._path.parent))
        return CannotWrite(f"{self._name} cannot be opened for play, only for reading: {reason(error)} (in {folder}).")


def _write(descriptor: int, text: bytes) -> None:
    """Puts it into the lock file, unless the file has another name, too: then it may be somebody's own."""
    if os.fstat(descriptor).st_nlink <= 1:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text, 0)
