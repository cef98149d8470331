"""Lock of an encounter: which program writes now."""

import os
import time
from contextlib import suppress

from referee.store import system_calls
from referee.store.disk_errors import reason
from referee.store.file import TEMPORARY, Folder, Stamp
from referee.store.lock_holder import FRESH, HELD, holder_of, myself, player_of
from referee.store.save_problems import CannotWrite, Locked
from referee.text.harmless import clean

_PAUSE = 0.01
"""Seconds between two attempts to get a lock."""


class Lock:
    """The lock of an encounter or of the library, held from its construction until `release`, or in a `with` block.

    On a disk without locks a file that only one program can make stands in its place; `sure` is False then.
    """

    def __init__(self, folder: Folder, file: str, called: str, take_over: bool = False, patience: float = 0) -> None:
        """called: what it locks, in sentences; patience: seconds to wait for another program.

        Locked if another program holds it, unless it is taken over; CannotWrite if the disk refuses.
        """
        self.sure = True
        """False on a disk without locks, where another computer may not see that it is held."""
        self.folder, self._file, self._called = folder, file, called
        self._descriptor = self._waited_for(time.monotonic() + patience, take_over)

    def __enter__(self) -> "Lock":
        return self

    def __exit__(self, *raised: object) -> None:
        self.release()

    def renew(self) -> None:
        """Makes sure that it still holds: a lock file that was deleted is made again.

        Locked if another program has the encounter by now, OSError if the disk refuses.
        """
        if not self._is_named():
            try:
                fresh = self._taken()
            except Locked as locked:
                raise Locked(f"The encounter is now being played by {locked.holder}.", locked.holder) from locked
            os.close(self._descriptor)
            self._descriptor = fresh

    def release(self) -> None:
        """Gives the lock up: another program may play the encounter."""
        if self._descriptor == -1:
            return
        with suppress(OSError):
            if self.sure:
                _write(self._descriptor, b"")
            elif self._is_named():
                self.folder.remove(self._file + HELD)
        os.close(self._descriptor)
        self._descriptor = -1

    def _waited_for(self, end: float, take_over: bool) -> int:
        while True:
            try:
                return self._taken()
            except Locked:
                if take_over:
                    return self._replaced()
                if time.monotonic() >= end:
                    raise
            time.sleep(_PAUSE)

    def _taken(self) -> int:
        """A descriptor that holds the lock."""
        descriptor = self._opened(self._file, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK)
        try:
            system_calls.lock(descriptor)
        except system_calls.NoLocks:
            os.close(descriptor)
            self.sure = False
            return self._made()
        except OSError as error:
            holder = holder_of(descriptor).told
            os.close(descriptor)
            raise self._refusal(error, holder) from error
        with suppress(OSError):
            _write(descriptor, myself().encode())
        return descriptor

    def _made(self) -> int:
        """A descriptor of the file that stands for the lock on a disk without locks. Locked if another one made it."""
        held = self._file + HELD
        while True:
            try:
                descriptor = self._opened(held, os.O_RDWR | os.O_CREAT | os.O_EXCL)
            except FileExistsError as error:
                stamp, holder = self.folder.stamp(held), player_of(self.folder, held)
                if holder is not None or (stamp is not None and _is_fresh(stamp)):
                    raise self._refusal(BlockingIOError(), holder.told if holder else "another program") from error
                if stamp is not None and stamp == self.folder.stamp(held):  # its program is gone
                    with suppress(OSError):
                        self.folder.remove(held)
            else:
                _write(descriptor, myself().encode())
                return descriptor

    def _replaced(self) -> int:
        """A descriptor of a new lock file in place of the present one; the program that held the old one notices when
        it writes.
        """
        fresh = f"{TEMPORARY}{self._file}-{os.urandom(6).hex()}"
        descriptor = self._opened(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL)
        try:
            if self.sure:
                system_calls.lock(descriptor)
            _write(descriptor, myself().encode())
            with self.folder.opened() as folder:
                system_calls.replace(fresh, self._path, folder, folder)
        except OSError as error:
            os.close(descriptor)
            with suppress(OSError):
                self.folder.remove(fresh)
            raise self._refusal(error) from error
        return descriptor

    @property
    def _path(self) -> str:
        """The name of the file that is held."""
        return self._file if self.sure else self._file + HELD

    def _opened(self, file: str, flags: int) -> int:
        try:
            return self.folder.open_private(file, flags)
        except FileExistsError:
            raise
        except OSError as error:
            raise self._refusal(error) from error

    def _is_named(self) -> bool:
        """True if the name of the lock file still leads to the file that is held."""
        try:
            return os.path.samestat(self.folder.stat(self._path), os.fstat(self._descriptor))
        except FileNotFoundError:
            return False

    def _refusal(self, error: OSError, holder: str = "") -> Locked | CannotWrite:
        if isinstance(error, BlockingIOError) and holder:
            return Locked(
                f"{self._called} is being played by {holder}. You can watch (o on the shelf, or --read-only), "
                "or take it over (t on the shelf, or --take-over).",
                holder,
            )
        why = self.folder.trouble() or reason(error)
        folder = clean(str(self.folder.path))
        return CannotWrite(f"{self._called} cannot be opened for play, only for reading: {why} (in {folder}).")


def _is_fresh(held: Stamp) -> bool:
    """True if that file is empty, and was made so recently that its program may be about to write into it."""
    return not held[2] and time.time() - held[3] / 1e9 < FRESH


def _write(descriptor: int, text: bytes) -> None:
    """Puts it into the lock file, unless the file has another name, too: then it may be somebody's own."""
    if os.fstat(descriptor).st_nlink <= 1:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text, 0)
