"""The database: TinyDB files, of an encounter as it stands now, and of the library with its lock."""

import errno
import fcntl
import os
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.json import encode
from tinydb.storages import Storage

from referee.engine.problem import Problem
from referee.store.file import (
    MOST_BYTES,
    TEMPORARY,
    Damaged,
    Locked,
    TooNew,
    closed_after,
    json_in_steps,
    make_folder,
    open_private,
    put,
    read_plain,
    reason,
    writing,
)

if TYPE_CHECKING:
    from pydantic import BaseModel
from referee.store.recovery import Transaction, finish
from referee.store.save_folder import LIBRARY, is_unfinished
from referee.store.tables import Row, Tables, plain
from referee.text import clean

T = TypeVar("T")


Steps = Generator[None, None, T]
"""Work that is done in short steps, and what it comes to."""


def finished(steps: Steps[T]) -> T:
    """What the work comes to, all of it done now."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result


class SafeStorage(Storage):
    """TinyDB storage that checks what it reads, and replaces the whole file at once: after a crash it is the old or the
    new one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, dict[str, Any]] | None:
        """The tables; None if there is no file yet. Damaged if it is no JSON object of tables."""
        return finished(self.reading())

    def reading(self) -> "Steps[dict[str, dict[str, Any]] | None]":
        """The same in short steps: a row of a table each, so that a program can go on meanwhile."""
        called = f"{self._path.name} of {self._path.parent.name}"
        try:
            found: dict[str, dict[str, Any]] = yield from json_in_steps(read_plain(self._path), called, 2)
        except FileNotFoundError:
            return None
        return found

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        """Puts these tables on the disk. OSError if it does not take them, or if they could not be read again."""
        put(self._path, _dumped(data))


def _dumped(tables: dict[str, dict[str, Any]]) -> bytearray:
    """The tables as JSON, a row at a time: one text of all of them takes several times the memory."""
    raw = bytearray(b"{")
    for table, rows in tables.items():
        raw += (b"," if len(raw) > 1 else b"") + _json(table) + b":{"
        for n, (key, row) in enumerate(rows.items()):
            raw += (b"," if n else b"") + _json(str(key)) + b":" + _json(row)
        raw += b"}"
    raw += b"}"
    if len(raw) > MOST_BYTES:
        raise OSError(errno.EFBIG, "too big to be read again")
    return raw


def _json(value: "str | Row | BaseModel") -> bytes:
    if isinstance(value, str | dict):
        return encode(value)
    return value.model_dump_json(exclude_defaults=True).encode()


def tinydb_file(tables: "Mapping[str, Sequence[Row | BaseModel]]") -> bytearray:
    """The content of a file with these tables, as TinyDB numbers their rows. OSError if it could not be read again.

    A row may be a record that is made JSON only here: thousands of them would fill the memory twice.
    """
    return _dumped({name: {str(n): row for n, row in enumerate(rows, 1)} for name, rows in tables.items()})


def put_tables(path: Path, tables: "Mapping[str, Sequence[Row | BaseModel]]") -> None:
    """Puts these tables in place of those on the disk. OSError if it does not take them."""
    put(path, tinydb_file(tables))


LOCK_FILE = "library.lock"
FORM = 2
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

    @property
    def shown_folder(self) -> str:
        """The whole path of its folder, as it can be printed."""
        return clean(str(self.folder.absolute()))

    def reading(self) -> Steps[Tables]:
        """Reads the rows of each table in short steps; none if there is no file. Damaged or TooNew if not readable."""
        finish_changes(self.folder)
        try:
            found: Any = yield from SafeStorage(self.path).reading()
        except OSError as error:
            raise Damaged(f"{self._called} cannot be read: {reason(error)}.") from error
        if found is None:
            return {}
        tables = plain(found)
        if not isinstance(found, dict) or _rows(found) != _rows(tables):
            raise Damaged(f"{self._called} is damaged: it holds something that is not a table.")
        form = (tables.pop(_ABOUT, None) or [{}])[0].get("form", FORM)
        if form not in (1, FORM):
            raise TooNew(
                f"{self._called} was written by a newer Referee, so it was left as it is. Update Referee to open it."
            )
        if form == 1:
            from referee.store.library_record import sign_init  # late: its models are built for it

            sign_init(tables)
        return tables

    def write(self, tables: Tables, transaction: Transaction | None = None) -> None:
        """Puts these tables in place of those that are there. CannotWrite if the disk does not take them; NotYetSafe if
        they are there, but perhaps not after a power failure.

        Only while `held`. transaction: what else is changed; all of it, or nothing.
        """
        for left in self.folder.glob(f"{TEMPORARY}{LIBRARY}-*"):
            with suppress(OSError):  # a program was killed while it wrote; nobody else writes now
                left.unlink()
        with writing(f"The library{self._in}", "changed"):
            raw = tinydb_file({_ABOUT: [{"form": FORM}], **tables})
            if transaction is None:
                put(self.path, raw)
                return
        transaction.put(LIBRARY, raw)
        transaction.commit()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nobody else writes meanwhile. Locked if another program does not let go of it; CannotWrite.

        What a program was killed in is made first.
        """
        with writing(f"The library{self._in}", "changed"):
            make_folder(self.folder)
            file = open_private(self.folder / LOCK_FILE, os.O_RDWR | os.O_CREAT)
        with closed_after(file) as descriptor:
            self._wait(descriptor)
            with writing(f"The library{self._in}", "changed"):
                finish(self.folder)
            yield

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


def finish_changes(folder: Path) -> None:
    """Finishes a transaction that a program was killed in, if that is possible now."""
    if is_unfinished(folder):
        with suppress(Problem), LibraryFile(folder).held():
            pass


def _rows(tables: Any) -> dict[str, int]:
    """How many rows each table has; -1 for what is no table."""
    return {name: len(rows) if isinstance(rows, dict | list) else -1 for name, rows in tables.items()}
