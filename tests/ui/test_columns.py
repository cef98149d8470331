"""Lists in columns: they fit into any width, and what matters less gives way first."""

import pytest
from rich.cells import cell_len

from referee.library.columns import Column
from referee.library.search import Bounds, number_in, read_query
from referee.ui.drawing.list_columns import Columns, ListColumn, columns_for
from referee.ui.drawing.text_line import Line

pytestmark = pytest.mark.one_in(10)

COLUMNS = (
    ListColumn("name", "name", "title", least=8),
    ListColumn("hp", "HP", is_number=True, gives_way=1),
    ListColumn("kind", "kind", least=5, gives_way=2),
    ListColumn("empty", "nothing", gives_way=1),
    ListColumn("about", "about", "dim", least=6, gives_way=3, fills=True),
)
ROWS = [
    {"name": "Goblin captain", "hp": "12", "kind": "Goblin", "about": "small and sly, runs early, and comes back"},
    {"name": "Drake", "hp": "152", "kind": "Dragon", "about": "bites"},
]


def text(row: Line) -> str:
    return "".join(word for word, _ in row.words)


def shown(columns: Columns) -> list[str]:
    return [column.name for column, _ in columns.cells]


def test_rows_fit_into_any_width() -> None:
    for width in range(4, 120):
        columns = columns_for(COLUMNS, ROWS, width)
        assert cell_len(text(columns.heading(width))) == width
        assert all(cell_len(text(columns.row(row))) <= width for row in ROWS)


def test_texts_are_cut_before_a_column_is_left_out() -> None:
    assert shown(columns_for(COLUMNS, ROWS, 80)) == ["name", "hp", "kind", "about"], "no row fills the fourth"
    narrow = columns_for(COLUMNS, ROWS, 32)
    assert shown(narrow) == ["name", "hp", "kind", "about"] and "…" in text(narrow.row(ROWS[0]))
    assert shown(columns_for(COLUMNS, ROWS, 24)) == ["name", "hp", "kind"]
    assert shown(columns_for(COLUMNS, ROWS, 12)) == ["name"]


def test_numbers_stand_below_one_another() -> None:
    first, second = (text(columns_for(COLUMNS, ROWS, 60).row(row)) for row in ROWS)
    assert first.index("12") + 2 == second.index("152") + 3


def test_what_is_typed_to_search() -> None:
    columns = (Column("name", "name"), Column("hp", "HP", True), Column("cr", "CR", True))
    assert read_query("cr 3-5 Undead x2 hp=9", columns) == (("undead",), (Bounds("cr", 3, 5),), "x2 hp=9")
    assert read_query("hp 20- cr 1/4", columns).bounds == (
        Bounds("hp", 20, float("inf")),
        Bounds("cr", 0.25, 0.25),
    )
    assert read_query("hp 20+", columns).bounds == (Bounds("hp", 20, float("inf")),)
    assert read_query("wolf hp", columns) == (("wolf",), (), "")
    assert read_query("hp many", columns).words == ("hp", "many")
    assert read_query("name 3", columns).words == ("name", "3")
    assert [read_query(f"cr {said}", columns).bounds for said in ("0.5", "½", ".5")] == [(Bounds("cr", 0.5, 0.5),)] * 3
    assert read_query("cr 0.25-0.5", columns).bounds == (Bounds("cr", 0.25, 0.5),)
    assert [number_in(said) for said in ("1/2", "17 (18,000 XP)", "-3", "1/0", "none")] == [0.5, 17, -3, 1, None]
