"""Map files: what cannot be read or written is told in a sentence, and no file is ever written over."""

import os
from pathlib import Path

import pytest

from referee.engine.board import Board
from referee.engine.chart import read_chart
from referee.ui.map.map_file import MapFileProblem, read_map, write_map

BOARD = Board(width=3, height=2, ground={"a1": "obstacle", "b2": "void"}, edges={"b1-c1": "closed"})


def test_a_board_comes_back_as_it_was(tmp_path: Path) -> None:
    where = str(tmp_path / "hall.txt")
    board = BOARD.placed("ulf", ["c2"])
    assert write_map(f"  {where} ", board) == Path(where)
    assert read_chart(read_map(where)) == board


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    where = tmp_path / "letter.txt"
    where.write_text("Dear Tia", encoding="utf-8")
    with pytest.raises(MapFileProblem, match="such a file already"):
        write_map(str(where), BOARD)
    assert where.read_text(encoding="utf-8") == "Dear Tia"


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "latin").write_bytes(b"\xff\xfe")
    (tmp_path / "huge").write_bytes(b"." * 300_000)
    for name, why in (("", "No such file"), ("pipe", "No such file"), ("nothing", "No such file"), ("latin", "UTF-8")):
        with pytest.raises(MapFileProblem, match=why):
            read_map(str(tmp_path / name))
    with pytest.raises(MapFileProblem, match="Too large"):
        read_map(str(tmp_path / "huge"))
    for where in ("", "~nobody.there/x", "a\0b"):
        with pytest.raises(MapFileProblem):
            read_map(where)


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    for where in ("", f"{tmp_path}/none/x.txt", "a\0b", f"{tmp_path}/{'x' * 300}"):
        with pytest.raises(MapFileProblem):
            write_map(where, BOARD)
