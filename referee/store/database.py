"""The database: the encounter as it stands now, in a TinyDB file beside its journal."""

import errno
import json
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel
from tinydb.storages import Storage

from referee.store.file import MOST_BYTES, json_in_steps, put, read_plain
from referee.store.tables import Row

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
        raw = _dumped(data)
        if len(raw) > MOST_BYTES:
            raise OSError(errno.EFBIG, "too big to be read again")
        put(self._path, raw)


def _dumped(tables: dict[str, dict[str, Any]]) -> bytearray:
    """The tables as JSON, a row at a time: one text of all of them takes several times the memory."""
    raw = bytearray(b"{")
    for table, rows in tables.items():
        raw += (b"," if len(raw) > 1 else b"") + _json(table) + b":{"
        for n, (key, row) in enumerate(rows.items()):
            raw += (b"," if n else b"") + _json(str(key)) + b":" + _json(row)
        raw += b"}"
    raw += b"}"
    return raw


def _json(value: object) -> bytes:
    if isinstance(value, BaseModel):
        return value.model_dump_json(exclude_defaults=True).encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def put_tables(path: Path, tables: Mapping[str, Sequence[Row | BaseModel]]) -> None:
    """Puts these tables in place of those on the disk, as TinyDB numbers their rows; OSError if it does not take them.

    A row may be a record that is made JSON only as it is written: thousands of them would fill the memory twice.
    """
    numbered = {name: {str(n): row for n, row in enumerate(rows, 1)} for name, rows in tables.items()}
    SafeStorage(path).write(numbered)
