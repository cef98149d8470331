"""Tables of an encounter: its state as rows that any viewer of JSON can read, as in encounter.json, and read back."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from msgspec import Struct, convert
from msgspec.json import decode, encode

from referee.engine.problem import Problem
from referee.store.file import Damaged, read_plain

if TYPE_CHECKING:
    from referee.engine.record.history import ReadableStepLog
    from referee.engine.state.encounter import Encounter


Row = dict[str, Any]
Tables = dict[str, list[Row]]

TABLES_FORM = 1
"""The form of these tables; others are made anew from the journal."""
_BEARERS = ("figures", "groups", "things")


def laid_out(encounter: "Encounter") -> Tables:
    """The encounter in tables: itself in one row, and its figures, groups, things and conditions in one each."""
    from referee.engine.state.bearer import as_data

    dump = as_data(encounter)
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
    return convert(fields, Encounter)


def plain(tables: Any) -> Tables:
    """The rows of what TinyDB has written, in order. Nothing for what is not so made."""
    if not isinstance(tables, Mapping):
        return {}
    found: Tables = {}
    for name, rows in tables.items():
        if isinstance(rows, Mapping):
            found[name] = [row for row in rows.values() if isinstance(row, dict)]
    return found


SNAPSHOT = "encounter.json"


class Snapshot(Struct, frozen=True):
    """The content of encounter.json; it is used only where the checksum of the journal's line agrees."""

    line: int
    """The number of the journal's line that it stands at."""
    crc: str
    """That line's own checksum."""
    position: int
    """Number of applied steps."""
    settled: int
    """After how many of them the encounter in it was: open commands do not count."""
    asks: str
    """The key of the question that was open, or the command that asked it; empty if none was."""
    tables: Tables

    @property
    def over(self) -> bool:
        """Is no fight on any more, though one was?"""
        return self.row.get("over") is True

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
            # The shelf reads dozens before its first screen; what is damaged is found by the seal.
            return cls.of(decode(read_plain(folder / SNAPSHOT)))
        except (Damaged, OSError, ValueError, RecursionError):
            return None

    @classmethod
    def of(cls, found: Any) -> "Snapshot | None":
        """What these tables say; None if they are of another form."""
        tables = plain(found)
        try:
            row = tables["encounter"][0]
            if (
                not _is_sealed(tables, row.pop("seal"))
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
        except (LookupError, TypeError, ValueError):
            return None
        line, position, settled = numbers
        return cls(line, row["crc"], position, settled, row["asks"], tables)


def tables_of(encounter: "Encounter", name: str, **place: int | str | bool) -> Tables:
    """The tables of a snapshot: the encounter laid out, and in its row the save's name and where it stands."""
    tables = laid_out(encounter)
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    row = {"schema": TABLES_FORM, "name": name, "system": encounter.system, "turn": turn, **place}
    tables["encounter"] = [{**row, "state": tables["encounter"][0]}]
    tables["encounter"][0]["seal"] = _seal(tables)
    return tables


def _seal(tables: Tables) -> int:
    """A checksum of all tables, by which a file that another program changed is recognised."""
    return crc32(encode(tables, order="sorted"))


def _is_sealed(tables: Tables, seal: object) -> bool:
    """Is that their checksum, as this version or an earlier one makes it?"""
    return seal == _seal(tables) or seal == crc32(json.dumps(tables, sort_keys=True).encode())


_NOWHERE = 999_999_999
"""Stands for a number of steps that no log has."""


def asked_at(log: "ReadableStepLog", told: str) -> str:
    """What is asked where a log stands: the key of the question, as far as it is told, or the command's name."""
    from referee.engine.record.history import open_commands_at

    stack = open_commands_at(log, log.position) if log.depth(log.position) else ()
    return (told or stack[-1].command.verb) if stack else ""


def is_over(log: "ReadableStepLog", encounter: "Encounter") -> bool:
    """Is no fight on any more where a log stands, though one was? encounter: the settled one there."""
    from referee.engine.events.event import TurnBegan
    from referee.engine.record.execution import latest
    from referee.engine.state.encounter import OVER

    # A settled state that an earlier version wrote does not say so.
    return encounter.phase == OVER or (not encounter.round and latest(log, log.position, TurnBegan) is not None)


def tables_at(log: "ReadableStepLog", name: str, line: int, crc: str, asks: str) -> Tables:
    """The tables of encounter.json for where a log stands, after a line with this number and checksum; asks: what is
    asked there.
    """
    from referee.engine.record.history import settled_position, settled_state_at

    position = log.position
    encounter, place = settled_state_at(log, position), settled_position(log, position)
    is_corrected = any(place <= number < position for number in log.corrections())
    settled, over = _NOWHERE if is_corrected else place, is_over(log, encounter)
    return tables_of(encounter, name, line=line, crc=crc, position=position, settled=settled, asks=asks, over=over)
