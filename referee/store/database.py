"""Database of an encounter: encounter.json, TinyDB tables that hold how it stands and what counts down.

The tables are `encounter` (one document, its outline), `figures`, `groups`, `things` and `conditions`. They follow the
journal: where a checksum does not fit, because another program wrote into the file or the journal is ahead, the journal
counts, and the database is rebuilt.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any
from zlib import crc32

from msgspec import convert
from msgspec.json import decode, encode
from msgspec.structs import asdict, fields
from tinydb import TinyDB
from tinydb.storages import MemoryStorage
from tinydb.table import Document, Table

from referee.engine.contract.standing import AWAY
from referee.engine.problem import Problem
from referee.engine.state.bearer import Bearer
from referee.engine.state.condition import Condition
from referee.engine.state.consistency import check_consistency, without_missing
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.store.encounter_outline import Outline
from referee.store.file import Folder
from referee.store.save_problems import Damaged
from referee.store.tinydb_storage import CheckedStorage, Row, Tables

ENCOUNTER_FILE = "encounter.json"
FORM = 1
"""The form of the tables; a file of another form is rebuilt from the journal."""
ENCOUNTER, CONDITIONS = "encounter", "conditions"
_BEARERS = ("figures", "groups", "things")
Bearers = Mapping[str, Bearer]
Lying = tuple[Condition, ...]
"""The conditions of one bearer."""


class EncounterDatabase:
    """The tables of one encounter. Changes lie in memory until `flush`."""

    def __init__(self, folder: Folder | None = None) -> None:
        """folder: that of the encounter; None: the tables are in memory only."""
        self._file = CheckedStorage(folder, ENCOUNTER_FILE, decode) if folder is not None else None
        self._db = TinyDB(storage=MemoryStorage) if self._file is None else TinyDB(storage=lambda: self._file)
        self._stands: Encounter | None = None
        """The encounter that the tables hold; None if that is unknown, so that `follow` writes all of it."""
        self._ids: dict[str, dict[str, int]] = {kind: {} for kind in _BEARERS}
        """Document ids of figures, groups and things by their tags, in the order of the ids."""
        self._lying: dict[str, list[int]] = {}
        """Document ids of conditions by the tags of their bearers, in the order of the ids."""
        self.outline = self._outline()
        """The outline in the file; None if there is no file, or it is damaged, of another form, or was edited."""

    # ---------------------------------------------------------------- reading

    def table(self, name: str) -> Table:
        """A table, to be searched: `table("conditions").search(where("kind") == "poisoned")`."""
        return self._db.table(name)

    def encounter(self) -> Encounter:
        """The encounter that the tables hold. Damaged if they hold none."""
        try:
            found = self._read()
            encounter = without_missing(found)
            check_consistency(encounter)
        except (Problem, ValueError, LookupError, TypeError, AttributeError) as error:
            raise Damaged(f"{ENCOUNTER_FILE} is damaged.") from error
        self._stands = found
        self._ids = {kind: {row["tag"]: row.doc_id for row in self._rows(kind)} for kind in _BEARERS}
        self._lying = {}
        for row in self._rows(CONDITIONS):
            self._lying.setdefault(row["on"], []).append(row.doc_id)
        return encounter

    def _outline(self) -> Outline | None:
        if self._file is None:
            return None
        try:
            outline = outline_in(self._file.read() or {})
        except (Damaged, OSError, ValueError, RecursionError):
            outline = None
        if outline is None:
            self._file.forget()
        return outline

    def _read(self) -> Encounter:
        lying: dict[str, list[Row]] = {}
        for row in self._rows(CONDITIONS):
            lying.setdefault(row["on"], []).append({key: value for key, value in row.items() if key != "on"})
        bearers = {
            kind: {row["tag"]: {**row, "conditions": lying.get(row["tag"], [])} for row in self._rows(kind)}
            for kind in _BEARERS
        }
        return convert({**self._rows(ENCOUNTER)[0]["state"], **bearers}, Encounter)

    def _rows(self, table: str) -> list[Document]:
        """The documents of a table in the order of their ids: one that was changed stands last in the file."""
        return sorted(self._db.table(table).all(), key=lambda row: row.doc_id)

    # ---------------------------------------------------------------- writing

    def follow(self, encounter: Encounter) -> None:
        """Changes the documents of figures, groups, things and conditions that are other objects than last time."""
        before = self._stands
        if encounter is before:
            return
        if before is None:
            self._db.drop_tables()
            self._ids, self._lying = {kind: {} for kind in _BEARERS}, {}
        lying: dict[str, Lying] = {}
        for kind in _BEARERS:
            lying |= self._follow_bearers(kind, getattr(before, kind, {}), getattr(encounter, kind))
        self._follow_conditions(lying)
        self._stands = encounter

    def describe(self, outline: Outline) -> None:
        """Replaces the document of the encounter, and seals the tables with their checksum."""
        assert self._stands is not None
        state = {
            each.name: as_data(getattr(self._stands, each.name))
            for each in fields(Encounter)
            if each.name not in _BEARERS
        }
        row: Row = {"schema": FORM, **asdict(outline), "state": state}
        tables: Tables = {
            kind: {str(each.doc_id): each for each in self._rows(kind)} for kind in (*_BEARERS, CONDITIONS)
        }
        row["seal"] = _seal({**tables, ENCOUNTER: {"1": row}})
        self._db.storage.write({ENCOUNTER: {"1": row}, **tables})
        self._db.table(ENCOUNTER).clear_cache()
        self.outline = outline

    def flush(self) -> None:
        """Writes the tables, if they have changed. OSError if the disk does not take them."""
        if self._file is not None:
            self._file.flush()

    def _follow_bearers(self, kind: str, before: Bearers, after: Bearers) -> dict[str, Lying]:
        """Changes the documents of figures, groups or things; returns conditions that changed, by the bearer's tag."""
        ids = self._ids[kind]
        stay = [tag for tag in ids if tag in after]
        new = [tag for tag in after if tag not in ids]
        if [*stay, *new] != [*after]:  # they stand in another order
            stay, new = [], [*after]
        gone = [tag for tag in ids if tag not in after]
        changed = [tag for tag in stay if after[tag] is not before.get(tag)]
        first = max(ids.values(), default=0) + 1
        numbers = {tag: ids[tag] for tag in changed} | {tag: first + n for n, tag in enumerate(new)}
        out = [*gone, *changed, *(tag for tag in new if tag in ids)]
        self._put(kind, [ids[tag] for tag in out], {n: _row(after[tag]) for tag, n in numbers.items()})
        self._ids[kind] = {tag: ids[tag] for tag in stay} | {tag: numbers[tag] for tag in new}
        lying = {tag: after[tag].conditions for tag in numbers}
        same = [tag for tag in numbers if tag in before and before[tag].conditions is lying[tag]]
        return dict.fromkeys(gone, ()) | {tag: lying[tag] for tag in numbers if tag not in same}

    def _follow_conditions(self, lying: Mapping[str, Lying]) -> None:
        """Changes the documents of the conditions of some bearers. Documents keep their ids while the number stays."""
        first = max((id for ids in self._lying.values() for id in ids), default=0) + 1
        out: list[int] = []
        rows: dict[int, Row] = {}
        for tag, conditions in lying.items():
            ids = self._lying.pop(tag, [])
            out += ids
            more = max(0, len(conditions) - len(ids))
            ids = [*ids[: len(conditions)], *range(first, first + more)]
            first += more
            rows |= {id: {"on": tag, **as_data(each)} for id, each in zip(ids, conditions, strict=True)}
            if ids:
                self._lying[tag] = ids
        self._put(CONDITIONS, out, rows)

    def _put(self, table: str, out: Iterable[int], rows: Mapping[int, Row]) -> None:
        """Removes documents and inserts others; `update` would keep fields that a changed row does not have any more.

        All in two calls: one by one, 500 changed figures would take 110 ms in place of 3.
        """
        if out := [*out]:
            self._db.table(table).remove(doc_ids=out)
        if rows:
            self._db.table(table).insert_multiple(Document(row, doc_id=id) for id, row in rows.items())


def _row(bearer: Bearer) -> Row:
    """The document of a figure, group or thing; its conditions have documents of their own."""
    row: Row = as_data(bearer)
    del row["conditions"]
    return row


def outline_in(tables: Tables) -> Outline | None:
    """The outline in the tables of a file; None if they are of another form, or do not have the checksum they say."""
    try:
        rows = {name: [table[id] for id in sorted(table, key=int)] for name, table in tables.items()}
        (found, *others) = rows[ENCOUNTER]
        row = {key: value for key, value in found.items() if key != "seal"}
        rows[ENCOUNTER] = [row, *others]
        if not _is_sealed(rows, found["seal"]) or row["schema"] != FORM or not set(rows) >= {*_BEARERS, CONDITIONS}:
            return None
        # Earlier versions wrote no id, left the round to the state, and the first ones did not say whether it is over.
        state, figures = row["state"], sum(each.get("standing") != AWAY.name for each in rows["figures"])
        older = {"id": "", "round": state["round"], "phase": state.get("phase", ""), "figures": figures, "over": False}
        return convert({**older, **row}, Outline)
    except (LookupError, TypeError, ValueError, AttributeError):
        return None


def _seal(tables: Tables) -> int:
    """The checksum of all tables, by which a file that another program changed is recognised."""
    rows = {name: [table[id] for id in sorted(table, key=int)] for name, table in tables.items()}
    return crc32(encode(rows, order="sorted"))


def _is_sealed(rows: Mapping[str, list[Row]], seal: Any) -> bool:
    """True if that is the checksum of the rows, as this version or an earlier one makes it."""
    now = crc32(encode(rows, order="sorted"))
    return bool(seal == now or seal == crc32(json.dumps(rows, sort_keys=True).encode()))
