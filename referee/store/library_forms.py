"""Forms of the library file: rows of an earlier one are changed to that of today."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.store.campaign_membership import id_of_name
from referee.store.journal_codec import with_signed_init
from referee.store.library_tables import CAMPAIGNS, PARTIES, PLANS, REMOVED, TABLES


def update_form(tables: Mapping[str, Any], form: int, encounters: Callable[[], Mapping[str, str]]) -> None:
    """Changes the rows of all tables from an earlier form to that of today.

    encounters: the ids of the encounters in the folder, by their names.
    """
    if form == 1:
        sign_init(tables)
    removed = [row for row in tables.get(REMOVED, ()) if isinstance(row, dict)]
    for table in (CAMPAIGNS, PARTIES):
        rows = [*tables.get(table.name, ()), *(row.get("record") for row in removed if row.get("table") == table.name)]
        for row in (row for row in rows if isinstance(row, dict)):
            if table is CAMPAIGNS:
                row["id"] = id_of_name(str(row.get("system")), str(row.get("name")))
            else:
                _know_by_id(row, encounters)


def _know_by_id(party: dict[str, Any], encounters: Callable[[], Mapping[str, str]]) -> None:
    """Puts ids in place of the names of the encounters that a party was saved from; gone ones keep their names."""
    for state in (party, party.get("before")):
        if isinstance(state, dict) and isinstance(names := state.get("saved_in"), list) and names:
            ids = encounters()
            state["saved_in"] = list(dict.fromkeys(ids.get(name, name) for name in names if isinstance(name, str)))


def sign_init(tables: Mapping[str, Any]) -> None:
    """Gives the number of `init=2` a sign in all records of tables of the first form, where it was the bonus of games
    that have one; in the second form it is the number in the order."""
    for name, rows in tables.items():
        if not isinstance(rows, list):
            continue
        for row in rows:
            if name == REMOVED and isinstance(row, dict):
                sign_init({str(row.get("table")): [row.get("record")]})
            elif name in TABLES:
                _sign_record(name, row)


def _sign_record(table: str, row: Any) -> None:
    match table, row:
        case (_, {"words": str() as words}):
            row["words"] = with_signed_init(words)
        case (_, {"members": list() as members}):
            for member in members:
                _sign_record(table, member)
        case (PLANS.name, {"text": str() as text}):
            row["text"] = "\n".join(map(_signed_order, text.split("\n")))


def _signed_order(line: str) -> str:
    """An order of a prepared encounter with a sign before the number of `init`."""
    signed = with_signed_init(line) if line.lstrip().startswith(("add ", "bring ")) else line
    return re.sub(r"^(\s*set \S+ init )(?=[0-9])", r"\1+", signed)
