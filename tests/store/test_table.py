"""Tables: an encounter laid out in TinyDB and taken up again is the same."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any
from zlib import crc32

from tinydb import TinyDB, where

from referee.engine.state.encounter import Encounter
from referee.store.database import SafeStorage, put_tables
from referee.store.tables import SNAPSHOT, Snapshot, _seal, tables_of
from tests.store.acts import SYSTEM, full_table


def put(folder: Path, encounter: Encounter) -> Snapshot:
    """Through the disk and back."""
    where_ = {"line": 3, "crc": "0badcafe", "position": 2, "settled": 1, "asks": "hit ulf>rat"}
    put_tables(folder / SNAPSHOT, tables_of(encounter, "Ambush", **where_))
    found = Snapshot.read(folder)
    assert found is not None
    return found


def test_it_comes_back_as_it_was(tmp_path: Path) -> None:
    for encounter in (full_table(), Encounter(system=SYSTEM)):
        found = put(tmp_path, encounter)
        assert found.encounter() == encounter
        assert list(found.encounter().figures) == list(encounter.figures)
        assert (found.line, found.crc, found.position, found.settled, found.asks) == (
            3,
            "0badcafe",
            2,
            1,
            "hit ulf>rat",
        )


def test_any_tinydb_can_read_and_query_it(tmp_path: Path) -> None:
    put(tmp_path, full_table())
    with TinyDB(tmp_path / SNAPSHOT, storage=SafeStorage) as database:
        assert database.table("figures").get(where("tag") == "rat")["tracks"]["hp"] == {
            "now": 20,
            "most": 20,
            "least": 0,
        }
        assert [row["kind"] for row in database.table("conditions").search(where("on") == "rat")] == ["poisoned"]
        assert database.table("encounter").all()[0]["turn"] == "Ulf"
        database.table("figures").update({"side": "wolves"}, where("tag") == "rat")
    with TinyDB(tmp_path / SNAPSHOT) as database:
        assert database.table("figures").get(where("tag") == "rat")["side"] == "wolves"
    assert [path.name for path in tmp_path.iterdir()] == [SNAPSHOT]


def sealed(**row: object) -> dict[str, dict[str, dict[str, Any]]]:
    """Tables with other values in the row of the encounter, sealed as the program does it."""
    tables = tables_of(Encounter(system=SYSTEM), "Ambush", line=3, crc="0badcafe", position=2, settled=1, asks="")
    first = tables["encounter"][0]
    del first["seal"]
    first.update({key: value for key, value in row.items() if key != "round"})
    first["state"] = {**first["state"], **({"round": row["round"]} if "round" in row else {})}
    first["seal"] = _seal(tables)
    return {name: {str(n): each for n, each in enumerate(rows, 1)} for name, rows in tables.items()}


def test_what_earlier_versions_sealed_is_known() -> None:
    tables = sealed()
    row = tables["encounter"]["1"]
    now, rows = row.pop("seal"), {name: [*each.values()] for name, each in tables.items()}
    earlier = crc32(json.dumps(rows, sort_keys=True).encode())
    assert earlier != now
    for seal in (now, earlier):
        row["seal"] = seal
        assert Snapshot.of(deepcopy(tables)) is not None
    row["name"] = "Another"
    assert Snapshot.of(deepcopy(tables)) is None
    row["name"] = "half of a pair: \ud800"
    assert Snapshot.of(tables) is None


def test_numbers_of_a_snapshot_count_up_from_zero() -> None:
    assert Snapshot.of(sealed()) is not None
    for key in ("line", "position", "settled", "round"):
        assert Snapshot.of(sealed(**{key: 0})) is not None
        for wrong in (-1, 1.0, True, "1", None):
            assert Snapshot.of(sealed(**{key: wrong})) is None, (key, wrong)
