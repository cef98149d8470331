"""The file of the library: library.json beside the encounters, locked for the moment of writing only."""

import errno
import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from referee.store.database import SafeStorage, put_tables
from referee.store.file import TEMPORARY, make_folder, open_private
from referee.store.problem import Damaged, Locked, TooNew, reason, writing
from referee.store.table import Tables, plain
from referee.text import clean

LIBRARY = "library.json"
LOCK_FILE = "library.lock"
FORM = 1
"""The form of the tables that is written now."""
_ABOUT = "about"
_PATIENCE = 10.0
"""Seconds that a program waits for another one to have written."""
_PAUSE = 0.01


class LibraryFile:
    """Reads and writes all tables of the library at once; whoever reads sees the old file or the new one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / LIBRARY

    def read(self) -> Tables:
        """The rows of each table; none if there is no file. Damaged or TooNew if it cannot be read."""
        try:
            found: Any = SafeStorage(self.path).read()
        except OSError as error:
            raise Damaged(f"{self._called} cannot be read: {reason(error)}.") from error
        if found is None:
            return {}
        tables = plain(found)
        if not isinstance(found, dict) or _rows(found) != _rows(tables):
            raise Damaged(f"{self._called} is damaged: it holds what is no table.")
        form = (tables.pop(_ABOUT, None) or [{}])[0].get("form", FORM)
        if form != FORM:
            raise TooNew(f"{self._called} was written by a newer referee, and is left as it is.")
        return tables

    def write(self, tables: Tables) -> None:
        """Puts these tables in place of those that are there. CannotWrite if the disk does not take them; NotYetSafe if
        they are there, but perhaps not after a power failure.

        Only while `held`.
        """
        for left in self.folder.glob(f"{TEMPORARY}{LIBRARY}-*"):
            with suppress(OSError):  # a program was killed while it wrote; nobody else writes now
                left.unlink()
        with writing(f"The library{self._in}", "changed"):
            put_tables(self.path, {_ABOUT: [{"form": FORM}], **tables})

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else writes meanwhile. Locked if another program does not let go of it; CannotWrite."""
        with writing(f"The library{self._in}", "changed"):
            make_folder(self.folder)
            descriptor = open_private(self.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT)
        try:
            self._wait(descriptor)
            yield
        finally:
            os.close(descriptor)

    def _wait(self, descriptor: int) -> None:
        """Returns once the lock is ours, or at once on a disk that has no locks."""
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except OSError as error:
                if error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES):
                    return
                if time.monotonic() > end:
                    raise Locked(f"Another program is writing the library{self._in}. Nothing was changed.") from error
            time.sleep(_PAUSE)

    @property
    def _in(self) -> str:
        return f" in {clean(str(self.folder.absolute()), 120)}"

    @property
    def _called(self) -> str:
        return LIBRARY + self._in


def _rows(tables: Any) -> dict[str, int]:
    """How many rows each table has; -1 for what is no table."""
    return {name: len(rows) if isinstance(rows, dict | list) else -1 for name, rows in tables.items()}
