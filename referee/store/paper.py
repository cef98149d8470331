"""Paper: a file that is written at its end only, and counts only as far as it is known to be on the disk."""

import os
from contextlib import suppress
from pathlib import Path

from referee.store.file import make_folder, open_plain, open_private, put, read_all, write_at
from referee.store.problem import Damaged, reason


class Paper:
    """Lines on the disk, and behind them those that the disk has not taken yet."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.good = 0
        """How many bytes of the file are sound and safe."""
        self._waiting = bytearray()
        self._writer: int | None = None
        try:
            self._reader = open_plain(path)
        except FileNotFoundError:
            self._reader = -1

    @property
    def end(self) -> int:
        """Where the next line will stand."""
        return self.good + len(self._waiting)

    @property
    def waits(self) -> bool:
        """Is there something the disk has not taken yet?"""
        return bool(self._waiting)

    def add(self, line: bytes) -> None:
        """Puts a line at the end; it is safe only after `save`."""
        self._waiting += line

    def read_all(self) -> bytes:
        """All that is in the file now, sound or not; nothing, if there is none. Damaged if it cannot be read."""
        if self._reader == -1:
            return b""
        try:
            return read_all(self._reader)
        except OSError as error:
            raise Damaged(f"{self.path.name} of {self.path.parent.name} cannot be read: {reason(error)}.") from error

    def read(self, at: int, length: int) -> bytes:
        """A part of it, wherever it is."""
        if at >= self.good:
            return bytes(self._waiting[at - self.good : at - self.good + length])
        return os.pread(self._reader, length, at)

    def save(self) -> None:
        """Brings all that waits to the disk, in one write. OSError if it will not go; then the next try begins afresh.

        After a failed fsync the system takes the pages for written though they are not: only what is written
        anew, through a new descriptor, can be believed.
        """
        try:
            writer = self._open()
            write_at(writer, bytes(self._waiting), self.good)
            os.fsync(writer)
        except OSError:
            self._step_back()
            raise
        self.good = self.end
        self._waiting.clear()

    def close(self) -> None:
        """Lets go of the file."""
        for descriptor in (self._reader, self._writer):
            if descriptor not in (None, -1):
                with suppress(OSError):
                    os.close(descriptor)
        self._reader, self._writer = -1, None

    def _open(self) -> int:
        if self._writer is not None and os.fstat(self._writer).st_nlink:
            return self._writer
        self._let_go()
        if self._reader != -1 and not os.fstat(self._reader).st_nlink:
            self._lay_out_again()
        self._writer = open_private(self.path, os.O_RDWR)
        if not os.path.samestat(os.fstat(self._writer), os.fstat(self._reader)):
            self._let_go()
            raise FileNotFoundError(2, "another file has taken its place")
        if os.fstat(self._writer).st_size > self.good:
            os.ftruncate(self._writer, self.good)
        return self._writer

    def _lay_out_again(self) -> None:
        """Somebody deleted the file under our hands; what was in it is still to be had while it is open."""
        make_folder(self.path.parent)
        put(self.path, os.pread(self._reader, self.good, 0))
        reader = open_plain(self.path)
        os.close(self._reader)
        self._reader = reader

    def _step_back(self) -> None:
        """Half a line must not stay behind the good ones, where it could be taken for damage."""
        if self._writer is not None:
            with suppress(OSError):
                if os.fstat(self._writer).st_size > self.good:
                    os.ftruncate(self._writer, self.good)
        self._let_go()

    def _let_go(self) -> None:
        if self._writer is not None:
            with suppress(OSError):
                os.close(self._writer)
            self._writer = None
