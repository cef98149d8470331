"""Lock: which program plays an encounter now. It falls with the program that holds it, however that ends."""

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

from referee.store.file import TEMPORARY, open_private
from referee.store.player import holder_of, myself
from referee.store.problem import CannotWrite, Locked, reason
from referee.text import clean

_BUSY = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
_NONE_HERE = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)


class Lock:
    """Held from the moment it is made until it is let go.

    Locked if another program holds it, unless it is to be taken over; CannotWrite if the disk refuses.
    """

    def __init__(self, path: Path, name: str, take_over: bool = False) -> None:
        self.sure = True
        """False on a disk that has no locks: then nobody can be kept out."""
        self._path = path
        self._name = name
        self._descriptor = self._replaced() if take_over else self._taken()

    def renew(self) -> None:
        """Makes sure that it still holds: a lock file that was deleted is made again.

        Locked if another program has the encounter by now, OSError if the disk refuses.
        """
        if self.sure and not self._is_named(self._descriptor):
            try:
                fresh = self._taken()
            except Locked as locked:
                raise Locked(f"It is being played by {locked.holder} now.", locked.holder) from locked
            os.close(self._descriptor)
            self._descriptor = fresh

    def release(self) -> None:
        """Gives the lock up: another program may play the encounter."""
        if self._descriptor >= 0:
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
        """A descriptor that holds a lock put in place of the present one; who held that finds out when it writes."""
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
                f"{self._name} is being played by {holder}; it can be read (o on the shelf, or --read-only), "
                "or taken over (t on the shelf, or --take-over).",
                holder,
            )
        folder = clean(str(self._path.parent))
        return CannotWrite(f"{self._name} cannot be opened for play, only for reading: {reason(error)} (in {folder}).")


def _write(descriptor: int, text: bytes) -> None:
    """Puts it into the lock file, unless the file has another name, too: then it may be somebody's own."""
    if os.fstat(descriptor).st_nlink <= 1:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text, 0)
