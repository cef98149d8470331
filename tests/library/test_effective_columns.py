"""Effective values in the library: it shows of a figure what the roster will show when it is added."""

from pathlib import Path

import pytest

from referee.engine.contract.ruleset import Ruleset
from referee.engine.verbs.ledger import System
from referee.library.columns import Entries
from referee.library.records import in_full
from referee.library.search import Searchable
from referee.library.typed_figure import figure_of
from referee.rules import registry
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build
from referee.store.library_record import KeptFigure
from referee.store.library_tables import FIGURES
from referee.ui.drawing.roster_cells import cell
from referee.ui.screens.library_entry import told_in_full

BRAWL = Path(__file__).parents[1] / "rules/open_table/brawl.toml"
GUARD = """
[trait.dex]
default = 1
show = "sheet"
[trait.guard]
formula = "10 + {dex}"
"""
SHIELD = "feature=\"{name='Shield of Faith', effects=[{trait={ac='{ac} + 2'}}]}\""
IMPORTED = {"name": "of another program"}


def in_roster(rules: Ruleset, record: KeptFigure, name: str) -> str:
    """What a column of the roster shows of a figure once it is added."""
    made, column = figure_of(rules, record.words), rules.trait(name)
    assert made is not None and column is not None
    return cell(rules, rules.values.as_shown(*made), column, 0)[0]


def games() -> tuple[tuple[System, str, str, str, str], ...]:
    """A game with the name of a trait, and words for a figure, with what its roster shows of it."""
    brawl = build(read_system(f"{BRAWL.read_text(encoding='utf-8')}{GUARD}".encode(), "brawl.toml"))
    return (
        (brawl, "guard", "brawler dex=4", "14", "brawler dex=4 guard=3"),
        (registry.load("fifth"), "ac", f"foe hp=9 ac=15 {SHIELD}", "17", "foe hp=9 ac=3"),
    )


@pytest.mark.parametrize("data", [{}, IMPORTED])
def test_columns_search_and_detail_show_what_the_roster_will(data: dict[str, object]) -> None:
    for rules, name, words, expected, plain in games():
        kept = KeptFigure(name="Ann", system=rules.name, words=words, data=data)
        other = KeptFigure(name="Bob", system=rules.name, words=plain, data=data)
        entries = Entries(FIGURES, (kept, other), rules=rules)
        assert entries.cells(kept)[name] == in_roster(rules, kept, name) == expected
        assert entries.cells(other)[name] == in_roster(rules, other, name) == "3"
        found = Searchable(Entries(FIGURES, (kept, other), rules=rules)).matching(f"{name} {expected}")
        assert [record.name for record in found] == ["Ann"]
        assert f"{name}: {expected}" in [line.lower() for line in in_full(kept, rules)]
        assert not [line for line in in_full(other, rules) if line.lower().startswith(f"{name}:")]
        if rules.name == "fifth":  # a formula is not told in a stat block, here as at the table
            block = " ".join(text for line in told_in_full(kept, entries, 60) for text, _ in line.words)
            assert f"AC {expected}" in " ".join(block.split())
