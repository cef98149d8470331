"""The database: the encounter as it stands now, in a TinyDB file beside its journal."""

import errno
import json
from pathlib import Path
from typing import Any

from tinydb import TinyDB
from tinydb.storages import Storage

from referee.store.file import MOST_BYTES, put, read_json, read_plain
from referee.store.tables import Tables


class SafeStorage(Storage):
    """TinyDB storage that checks what it reads, and replaces the whole file at once: after a crash it is the old or the
    new one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, dict[str, Any]] | None:
        """The tables; None if there is no file yet. Damaged if it is no JSON object of tables."""
        try:
            raw = read_plain(self._path)
        except FileNotFoundError:
            return None
        found: dict[str, dict[str, Any]] = read_json(raw, f"{self._path.name} of {self._path.parent.name}")
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
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class OnePiece(SafeStorage):
    """Storage that collects all tables and writes them together when it is closed, without reading the old ones."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._tables: dict[str, dict[str, Any]] | None = None

    def read(self) -> dict[str, dict[str, Any]] | None:
        return self._tables

    def write(self, data: dict[str, dict[str, Any]]) -> None:
        self._tables = data

    def close(self) -> None:
        if self._tables is not None:
            super().write(self._tables)


def put_tables(path: Path, tables: Tables) -> None:
    """Puts these tables in place of those on the disk. OSError if it does not take them."""
    with TinyDB(path, storage=OnePiece) as database:
        for name, rows in tables.items():
            database.table(name).insert_multiple(rows)
