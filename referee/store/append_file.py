"""A file that is only appended to, by one program at a time."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from threading import Event

from referee.store import system_calls
from referee.store.disk_errors import Displaced, Unsettled, reason
from referee.store.file import Folder, read_all, read_at, write_at
from referee.store.save_problems import CannotWrite, Damaged


class AppendFile:
    """A file with the bytes that have been fsynced (`good`), followed in memory by those that are still to be written.

    Nothing is written to a file that another program has changed, moved away or replaced meanwhile: locks do not work
    on every disk, and a lock file can be deleted.
    """

    def __init__(self, folder: Folder, name: str) -> None:
        self.folder, self.name = folder, name
        self.good = 0
        """The length in bytes of what is sound and has been fsynced."""
        self._length = 0
        """The length of the file as this program found it or left it."""
        self._unfinished = False
        """The last write failed, and a part of it may stand behind `good`."""
        self.lingers = False
        """A part of the write that failed, or all of it, may stand behind `good`: it could not be cut off."""
        self._unsettled = False
        """The file was laid out anew, and its folder is still to be fsynced."""
        self._waiting = bytearray()
        self._written = 0
        """Bytes of what waits that were written, and are on the disk once its fsync has ended."""
        self._pool: ThreadPoolExecutor | None = None
        """Has the thread in which the disk is waited for in the background; None before that was wanted."""
        self._syncing: Future[None] | None = None
        self._writer: int | None = None
        try:
            self._reader = folder.open_plain(name)
        except FileNotFoundError:
            self._reader = -1

    @property
    def end(self) -> int:
        """The offset in bytes at which the next line will begin."""
        return self.good + len(self._waiting)

    @property
    def identity(self) -> tuple[int, int] | None:
        """Device and inode of the file, whatever it is called now; None if there was none."""
        if self._reader == -1:
            return None
        found = os.fstat(self._reader)
        return found.st_dev, found.st_ino

    def moved(self) -> Folder | None:
        """The folder beside its own in which the file lies now, as after a rename; None if it is in none."""
        mine, above = self.identity, self.folder.above
        if mine is None:
            return None
        try:
            beside = [above.below(each.name) for each in above.entries() if each.is_folder and each.name[0] != "."]
        except (OSError, CannotWrite):
            return None
        return next((folder for folder in beside if (folder.stamp(self.name) or ())[:2] == mine), None)

    @property
    def waits(self) -> bool:
        """True while some bytes are not on the disk yet."""
        return bool(self._waiting)

    def add(self, line: bytes) -> None:
        """Puts a line at the end; it is safe only after `save`."""
        self._waiting += line

    def read_all(self, start: int = 0) -> bytes:
        """All bytes of the file as it is now, from an offset on; empty if there is no file. Damaged if it cannot be
        read.
        """
        if self._reader == -1:
            return b""
        try:
            raw = read_all(self._reader, start)
        except OSError as error:
            raise self._unreadable(error) from error
        self._length = start + len(raw)
        return raw

    def read(self, at: int, length: int) -> bytes:
        """The bytes between two offsets, which may be on the disk, still to be written, or both. Damaged if it cannot
        be read.
        """
        start = max(0, at - self.good)
        waiting = bytes(self._waiting[start : max(0, at + length - self.good)])
        if at >= self.good:
            return waiting
        try:
            return read_at(self._reader, length - len(waiting), at) + waiting
        except OSError as error:
            raise self._unreadable(error) from error

    def added(self) -> bytes | None:
        """What another program has written behind `good`; None if the name leads to another file, or it is shorter.

        OSError if it cannot be read.
        """
        named = self.folder.stat(self.name)
        if self._reader == -1 or not os.path.samestat(named, os.fstat(self._reader)) or named.st_size < self.good:
            return None
        return read_at(self._reader, named.st_size - self.good, self.good)

    # ---------------------------------------------------------------- writing

    def lay_out_again_if_deleted(self) -> None:
        """Writes the content again to a file that was deleted while it was open. OSError if the disk does not take
        it.
        """
        if os.fstat(self._reader).st_nlink or self.folder.holds(self.name):
            return
        self.folder.make()
        self._lay_out()

    def save(self, in_background: bool = False) -> None:
        """Writes all that is still to be written, and fsyncs it. OSError or Displaced if the disk does not take it; it
        is kept then.

        After a failed fsync the system takes the pages for written though they are not: only what is written anew,
        through a new descriptor, can be believed.

        in_background: returns while the disk is at it; `end_save` waits for that.
        """
        with self._stepping_back():
            writer = self._checked_writer()
            self._unfinished = True
            write_at(writer, bytes(self._waiting), self.good)
            self._written = len(self._waiting)
            if in_background:
                self._begin_sync(writer)
            else:
                system_calls.sync(writer)
                self._take_as_saved()

    def end_save(self) -> None:
        """Waits for the end of what `save` began in the background, and fails as that does."""
        with self._stepping_back():
            if self._syncing is not None:
                self._syncing.result()
            self._take_as_saved()

    def close(self) -> None:
        """Closes the file; what is still to be written is dropped."""
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        self._let_go()
        if self._reader != -1:
            with suppress(OSError):
                os.close(self._reader)
        self._reader = -1

    def _begin_sync(self, writer: int) -> None:
        """Waits for the disk in a thread. Returns once that has begun: Python may give a thread its turn 5 ms later."""
        begun = Event()

        def sync() -> None:
            begun.set()
            system_calls.sync(writer)

        self._pool = self._pool or ThreadPoolExecutor(1)
        self._syncing = self._pool.submit(sync)
        begun.wait()

    def _checked_writer(self) -> int:
        """A descriptor for the file that the name leads to, if it is as this program left it. Displaced otherwise.

        A file that has other names, too, as in a backup of hard links, is left to those: a copy takes its place here.
        """
        named = self.folder.stat(self.name)
        if not os.path.samestat(named, os.fstat(self._reader)):
            raise Displaced(f"another file has taken the place of {self.name}")
        if self._writer is None:
            self._writer = self.folder.open_private(self.name, os.O_RDWR)
        length = os.fstat(self._writer).st_size
        if length != self._length and not self._is_ours(length):
            raise Displaced(f"another program has changed {self.name}")
        if named.st_nlink > 1:
            self._lay_out()
            return self._checked_writer()
        if length > self.good:
            os.ftruncate(self._writer, self.good)
            self._length = self.good
        return self._writer

    @contextmanager
    def _stepping_back(self) -> Iterator[None]:
        """Half a line must not stay after the good ones: it would be taken for damage."""
        try:
            yield
        except OSError:
            self._step_back()
            raise

    def _take_as_saved(self) -> None:
        """What was written is on the disk; of a file that was laid out anew its folder has to be there, too."""
        if self._unsettled:
            self.folder.sync()
            self._unsettled = False
        self.good += self._written
        self._length = self.good
        del self._waiting[: self._written]
        self._unfinished = self.lingers = False

    def _lay_out(self) -> None:
        """Puts a new file of the good bytes in the place of the old one."""
        try:
            self.folder.put(self.name, read_at(self._reader, self.good, 0))
        except Unsettled:
            self._unsettled = True
        reader = self.folder.open_plain(self.name)
        self._let_go()
        os.close(self._reader)
        self._reader, self._length, self._unfinished = reader, self.good, False

    def _is_ours(self, length: int) -> bool:
        """Is what stands behind `good` a part of the write that failed? The disk may have left zeros in it."""
        if not self._unfinished or self._writer is None or not self.good <= length <= self.end:
            return False
        rest = read_at(self._writer, length - self.good, self.good)
        return all(byte in (0, wanted) for byte, wanted in zip(rest, self._waiting, strict=False))

    def _step_back(self) -> None:
        """Cuts off what a write that failed has left."""
        if self._writer is not None and self._unfinished:
            try:
                length = os.fstat(self._writer).st_size
                if length > self.good and self._is_ours(length):
                    os.ftruncate(self._writer, self.good)
                    self._length = self.good
                self.lingers = False
            except OSError:
                self.lingers = True
        self._let_go()

    def _unreadable(self, error: OSError) -> Damaged:
        return Damaged(f"{self.folder.called(self.name)} cannot be read: {reason(error)}.")

    def _let_go(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                os.close(self._writer)
            self._writer = None
