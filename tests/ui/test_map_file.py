"""Map files: what cannot be read or written is told in a sentence, and no file is ever written over."""

import os
from pathlib import Path

import pytest

from referee.engine.problem import Problem
from referee.engine.state.board import Board
from referee.engine.state.board_chart import read_chart
from referee.store.file import Folder
from referee.ui.map.map_file import MOST_FILES, MapFileProblem, MapFiles

pytestmark = pytest.mark.one_in(10)

BOARD = Board(width=3, height=2, ground={"a1": "obstacle", "b2": "void"}, edges={"b1-c1": "closed"})


def test_a_board_comes_back_as_it_was(tmp_path: Path) -> None:
    where = str(tmp_path / "hall.txt")
    board = BOARD.placed("ulf", ["c2"])
    assert MapFiles().write(f"  {where} ", board) == Path(where)
    assert read_chart(MapFiles().read(where)) == board


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    where = tmp_path / "letter.txt"
    where.write_text("Dear Tia", encoding="utf-8")
    with pytest.raises(MapFileProblem, match="already exists"):
        MapFiles().write(str(where), BOARD)
    assert where.read_text(encoding="utf-8") == "Dear Tia"


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "latin").write_bytes(b"\xff\xfe")
    (tmp_path / "huge").write_bytes(b"." * 300_000)
    for name, why in (("", "no file"), ("pipe", "no file"), ("nothing", "no file"), ("latin", "UTF-8")):
        with pytest.raises(MapFileProblem, match=why):
            MapFiles().read(str(tmp_path / name))
    with pytest.raises(MapFileProblem, match="too large"):
        MapFiles().read(str(tmp_path / "huge"))
    for where in ("", "~nobody.there/x", "a\0b"):
        with pytest.raises(MapFileProblem):
            MapFiles().read(where)


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    for where in ("", f"{tmp_path}/none/x.txt", "a\0b", f"{tmp_path}/{'x' * 300}"):
        with pytest.raises(MapFileProblem):
            MapFiles().write(where, BOARD)


def test_in_one_folder_only_plain_names_lead_to_files(tmp_path: Path) -> None:
    folder, secret = tmp_path / "saves" / ".maps", tmp_path / "secret"
    files = MapFiles(Folder(folder))
    assert files.write("hall.txt", BOARD) == folder / "hall.txt"
    assert read_chart(files.read("hall.txt")) == BOARD
    assert folder.stat().st_mode & 0o777 == 0o700 and (folder / "hall.txt").stat().st_mode & 0o777 == 0o600
    secret.write_text("...\n", encoding="utf-8")
    (folder / "link").symlink_to(secret)
    for where in (
        str(secret),
        "../../secret",
        "~/secret",
        "link",
        ".",
        "..",
        "-rf",
        ".hidden",
        "a\0b",
        "x" * 61,
        "a/b",
    ):
        with pytest.raises(Problem):
            files.read(where)
        with pytest.raises(Problem):
            files.write(where, BOARD)
    assert secret.read_text(encoding="utf-8") == "...\n" and sorted(os.listdir(folder)) == ["hall.txt", "link"]


def test_the_one_folder_is_no_link_and_does_not_fill_up(tmp_path: Path) -> None:
    folder = tmp_path / ".maps"
    folder.symlink_to(tmp_path)
    files = MapFiles(Folder(folder))
    for deed in (lambda: files.read("hall.txt"), lambda: files.write("hall.txt", BOARD)):
        with pytest.raises(MapFileProblem, match="is a link"):
            deed()
    folder.unlink()
    for number in range(MOST_FILES):
        files.write(f"{number}.txt", BOARD)
    with pytest.raises(MapFileProblem, match="which is the limit"):
        files.write("more.txt", BOARD)
