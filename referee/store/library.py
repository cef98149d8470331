"""The library: what the referee has made, kept in one locked file beside the encounters."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from pydantic import ValidationError

from referee.engine.problem import Problem, on_topic, short
from referee.engine.state.encounter import listed
from referee.store.database import LibraryFile, Steps, finished
from referee.store.file import Damaged, NameTaken, NoSuchSave, NotYetSafe, Stamp, stamp_of
from referee.store.library_record import ALL_TABLES, PARTIES, REMOVED, LibraryTable, R, Record
from referee.store.recovery import Transaction
from referee.store.save_folder import LIBRARY
from referee.store.tables import Row, Tables
from referee.text import LONGEST_NAME, clean_name

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


class _Reading:
    """One reading of the file, in steps that may be begun here and gone on with there. Another state of the file is
    another reading, so that steps that were left off write nothing into what was read since.
    """

    def __init__(self, file: LibraryFile, stamp: Stamp | None) -> None:
        self._file, self.stamp = file, stamp
        self._tables: Tables = {}
        """The rows of those tables whose records have not been made."""
        self.begun: dict[str, Iterator[None]] = {"": self._rows()}
        """The steps in which a table is read, by its name; the file itself is an empty one."""
        self.records: dict[tuple[str, str], tuple[Record, ...]] = {}
        """By table and game; all games are an empty one."""

    def _rows(self) -> Iterator[None]:
        self._tables = yield from self._file.reading()

    def parsing(self, table: LibraryTable[R]) -> Iterator[None]:
        """Makes the records of a table; its rows are let go one by one, so that no table is held twice."""
        rows, parsed = self._tables.pop(table.name, [])[::-1], list[R]()
        while rows:
            parsed.append(_record(table, rows.pop()))
            yield
        self.records[table.name, ""] = tuple(sorted(parsed, key=lambda record: record.key[::-1]))


class Library:
    """The tables of the library in a folder of encounters. Nothing is read before it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, LibraryFile(folder)
        self._read: _Reading | None = None
        """What was read of the file last; None: not to be used any more."""
        self.doubts: tuple[str, ...] = ()
        """What is to be told of the last change: that it is done, but that a power failure could still undo it."""

    # ---------------------------------------------------------------- reading

    def all(self, table: LibraryTable[R], system: str = "") -> tuple[R, ...]:
        """The records of a table, by name; of one game, if one is said. Damaged or TooNew if it cannot be read."""
        finished(self.ahead(table))
        records = self._read.records if self._read is not None else {}
        if (table.name, system) not in records:
            records[table.name, system] = tuple(each for each in records[table.name, ""] if each.system == system)
        found: Any = records[table.name, system]
        return tuple(found)

    def ahead(self, table: LibraryTable[R]) -> Steps[None]:
        """Reads the records of a table in short steps, of which none are left once they are known. `all` goes on with
        what was begun. Damaged or TooNew if they cannot be read.
        """
        reading, now = self._read, stamp_of(self.file.path)
        if reading is None or reading.stamp != now:
            reading = self._read = _Reading(self.file, now)
        try:
            with on_topic("library"):
                yield from reading.begun[""]
                yield from reading.begun.setdefault(table.name, reading.parsing(table))
        except Problem:
            self._read = None
            raise

    def matching(self, table: LibraryTable[R], word: str, system: str = "") -> tuple[R, ...]:
        """Those that are called so; else those whose name begins so."""
        wanted = clean_name(word).casefold()
        records = self.all(table, system)
        exact = tuple(record for record in records if record.name.casefold() == wanted)
        return exact or tuple(record for record in records if wanted and record.name.casefold().startswith(wanted))

    def find(self, table: LibraryTable[R], word: str, system: str = "") -> R:
        """The one that is called so, or whose name alone begins so. NoSuchSave otherwise."""
        found = self.matching(table, word, system)
        if len(found) == 1:
            return found[0]
        if found:
            names = [f"{record.name} ({record.system})" for record in found]
            raise NoSuchSave(f"{short(clean_name(word), 40)!r} could be {listed(names)}.")
        of = f" of {system}" if system else ""
        called = short(clean_name(word), 40)
        raise NoSuchSave(f"There is no {table.one}{of} called {called!r} in the library of {self.file.shown_folder}.")

    # ---------------------------------------------------------------- writing

    def add(self, table: LibraryTable[R], records: Iterable[R], duplicates: Duplicates | None = None) -> Added:
        """Puts records in, all or none. NameTaken, if a name is there and nothing is said of duplicates.

        Damaged, TooNew, Locked or CannotWrite if the file cannot be read or written; then nothing has changed.
        """
        return self.add_all({table.name: list(records)}, duplicates)[table.name]

    def add_all(
        self,
        records: Mapping[str, Sequence[Record]],
        duplicates: Duplicates | None,
        transaction: Transaction | None = None,
    ) -> dict[str, Added]:
        """Puts records into several tables, by their names, in one write: all or none. Problems as of `add`.

        transaction: what else is changed; all of it, or nothing.
        """
        done: dict[str, Added] = {}
        with self._changing(transaction) as tables:
            for name, coming in records.items():
                table: LibraryTable[Any] = ALL_TABLES[name]
                done[name] = _add(tables, table, coming, duplicates)
        return done

    def change(
        self, table: LibraryTable[R], old: Record, changed: Callable[[R], R], transaction: Transaction | None = None
    ) -> R:
        """Puts what is made of a record, as the file has it now, in its place; returns that.

        NoSuchSave if the old one is gone, NameTaken if a third has the new name; what `changed` refuses changes
        nothing. transaction: what else is changed; all of it, or nothing.
        """
        with self._changing(transaction) as tables:
            rows = _rows_of(table, tables)
            if old.key not in rows:
                raise NoSuchSave(f"There is no {table.one} called {old.name!r} in the library any more.")
            new = changed(_record(table, rows[old.key]))
            if new.key != old.key and new.key in rows:
                raise _taken(table, [rows[new.key]["name"]])
            tables[table.name] = [new.row if key == old.key else row for key, row in rows.items()]
        return new

    def encounter_renamed(self, old: str, new: str, transaction: Transaction) -> None:
        """Commits a transaction that renames an encounter; parties that were saved in it know it by its new name then.

        A damaged library is left as it is. Problems as of `change`.
        """
        with self.file.held():
            tables: Tables = {}
            there: list[Row] = []
            try:
                tables = finished(self.file.reading())
                tables[PARTIES.name] = list(_rows_of(PARTIES, tables).values())
                states = (state for row in tables[PARTIES.name] for state in (row, row.get("before") or {}))
                there = [state for state in states if old in (state.get("saved_in") or ())]
            except Problem as problem:
                if isinstance(problem.__cause__, OSError):
                    raise
            for state in there:
                state["saved_in"] = list(dict.fromkeys(new if each == old else each for each in state["saved_in"]))
            if there:
                self.file.write(tables, transaction)
            else:
                transaction.commit()

    def remove(self, table: LibraryTable[R], records: Iterable[R]) -> None:
        """Takes records out; `restore` fetches them back. NoSuchSave if one is not there any more."""
        going = {record.key: record for record in records}
        with self._changing() as tables:
            rows = _rows_of(table, tables)
            gone = [{"table": table.name, "record": rows.pop(key)} for key in going if key in rows]
            if len(gone) < len(going):
                raise NoSuchSave(f"The {table.one} is not in the library any more.")
            tables[table.name] = list(rows.values())
            tables[REMOVED] = [*tables.get(REMOVED, ()), *gone][-max(MOST_REMOVED, len(gone)) :]

    def restore(self, table: LibraryTable[R], name: str = "", system: str = "") -> str:
        """Fetches back what was removed last under that name, or at all, and tells its name.

        It has a number behind it if another one has the name now. NoSuchSave if none was removed.
        """
        with self._changing() as tables:
            removed = tables.get(REMOVED, [])
            for place in range(len(removed) - 1, -1, -1):
                if removed[place].get("table") == table.name:
                    record = _record(table, removed[place].get("record"))
                    if name.casefold() in ("", record.name.casefold()) and system in ("", record.system):
                        tables[REMOVED] = removed[:place] + removed[place + 1 :]
                        return _add(tables, table, [record], Duplicates.BOTH).added[0]
            called = f" called {short(clean_name(name), 40)!r}" if name else ""
            raise NoSuchSave(f"There is no removed {table.one}{called} to bring back.")

    # ---------------------------------------------------------------- within

    @contextmanager
    def _changing(self, transaction: Transaction | None = None) -> Iterator[Tables]:
        """All tables as they are, written when the block is done with them; a Problem in it leaves the file alone."""
        self._read, self.doubts = None, ()
        with self.file.held():
            tables = finished(self.file.reading())
            yield tables
            try:
                self.file.write(tables, transaction)
            except NotYetSafe as doubt:
                self.doubts = (str(doubt),)


def _rows_of(table: LibraryTable[R], tables: Tables) -> dict[tuple[str, str], Row]:
    """The rows of a table by their keys, taken out of the tables. Damaged if one is none of its."""
    return {_record(table, row).key: row for row in tables.pop(table.name, ())}


@on_topic("library")
def _record(table: LibraryTable[R], row: Any) -> R:
    try:
        return table.record.model_validate(row)
    except (ValidationError, RecursionError) as error:
        raise Damaged(f"{LIBRARY} is damaged: it holds something that is not a {table.one}.") from error


def _taken(table: LibraryTable[R], names: list[str]) -> NameTaken:
    return NameTaken(f"{listed(names)} {'is' if len(names) == 1 else 'are'} already in the library.")


def _add(tables: Tables, table: LibraryTable[R], records: Sequence[R], duplicates: Duplicates | None) -> Added:
    rows: dict[tuple[str, str], Any] = {**_rows_of(table, tables)}
    if duplicates is None and (there := [record.name for record in records if record.key in rows]):
        raise _taken(table, there)
    done = Added()
    numbers: dict[tuple[str, str], int] = {}
    for record in records:
        if record.key not in rows:
            done.added.append(record.name)
        elif duplicates is Duplicates.REPLACE:
            done.replaced.append(record.name)
            record = record.in_place_of(rows[record.key])
        elif duplicates is Duplicates.BOTH:
            fresh = renumbered(record, rows, numbers)
            done.added.append(fresh.name)
            done.renamed[record.name] = fresh.name
            record = fresh
        else:
            done.skipped.append(record.name)
            continue
        rows[record.key] = record
    tables[table.name] = list(rows.values())
    return done


def renumbered(record: R, rows: Container[tuple[str, str]], numbers: dict[tuple[str, str], int]) -> R:
    """The record with the first number behind its name that is free; `numbers`: the last that each name has got."""
    while True:
        numbers[record.key] = numbers.get(record.key, 1) + 1
        ending = f" {numbers[record.key]}"
        fresh = record.renamed(record.name[: LONGEST_NAME - len(ending)].rstrip() + ending)
        if fresh.key not in rows:
            return fresh
