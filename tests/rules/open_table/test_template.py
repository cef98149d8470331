"""The shipped system files, the file that `system new` writes, and the list of keys that both are explained with."""

import re
from pathlib import Path

import pytest
import tomli

from referee.rules import registry
from referee.rules.open_table.language.file_check import check
from referee.rules.open_table.language.keys import keys_of
from referee.rules.open_table.language.new_file import EXAMPLES, WITHIN, template
from referee.rules.open_table.language.system_file import TABLES, read_system
from referee.rules.open_table.language.toml_table import Table
from referee.rules.registry import SHIPPED, shipped

HERE = Path(__file__).parent
CLAUSES = {"plain": ("PL", 20), "fifth": ("F5", 89)}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_system_is_in_order(name: str) -> None:
    found = check(shipped(name), name, registry.coded())
    assert (found.errors, found.warnings) == ((), ())


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_system_has_all_its_clauses(name: str) -> None:
    letters, most = CLAUSES[name]
    clauses = read_system(shipped(name), name).default.clauses
    assert [clause.id for clause in clauses] == [f"{letters}-{n:02}" for n in range(1, most + 1)]
    assert all(c.text.endswith(".") and c.source in ("stated", "fact", "house") for c in clauses)


def test_fifth_says_whom_its_facts_come_from() -> None:
    about = read_system(shipped("fifth"), "fifth").default.about
    for version in ("5.1", "5.2"):
        _, _, notice = about.licence.partition(f"System Reference Document {version}")
        assert "Wizards of the Coast LLC" in notice[:80] and "Creative Commons Attribution 4.0" in notice[:300]


@pytest.mark.parametrize("name", SHIPPED)
def test_choices_of_several_options_stand_together(name: str) -> None:
    source = read_system(shipped(name), name)
    last = {option.name: option.choices[-1] for option in source.options.values()}
    assert source.under(last) is source.under(last) is not source.under({})


def test_a_new_system_is_in_order_as_it_is_written() -> None:
    text = template("harbour", shipped("plain").decode())
    found = check(text.encode(), "harbour.toml", registry.coded())
    assert (found.errors, found.warnings) == ((), ())
    assert found.file is not None and (found.file.about.name, found.file.about.title) == ("harbour", "Harbour")


def test_every_key_is_explained_in_a_new_system() -> None:
    text = template("harbour", shipped("plain").decode())
    for table, known in keys().items():
        for key in known if table != "cites" else ():
            assert re.search(rf"^# +{key} ", text, re.M), (table, key)


def test_the_examples_of_a_new_system_are_in_order_together() -> None:
    text = template("harbour", shipped("plain").decode())
    for lines in EXAMPLES.values():
        for line in lines:
            text = text.replace(f"# {line}\n", f"{line}\n")
    found = check(text.encode(), "harbour.toml")
    assert (found.errors, found.warnings) == ((), ())
    assert found.file is not None and "sword" in found.file.things


def keys() -> dict[str, set[str]]:
    """The declared keys of each table, and of those within others."""
    within = {name.removeprefix("an ").lower(): (of,) for tables in WITHIN.values() for name, of in tables.items()}
    return {
        name: {called for each in of for called, key in keys_of(each).values() if key.does}
        for name, of in {**TABLES, **within}.items()
    }


EVERYTHING = """\
format = 1
[system]
name = "everything"
blurb = "Each table once."
[sides.one]
[order]
roll = "d6"
[standing.up]
turn = true
able = true
[track.x]
start = 1
at_end = [{ becomes = "up", brings = [{ condition = "c", save_ends = { test = "t" } }] }]
[trait.y]
default = 1
[damage]
types = ["fire"]
[test.t]
roll = "d6"
[condition.c]
save_ends = { test = "t" }
effects = [{ at = "round", heal = 1 }]
[mark.m]
[sort.s]
[thing.z]
sort = "s"
[action.a]
then = { test = "t" }
[[on]]
event = "round"
[rest.r]
[dice.q]
faces = ["x", "y"]
[table.w]
rows = [{ tell = "x" }]
[kind.k]
[party]
[option.o]
choices = ["a"]
[cites]
[[clause]]
id = "XY-01"
text = "One."
"""
INNER = ("at_end", "effects", "brings", "save_ends", "then", "rows")
ACTS = ("action", "thing")


def test_the_explained_keys_are_those_that_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, set[str]] = {}
    close = Table.close

    def noted(table: Table) -> None:
        words = [str(part) for part in table.path if isinstance(part, str)]
        last = words[-1] if words and words[-1] in INNER else words[0] if words else ""
        asked.setdefault(last, set()).update(table.asked)
        close(table)

    monkeypatch.setattr(Table, "close", noted)
    assert check(EVERYTHING.encode(), "everything.toml").errors == ()
    known = keys()
    effect, act = known.pop("effect"), known["action"] - {"label", "key", "hint", "with", "asks"}
    known["effects"] |= known["on"] - {"event"}
    for table in ("at_end", "effects", "on", "rest", "rows", "then", *ACTS):
        known[table] = known[table] | effect
    known["thing"] |= act
    asked.pop("")
    assert {table: sorted(of) for table, of in asked.items()} == {table: sorted(of) for table, of in known.items()}


def test_every_table_is_explained() -> None:
    tables = set(tomli.loads(EVERYTHING)) - {"format"}
    assert tables <= set(keys())
