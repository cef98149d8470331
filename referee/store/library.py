"""Library: what the referee has made, a TinyDB file beside the encounters that one program changes at a time."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from tinydb import TinyDB, where
from tinydb.table import Document

from referee.engine.problem import on_topic
from referee.store.disk_errors import reason
from referee.store.file import TEMPORARY, Folder, Stamp
from referee.store.library_forms import update_form
from referee.store.library_lock import LibraryLock
from referee.store.library_record import R, Record
from referee.store.library_tables import ALL_TABLES, REMOVED, LibraryTable
from referee.store.record_mistakes import validated
from referee.store.save_folder import LIBRARY
from referee.store.save_problems import CannotWrite, Damaged, NameTaken, NoSuchSave, TooNew, doubting, writing
from referee.store.save_reader import names_by_id
from referee.store.strict_json import read_json
from referee.store.tinydb_storage import CheckedStorage
from referee.text.harmless import LONGEST_NAME, clean, clean_name
from referee.text.phrases import listed
from referee.text.quoting import short

FORM = 3
"""The form of the tables that is written now; form 1 has unsigned bonuses, form 2 knows encounters by their names."""
_ABOUT = "about"
NO_LOCKS = "This disk does not support locks: make sure nobody else is changing the library."
Key = tuple[str, str]
"""The game of a record and its name in small letters, which no other record of its table has."""
MOST_REMOVED = 100
"""Rows that were removed and can still be fetched back; a removal of more at once counts whole."""


class Duplicates(Enum):
    """What becomes of a record whose name another one of its game has already."""

    SKIP = "skip"
    """The one there stays."""
    REPLACE = "replace"
    """It takes the place of the one there."""
    BOTH = "both"
    """It gets a number behind its name."""


class Added(Struct):
    """What became of records that were to be added, by the names they have now."""

    added: list[str] = field(default_factory=list)
    """Those with new names among them: see `renamed`."""
    replaced: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    """The name that each was to have, and the one that it got."""


class LibraryDatabase:
    """The tables of the library as they are in the file. Changes lie in memory until `flush`."""

    def __init__(self, folder: Folder) -> None:
        """Damaged or TooNew if the file cannot be read."""
        called = f"{LIBRARY} in {clean(str(folder.path.absolute()), 120)}"
        self._file = CheckedStorage(folder, LIBRARY, partial(read_json, called=called))
        self._db = TinyDB(storage=lambda: self._file)
        try:
            tables = self._file.read() or {}
        except OSError as error:
            raise Damaged(f"{called} cannot be read: {reason(error)}.") from error
        self.form = next(iter(tables.get(_ABOUT, {}).values()), {}).get("form", FORM)
        """The form in which the file was written."""
        if self.form not in range(1, FORM + 1):
            raise TooNew(
                f"{called} was written by a newer Referee, so it was left as it is. Update Referee to open it."
            )
        if self.form < FORM:
            rows = {name: [*table.values()] for name, table in tables.items()}
            update_form(rows, self.form, cache(lambda: {name: id for id, name in names_by_id(folder).items()}))

    def rows(self, table: LibraryTable[Any], system: str = "") -> list[Document]:
        """The documents of a table, in the order of their ids; of one game, if one is said."""
        found = self._db.table(table.name)
        rows = found.search(where("system") == system) if system else found.all()
        return sorted(rows, key=lambda row: row.doc_id)

    def keys(self, table: LibraryTable[Any]) -> dict[Key, Document]:
        """The documents of a table by the keys of their records. Damaged if one is no record at all."""
        return {_key(table, row): row for row in self.rows(table)}

    def insert(self, table: LibraryTable[Any], records: Iterable[Record]) -> None:
        """Adds documents."""
        self._db.table(table.name).insert_multiple(record.row for record in records)

    def replace(self, table: LibraryTable[Any], records: Mapping[int, Record]) -> None:
        """Puts records in place of the documents with these ids; `update` would keep fields that are at a default."""
        self._db.table(table.name).remove(doc_ids=records)
        self._db.table(table.name).insert_multiple(Document(new.row, doc_id=id) for id, new in records.items())

    def discard(self, table: LibraryTable[Any], rows: Sequence[Document]) -> None:
        """Moves documents into the table `removed`, which keeps only the latest."""
        self._db.table(table.name).remove(doc_ids=[row.doc_id for row in rows])
        removed = self._db.table(REMOVED)
        removed.insert_multiple({"table": table.name, "record": dict(row)} for row in rows)
        kept = sorted(row.doc_id for row in removed)
        removed.remove(doc_ids=kept[: -max(MOST_REMOVED, len(rows))])

    def take_back(self, table: LibraryTable[R], name: str, system: str) -> R | None:
        """Takes the record that was removed last out of `removed`. Empty words match every name or game."""
        removed = self._db.table(REMOVED)
        for row in sorted(removed.search(where("table") == table.name), key=lambda row: -row.doc_id):
            record = record_of(table, row.get("record"), REMOVED)
            if name.casefold() in ("", record.name.casefold()) and system in ("", record.system):
                removed.remove(doc_ids=[row.doc_id])
                return record
        return None

    def flush(self) -> None:
        """Writes the tables. OSError if the disk does not take them."""
        self._db.table(_ABOUT).truncate()
        self._db.table(_ABOUT).insert({"form": FORM})
        self._file.flush()


class Library:
    """The tables of the library in a folder of encounters. Nothing is read before it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._saves = Folder(folder)
        self._read: tuple[Stamp | None, LibraryDatabase] | None = None
        """The tables as they were read last, and the stamp that the file had."""
        self._records: dict[tuple[str, str], tuple[Any, ...]] = {}
        """Records made of them, by table and game; all games are an empty one."""
        self._lock: LibraryLock | None = None
        self.doubts: tuple[str, ...] = ()
        """Sentences about the last change: a power failure could still undo it; the disk has no locks."""

    @property
    def shown_folder(self) -> str:
        """The whole path of its folder, as it can be printed."""
        return clean(str(self.folder.absolute()))

    # ---------------------------------------------------------------- reading

    @on_topic("library")
    def all(self, table: LibraryTable[R], system: str = "") -> tuple[R, ...]:
        """The records of a table, by name; of one game, if one is said. Damaged or TooNew if it cannot be read."""
        stamp = self._saves.stamp(LIBRARY)
        if self._read is None or self._read[0] != stamp:
            self._read, self._records = (stamp, LibraryDatabase(self._saves)), {}
        if (table.name, system) not in self._records:
            rows = self._read[1].rows(table, system)
            records = (record_of(table, row, table.name) for row in rows)
            self._records[table.name, system] = tuple(sorted(records, key=lambda record: record.key[::-1]))
        found: tuple[R, ...] = self._records[table.name, system]
        return found

    def matching(self, table: LibraryTable[R], word: str, system: str = "") -> tuple[R, ...]:
        """The records that are called so; else those whose name begins so."""
        wanted = clean_name(word).casefold()
        records = self.all(table, system)
        exact = tuple(record for record in records if record.name.casefold() == wanted)
        return exact or tuple(record for record in records if wanted and record.name.casefold().startswith(wanted))

    def find(self, table: LibraryTable[R], word: str, system: str = "") -> R:
        """The record that is called so, or whose name alone begins so. NoSuchSave otherwise."""
        found = self.matching(table, word, system)
        if len(found) == 1:
            return found[0]
        called = short(clean_name(word), 40)
        if found:
            names = [f"{record.name} ({record.system})" for record in found]
            raise NoSuchSave(f"{called!r} could be {listed(names)}.")
        of = f" of {system}" if system else ""
        raise NoSuchSave(f"There is no {table.one}{of} called {called!r} in the library of {self.shown_folder}.")

    # ---------------------------------------------------------------- writing

    def add(self, table: LibraryTable[R], records: Iterable[R], duplicates: Duplicates | None = None) -> Added:
        """Puts records in, all or none. NameTaken, if a name is there and nothing is said of duplicates."""
        return self.add_all({table.name: list(records)}, duplicates)[table.name]

    def add_all(self, records: Mapping[str, Sequence[Record]], duplicates: Duplicates | None) -> dict[str, Added]:
        """Puts records into several tables, by their names, in one write: all or none. Problems as of `add`."""
        with self._changing() as database:
            return {name: _add(database, ALL_TABLES[name], coming, duplicates) for name, coming in records.items()}

    def change(self, table: LibraryTable[R], old: Record, changed: Callable[[R], R]) -> R:
        """Puts what is made of a record, as the file has it now, in its place; returns that.

        NoSuchSave if the old one is gone, NameTaken if a third has the new name.
        """
        with self._changing() as database:
            rows = database.keys(table)
            if (row := rows.get(old.key)) is None:
                raise NoSuchSave(f"There is no {table.one} called {old.name!r} in the library any more.")
            new = changed(record_of(table, row, table.name))
            if new.key != old.key and new.key in rows:
                raise _taken([str(rows[new.key]["name"])])
            database.replace(table, {row.doc_id: new})
        return new

    def remove(self, table: LibraryTable[R], records: Iterable[R]) -> None:
        """Takes records out; `restore` fetches them back. NoSuchSave if one is not there any more."""
        going = {record.key for record in records}
        with self._changing() as database:
            gone = [row for key, row in database.keys(table).items() if key in going]
            if len(gone) < len(going):
                raise NoSuchSave(f"The {table.one} is not in the library any more.")
            database.discard(table, gone)

    def restore(self, table: LibraryTable[R], name: str = "", system: str = "") -> str:
        """Fetches back what was removed last under that name, or at all; returns the name that it has now.

        NoSuchSave if nothing of that name was removed.
        """
        with self._changing() as database:
            if (record := database.take_back(table, name, system)) is not None:
                return _add(database, table, [record], Duplicates.BOTH).added[0]
            called = f" called {short(clean_name(name), 40)!r}" if name else ""
            raise NoSuchSave(f"There is no removed {table.one}{called} to bring back.")

    def keep_ids(self) -> None:
        """Writes a library of an earlier version in the form of today, in which encounters may get other names."""
        with suppress(Damaged, TooNew):
            if LibraryDatabase(self._saves).form < FORM:
                with self._changing():
                    pass

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the lock, so that no other program changes the library meanwhile. Locked or CannotWrite."""
        if self._lock is not None:
            yield
            return
        lock = self._lock = LibraryLock(self._saves)
        try:
            yield
        finally:
            self._lock = None
            lock.release()

    @contextmanager
    def _changing(self) -> Iterator[LibraryDatabase]:
        """The tables as they are now, written when the block is done; a Problem in it leaves the file alone."""
        self.doubts = ()
        with on_topic("library"), self.held():
            stamp = self._saves.stamp(LIBRARY)
            database = LibraryDatabase(self._saves)
            yield database
            called = f"The library in {clean(str(self.folder.absolute()), 120)}"
            self._saves.sweep(f"{TEMPORARY}{LIBRARY}-")  # of a program that was killed; nobody else writes now
            with self._doubting(), writing(called, "changed"):
                if self._saves.stamp(LIBRARY) != stamp:
                    raise CannotWrite("Another program has just changed the library. Nothing was changed; try again.")
                database.flush()

    @contextmanager
    def _doubting(self) -> Iterator[None]:
        """Notes what is to be told of a change that is done."""
        doubts: list[str] = []
        with doubting(doubts):
            yield
        if self._lock is not None and not self._lock.sure:
            doubts.append(NO_LOCKS)
        self.doubts = tuple(doubts)


@on_topic("library")
def record_of(table: LibraryTable[R], row: Any, place: str) -> R:
    """The record of a document. Damaged, with the place of the mistake, if it is none."""
    number = [str(row.doc_id)] if isinstance(row, Document) else []
    return validated(lambda: table.record.model_validate(row), LIBRARY, place, *number)


def _key(table: LibraryTable[Any], row: Document) -> Key:
    match row:
        case {"system": str() as system, "name": str() as name}:
            return system, name.casefold()
        case _:
            raise Damaged(f"{LIBRARY} is damaged: {table.name}, {row.doc_id} is not a {table.one}.")


def _taken(names: list[str]) -> NameTaken:
    return NameTaken(f"{listed(names)} {'is' if len(names) == 1 else 'are'} already in the library.")


def _add(
    database: LibraryDatabase, table: LibraryTable[R], records: Sequence[R], duplicates: Duplicates | None
) -> Added:
    there = database.keys(table)
    if duplicates is None and (names := [record.name for record in records if record.key in there]):
        raise _taken(names)
    done, numbers = Added(), dict[Key, int]()
    new: dict[Key, R] = {}
    replaced: dict[int, R] = {}
    for record in records:
        if record.key not in there and record.key not in new:
            done.added.append(record.name)
            new[record.key] = record
        elif duplicates is Duplicates.REPLACE:
            done.replaced.append(record.name)
            if (old := there.get(record.key)) is not None:
                replaced[old.doc_id] = record.in_place_of(old)
            else:
                new[record.key] = record.in_place_of(new[record.key])
        elif duplicates is Duplicates.BOTH:
            fresh = renumbered(record, {**there, **new}, numbers)
            done.added.append(fresh.name)
            done.renamed[record.name] = fresh.name
            new[fresh.key] = fresh
        else:
            done.skipped.append(record.name)
    database.replace(table, replaced)
    database.insert(table, new.values())
    return done


def renumbered(record: R, rows: Container[tuple[str, str]], numbers: dict[tuple[str, str], int]) -> R:
    """The record with the first number behind its name that is free; `numbers`: the last that each name has got."""
    while True:
        numbers[record.key] = numbers.get(record.key, 1) + 1
        ending = f" {numbers[record.key]}"
        fresh = record.renamed(record.name[: LONGEST_NAME - len(ending)].rstrip() + ending)
        if fresh.key not in rows:
            return fresh
