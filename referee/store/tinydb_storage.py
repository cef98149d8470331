"""Storage of TinyDB that checks what it reads, keeps it in memory, and replaces the whole file when it is flushed."""

import errno
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.json import encode
from tinydb.storages import Storage

from referee.store.file import MOST_BYTES, Folder
from referee.store.save_problems import Damaged

Row = dict[str, Any]
"""One document, as JSON has it."""
Tables = dict[str, dict[str, Row]]
"""Documents by table and document id, as TinyDB writes them."""


MOST_ROWS = 50_000
"""Maximum number of documents in a file."""


class CheckedStorage(Storage):
    """A JSON file of tables. TinyDB's own storage loses data when the program is killed; this one never does."""

    def __init__(self, folder: Folder, name: str, decode: Callable[[bytes], Any]) -> None:
        self.folder, self._name, self._decode = folder, name, decode
        self._tables: Tables | None = None
        self._changed = False

    def read(self) -> Tables | None:
        """The tables; None if there is no file. Damaged, or what `decode` raises, if it holds something else."""
        with suppress(FileNotFoundError):
            if self._tables is None:
                raw = self.folder.read(self._name)
                self._tables = checked(self._decode(raw), self.folder.called(self._name))
        return self._tables

    def write(self, data: Tables) -> None:
        """Keeps the tables in memory until `flush`."""
        self._tables, self._changed = data, True

    def forget(self) -> None:
        """Goes on without what was read, as where the file is damaged. It stays on the disk until `flush`."""
        self._tables, self._changed = {}, False

    def flush(self) -> None:
        """Writes the tables, if they have changed. OSError as of `Folder.put`, or if nobody could read them again."""
        if self._changed:
            raw = encode(self._tables)
            if len(raw) > MOST_BYTES or sum(map(len, (self._tables or {}).values())) > MOST_ROWS:
                raise OSError(errno.EFBIG, "too big to be read again")
            self.folder.put(self._name, raw)
            self._changed = False

    def close(self) -> None:
        """Flushes; TinyDB calls it at its end."""
        self.flush()


def checked(found: Any, called: str) -> Tables:
    """The tables that a file holds. Damaged if it holds anything but documents with whole numbers as ids."""
    if not isinstance(found, dict) or not all(_is_table(rows) for rows in found.values()):
        raise Damaged(f"{called} is damaged: it holds something that is not a table.")
    if sum(map(len, found.values())) > MOST_ROWS:
        raise Damaged(f"{called} cannot be read: it holds more than {MOST_ROWS:,} rows.")
    return found


def _is_table(rows: Any) -> bool:
    return isinstance(rows, dict) and all(
        id.isascii() and id.isdecimal() and len(id) < 10 and isinstance(row, dict) for id, row in rows.items()
    )
