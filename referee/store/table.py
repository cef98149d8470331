"""Tables: an encounter laid out as rows that any viewer of JSON can read, and taken up again."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.engine.encounter import Encounter

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
    from referee.engine.encounter import Encounter

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
