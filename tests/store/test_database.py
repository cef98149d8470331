"""The database of an encounter: TinyDB tables that follow each act, and are not believed once somebody edited them."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tinydb import TinyDB, where

from referee.engine.state.bearer import Figure
from referee.engine.state.condition import Condition, Since, Until
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.store.database import ENCOUNTER_FILE, EncounterDatabase, _seal, outline_in
from referee.store.encounter_outline import Outline
from referee.store.file import Folder
from referee.store.save_problems import Damaged
from referee.store.tinydb_storage import Tables, checked
from tests.store.acts import SYSTEM, full_table

OUTLINE = Outline(
    id="cafe",
    name="Ambush",
    system=SYSTEM,
    round=2,
    turn="Ulf",
    phase="",
    asks="hit ulf>rat",
    over=False,
    figures=2,
    line=3,
    crc="0badcafe",
    position=2,
    settled=1,
)


def put(folder: Path, *encounters: Encounter) -> None:
    """Writes a database that has followed one encounter after the other."""
    database = EncounterDatabase(Folder(folder))
    for encounter in encounters:
        database.follow(encounter)
    database.describe(OUTLINE)
    database.flush()


def read(folder: Path) -> tuple[Outline | None, Encounter]:
    database = EncounterDatabase(Folder(folder))
    return database.outline, database.encounter()


def raw(folder: Path) -> Tables:
    found: Tables = json.loads((folder / ENCOUNTER_FILE).read_text(encoding="utf-8"))
    return found


def poisoned(left: int, id: str = "1:a:poisoned") -> Condition:
    return Condition(id=id, kind="poisoned", since=Since(round=1, turn="a"), until=Until(edge="end", of="a", left=left))


def figure(tag: str, hp: int = 9, *conditions: Condition) -> Figure:
    return Figure(
        tag=tag,
        name=tag.upper(),
        kind="hero",
        side="heroes",
        tracks={"hp": Track(now=hp, most=9)},
        conditions=conditions,
    )


def table(*figures: Figure) -> Encounter:
    return Encounter(system=SYSTEM, figures={each.tag: each for each in figures})


def test_it_comes_back_as_it_was(tmp_path: Path) -> None:
    for encounter in (full_table(), Encounter(system=SYSTEM)):
        put(tmp_path, encounter)
        outline, found = read(tmp_path)
        assert (outline, found) == (OUTLINE, encounter)
        assert list(found.figures) == list(encounter.figures)


def test_any_tinydb_can_read_and_query_it(tmp_path: Path) -> None:
    put(tmp_path, full_table())
    with TinyDB(tmp_path / ENCOUNTER_FILE, access_mode="r") as database:
        rat = database.table("figures").get(where("tag") == "rat")
        assert rat is not None and rat["tracks"]["hp"] == {"now": 20, "most": 20, "least": 0}
        assert [row["kind"] for row in database.table("conditions").search(where("on") == "rat")] == ["poisoned"]
        (row,) = database.table("encounter").all()
        assert (row["id"], row["turn"], row["asks"], row["line"]) == ("cafe", "Ulf", "hit ulf>rat", 3)
        assert database.tables() == {"encounter", "figures", "groups", "things", "conditions"}


def test_the_count_of_a_condition_goes_down_in_it(tmp_path: Path) -> None:
    database = EncounterDatabase(Folder(tmp_path))
    seen = []
    for left in (3, 2, 1):
        database.follow(table(figure("a", 9, poisoned(left))))
        database.describe(OUTLINE)
        database.flush()
        with TinyDB(tmp_path / ENCOUNTER_FILE, access_mode="r") as looker:
            ((row),) = looker.table("conditions").search(where("kind") == "poisoned")
            seen.append((row.doc_id, row["on"], row["until"], row["since"]))
    assert [until["left"] for _, _, until, _ in seen] == [3, 2, 1], "as at the table"
    assert {(id, on) for id, on, _, _ in seen} == {(1, "a")} and seen[0][3] == {"round": 1, "turn": "a"}
    database.follow(table(figure("a")))
    assert database.table("conditions").all() == []


def test_only_what_is_another_object_is_changed() -> None:
    database = EncounterDatabase()
    first = table(figure("a"), figure("b"), figure("c", 9, poisoned(2)))
    database.follow(first)
    kept = {row["tag"]: dict(row) for row in database.table("figures")}
    changed: list[int] = []
    inner = database.table("figures").remove
    with pytest.MonkeyPatch.context() as watched:
        watched.setattr(
            database.table("figures"), "remove", lambda doc_ids: changed.extend(doc_ids) or inner(doc_ids=doc_ids)
        )
        database.follow(replace(first, figures={**first.figures, "b": figure("b", 4)}))
        database.follow(replace(first, figures={**first.figures, "b": figure("b", 4)}, round=3))
    assert changed == [2, 2]
    after = {row["tag"]: row for row in database.table("figures")}
    assert after["a"] == kept["a"] and after["b"]["tracks"]["hp"]["now"] == 4 and after["b"].doc_id == 2


def test_a_field_that_is_gone_from_a_row_does_not_survive() -> None:
    database = EncounterDatabase()
    database.follow(table(replace(figure("a"), traits={"ac": 12}, piles={"hand": ("x",)})))
    database.follow(table(figure("a")))
    ((row),) = database.table("figures").all()
    assert (row["traits"], row["piles"]) == ({}, {})


STEPS = st.lists(
    st.lists(st.tuples(st.sampled_from("abcde"), st.integers(0, 3), st.permutations([1, 2, 3])), max_size=5), max_size=8
)


@given(STEPS)
def test_whatever_it_has_followed_it_holds_the_last_in_the_same_order(steps: list[Any]) -> None:
    database, last = EncounterDatabase(), table()
    for step in steps:
        old, figures = last, {}
        for tag, hp, order in step:
            made = figure(tag, hp, *(poisoned(n, f"{n}:{tag}") for n in order[: hp + 1]))
            figures[tag] = old.figures[tag] if old.figures.get(tag) == made else made
        last = replace(old, figures=figures)
        database.follow(last)
        database.describe(OUTLINE)
        found = database.encounter()
        assert found == last and [*found.figures] == [*last.figures]


def sealed(**row: object) -> Tables:
    """Tables with other values in the row of the encounter, sealed as the program does it."""
    database = EncounterDatabase()
    database.follow(Encounter(system=SYSTEM))
    database.describe(OUTLINE)
    tables: Tables = deepcopy(
        {name: {str(each.doc_id): dict(each) for each in database.table(name)} for name in TABLES}
    )
    first = tables["encounter"]["1"]
    del first["seal"]
    first.update(row)
    first["seal"] = _seal(tables)
    return tables


TABLES = ("encounter", "figures", "groups", "things", "conditions")


def test_a_number_that_another_program_edited_is_not_believed(tmp_path: Path) -> None:
    put(tmp_path, full_table())
    with TinyDB(tmp_path / ENCOUNTER_FILE) as database:
        database.table("figures").update({"side": "wolves"}, where("tag") == "rat")
    assert EncounterDatabase(Folder(tmp_path)).outline is None
    put(tmp_path, full_table())
    assert EncounterDatabase(Folder(tmp_path)).outline == OUTLINE, "it is made anew"


def test_rows_that_another_program_has_only_moved_are_believed(tmp_path: Path) -> None:
    put(tmp_path, full_table())
    tables = raw(tmp_path)
    moved = {name: dict(reversed(rows.items())) for name, rows in tables.items()}
    (tmp_path / ENCOUNTER_FILE).write_text(json.dumps(moved, indent=2), encoding="utf-8")
    outline, encounter = read(tmp_path)
    assert outline == OUTLINE and [*encounter.figures] == [*full_table().figures]


def test_what_earlier_versions_sealed_is_known() -> None:
    tables = sealed()
    row = tables["encounter"]["1"]
    now, rows = row.pop("seal"), {name: [*each.values()] for name, each in tables.items()}
    earlier = crc32(json.dumps(rows, sort_keys=True).encode())
    assert earlier != now
    for seal in (now, earlier):
        row["seal"] = seal
        assert outline_in(tables) == OUTLINE
    row["name"] = "Another"
    assert outline_in(tables) is None
    row["name"] = "half of a pair: \ud800"
    assert outline_in(tables) is None


def test_a_row_of_an_earlier_version_has_no_id_and_its_round_in_the_state() -> None:
    tables = sealed()
    row = tables["encounter"]["1"]
    for key in ("id", "round", "phase", "figures", "seal"):
        del row[key]
    row["state"]["round"] = 4
    row["seal"] = _seal(tables)
    found = outline_in(tables)
    assert found is not None and (found.id, found.round, found.phase, found.figures) == ("", 4, "", 0)


def test_numbers_of_an_outline_count_up_from_zero() -> None:
    for key in ("line", "position", "settled", "round"):
        assert outline_in(sealed(**{key: 0})) is not None
        for wrong in (-1, 1.5, True, "1", None):
            assert outline_in(sealed(**{key: wrong})) is None, (key, wrong)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"7", b'{"figures": []}', b'{"figures": {"x": {}}}', b'{"figures": {"1": 7}}', b"\xff"],
)
def test_what_is_no_database_is_none_and_stays_until_it_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / ENCOUNTER_FILE).write_bytes(content)
    database = EncounterDatabase(Folder(tmp_path))
    database.flush()
    assert database.outline is None and (tmp_path / ENCOUNTER_FILE).read_bytes() == content
    database.follow(full_table())
    database.describe(OUTLINE)
    database.flush()
    assert read(tmp_path) == (OUTLINE, full_table())


@pytest.mark.parametrize(
    ("id", "right"), [("1", True), ("123456789", True), ("1234567890", False), ("٣", False), ("-1", False), ("", False)]
)
def test_the_id_of_a_row_is_a_whole_number_of_nine_digits_at_most(id: str, right: bool) -> None:
    tables = {"figures": {id: {}}}
    if right:
        assert checked(tables, "library.json") == tables
    else:
        with pytest.raises(Damaged, match=r"^library.json is damaged: it holds something that is not a table\.$"):
            checked(tables, "library.json")
