"""The encounter as it stands now, as rows that any viewer of JSON can read, in a TinyDB file beside its journal."""

import errno
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from tinydb import TinyDB
from tinydb.storages import Storage

from referee.engine.problem import Problem
from referee.store.file import MOST_BYTES, Damaged, put, read_json, read_plain

if TYPE_CHECKING:
    from referee.engine.state.encounter import Encounter


Row = dict[str, Any]
Tables = dict[str, list[Row]]

TABLES_FORM = 1
"""The form of these tables; others are made anew from the journal."""
_BEARERS = ("figures", "groups", "things")


def laid_out(encounter: "Encounter") -> Tables:
    """The encounter in tables: itself in one row, and its figures, groups, things and conditions in one each."""
    dump = encounter.model_dump(mode="json")
    tables: Tables = {kind: list(dump.pop(kind).values()) for kind in _BEARERS}
    tables["conditions"] = [
        {"on": bearer["tag"], **condition}
        for kind in _BEARERS
        for bearer in tables[kind]
        for condition in bearer.pop("conditions")
    ]
    return {"encounter": [dump], **tables}


def taken_up(tables: Tables) -> "Encounter":
    """The encounter that these tables lay out. ValueError, KeyError or the like if they do not."""
    from referee.engine.state.encounter import Encounter

    fields = dict(tables["encounter"][0]["state"])
    lying: dict[str, list[Row]] = {}
    for row in tables["conditions"]:
        lying.setdefault(row["on"], []).append({key: value for key, value in row.items() if key != "on"})
    for kind in _BEARERS:
        fields[kind] = {row["tag"]: {**row, "conditions": lying.get(row["tag"], [])} for row in tables[kind]}
    return Encounter.model_validate(fields)


def plain(tables: Any) -> Tables:
    """The rows of what TinyDB has written, in order. Nothing for what is not so made."""
    if not isinstance(tables, Mapping):
        return {}
    found: Tables = {}
    for name, rows in tables.items():
        if isinstance(rows, Mapping):
            found[name] = [dict(row) for row in rows.values() if isinstance(row, Mapping)]
    return found


SNAPSHOT = "encounter.json"


class Snapshot(NamedTuple):
    """What encounter.json says; it counts only as far as the journal bears it out."""

    line: int
    """The number of the journal's line that it stands at."""
    crc: str
    """That line's own checksum."""
    position: int
    """How many steps were in force."""
    settled: int
    """After how many of them the encounter in it was: open commands do not count."""
    asks: str
    """The key of the question that was open, or the command that asked it; empty if none was."""
    tables: Tables

    @property
    def row(self) -> Row:
        """The one row about the encounter itself."""
        return self.tables["encounter"][0]

    def encounter(self) -> "Encounter":
        """The settled encounter. Damaged if the tables are not one."""
        from referee.engine.state.encounter import check_consistency, without_missing

        try:
            encounter = without_missing(taken_up(self.tables))
            check_consistency(encounter)
            return encounter
        except (Problem, ValueError, LookupError, TypeError, AttributeError) as error:
            raise Damaged(f"{SNAPSHOT} is damaged.") from error

    @classmethod
    def read(cls, folder: Path) -> "Snapshot | None":
        """What lies in a save's folder; None if there is none, or none of this form."""
        try:
            return cls.of(read_json(read_plain(folder / SNAPSHOT), SNAPSHOT))
        except (Damaged, OSError):
            return None

    @classmethod
    def of(cls, found: Any) -> "Snapshot | None":
        """What these tables say; None if they are of another form."""
        tables = plain(found)
        try:
            row = tables["encounter"][0]
            if (
                row.pop("seal") != _seal(tables)
                or row["schema"] != TABLES_FORM
                or not set(tables) >= {"figures", "groups", "things", "conditions"}
            ):
                return None
            numbers = row["line"], row["position"], row["settled"]
            words = row["crc"], row["asks"], row["name"], row["system"], row["state"]["turn"] or ""
            if not all(type(n) is int and n >= 0 for n in (*numbers, row["state"]["round"])):
                return None
            if not all(isinstance(word, str) for word in words):
                return None
        except (LookupError, TypeError):
            return None
        line, position, settled = numbers
        return cls(line, row["crc"], position, settled, row["asks"], tables)


def tables_of(encounter: "Encounter", name: str, **place: int | str) -> Tables:
    """The tables of a snapshot: the encounter laid out, and in its row the save's name and where it stands."""
    tables = laid_out(encounter)
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    row = {"schema": TABLES_FORM, "name": name, "system": encounter.system, "turn": turn, **place}
    tables["encounter"] = [{**row, "state": tables["encounter"][0]}]
    tables["encounter"][0]["seal"] = _seal(tables)
    return tables


def _seal(tables: Tables) -> int:
    """A checksum of all of it: what was changed by anything but us is not to be believed over the journal."""
    return crc32(json.dumps(tables, sort_keys=True).encode())


class SafeStorage(Storage):
    """Reads with suspicion, and puts a whole new file in place of the old one, or leaves the old one as it was."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> dict[str, dict[str, Any]] | None:
        """The tables; None if there is no file yet. Damaged, if it is not what it should be."""
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
    """Puts all tables on the disk together when it is closed, and never looks at the old ones."""

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
