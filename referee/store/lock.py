"""Lock: who plays an encounter now. It falls with the program that holds it, however that ends."""

import errno
import fcntl
import os
import re
import socket
from contextlib import suppress
from pathlib import Path

from referee.store.file import open_private
from referee.store.problem import CannotWrite, Locked, reason
from referee.text import clean

_HOLDER = re.compile(r"pid ([0-9]{1,9}) on ([!-~]{1,80})(?: at ([!-~]{1,80}))?")
_BUSY = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
_NONE_HERE = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class Lock:
    """Held from the moment it is made until it is let go."""

    def __init__(self, path: Path, name: str) -> None:
        self.sure = True
        """False on a disk that has no locks: then nobody can be kept out."""
        try:
            self._descriptor = open_private(path, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK)
        except OSError as error:
            raise CannotWrite(f"{name} cannot be opened for play, only for reading: {reason(error)}.") from error
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._refused(error, name)
        with suppress(OSError):
            os.ftruncate(self._descriptor, 0)
            os.pwrite(self._descriptor, _myself().encode(), 0)

    def _refused(self, error: OSError, name: str) -> None:
        if error.errno in _NONE_HERE:
            self.sure = False
            return
        holder = _holder(self._descriptor)
        os.close(self._descriptor)
        if error.errno in _BUSY:
            raise Locked(
                f"{name} is being played by {holder}; it can be read: o on the shelf, or --read-only."
            ) from error
        raise CannotWrite(f"{name} cannot be opened for play, only for reading: {reason(error)}.") from error

    def release(self) -> None:
        """Others may play it."""
        if self._descriptor >= 0:
            with suppress(OSError):
                os.ftruncate(self._descriptor, 0)
            os.close(self._descriptor)
            self._descriptor = -1


def _myself() -> str:
    return f"pid {os.getpid()} on {_terminal()} at {socket.gethostname()}\n"


def _terminal() -> str:
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            return os.ttyname(descriptor)
    return "no-terminal"


def _holder(descriptor: int) -> str:
    """Who says in the lock file that it holds it; somebody else may have written there."""
    raw = b""
    with suppress(OSError):
        raw = os.pread(descriptor, 200, 0)
    found = _HOLDER.match(raw.decode("ascii", "replace"))
    if found is None:
        return "another program"
    pid, terminal, host = found.groups()
    where = "" if terminal == "no-terminal" else f" on {terminal}"
    away = f" at {host}" if host and host != socket.gethostname() else ""
    return clean(f"another program (pid {pid}{where}{away})")
