"""What is printed: harmless, and only what the terminal can draw."""

import json
from io import StringIO

import pytest
from rich.cells import cell_len

from referee.cli.printer import Printer


def test_spaces_stay_and_controls_go() -> None:
    out = StringIO()
    Printer(out, out, plain=False).say("a  b\x1b[31m\tc", "Ärger · 2\u202e")
    assert out.getvalue() == "a  b[31m c\nÄrger · 2\n"


def test_a_plain_terminal_gets_plain_letters() -> None:
    out = StringIO()
    Printer(out, out, plain=True).say("Ärger · “two”…")
    assert out.getvalue() == '?rger - "two"~\n'


def test_a_table_leaves_out_what_is_empty() -> None:
    out = StringIO()
    Printer(out, out, plain=False).table(("tag", "side", "hp"), [("ulf", "", "2/2"), ("r1", "", "1")])
    assert out.getvalue() == "tag  hp\nulf  2/2\nr1   1\n"


@pytest.mark.parametrize(
    "name", ["竜騎士の王", "Zoe\u0308", "x\u030c\u0323y", "กำลัง", "한ᅡᆨ", "🐉 Fang", "\u0600x", "Ärger"]
)
def test_columns_count_cells(name: str) -> None:
    out = StringIO()
    Printer(out, out, plain=False).table(("name", "hp"), [(name, "|"), ("a much longer name", "|")])
    columns = {cell_len(line.partition("|")[0]) for line in out.getvalue().splitlines()[1:]}
    assert columns == {cell_len("a much longer name  ")}


def test_json_keeps_long_texts_whole() -> None:
    out = StringIO()
    Printer(out, out, False).data({"words": "é" * 5_000})
    assert json.loads(out.getvalue()) == {"words": "é" * 5_000}


def test_json_keeps_every_letter_and_no_control() -> None:
    for plain in (True, False):
        out = StringIO()
        Printer(out, out, plain).data({"name": "Ä\x1b\x9b", "list": ("x\x00", 1, None)})
        assert json.loads(out.getvalue()) == {"name": "Ä", "list": ["x", 1, None]}
        assert out.getvalue().isascii() is plain
