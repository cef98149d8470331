"""The library as text: written for another folder or another computer, and read again there."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from referee.engine.tags import listed
from referee.store.file import read_json
from referee.store.library import Added, Duplicates, Library
from referee.store.library_record import TABLES, LibraryTable, Record
from referee.store.problem import Damaged, NameTaken

FORMAT = "referee library 1"
Records = dict[str, tuple[Record, ...]]
"""The records of each table, by its name."""


def records_of(library: Library, tables: Iterable[str], system: str = "") -> Records:
    """The records of these tables, of one game if one is said."""
    return {name: library.all(TABLES[name], system) for name in tables}


def written(records: Records) -> str:
    """The records as a text in plain ASCII that `read` takes."""
    rows = {
        name: [record.model_dump(mode="json", exclude_defaults=True) for record in records[name]] for name in records
    }
    return json.dumps({"format": FORMAT, **rows}, indent=1)


def read(raw: bytes, called: str) -> Records:
    """The records that such a text holds. Damaged, in one sentence, if it is none."""
    found = read_json(raw, called)
    if not isinstance(found, Mapping) or found.get("format") != FORMAT:
        raise Damaged(f"{called} is no exported library; `referee import` reads files of other programs.")
    return {name: _records(table, found.get(name, []), called) for name, table in TABLES.items()}


def _records(table: LibraryTable[Any], rows: Any, called: str) -> tuple[Record, ...]:
    try:
        return tuple(table.record.model_validate(row) for row in rows)
    except (ValidationError, TypeError, RecursionError) as error:
        raise Damaged(f"{called} is damaged: it holds what is no {table.one}.") from error


def put_in(library: Library, records: Records, duplicates: Duplicates | None) -> dict[str, Added]:
    """Puts all of them into the library, table by table. NameTaken, and nothing is put in, if names are there and
    nothing is said of duplicates."""
    if duplicates is None:
        there = [each.name for name, rows in records.items() for each in _there(library, TABLES[name], rows)]
        if there:
            raise NameTaken(f"In the library already: {listed(there)}; say --on-duplicate skip, replace or both.")
    return library.add_all({name: rows for name, rows in records.items() if rows}, duplicates)


def _there(library: Library, table: LibraryTable[Any], rows: tuple[Record, ...]) -> list[Record]:
    keys = {record.key for record in library.all(table)}
    return [record for record in rows if record.key in keys]
