"""Files: JSON is read strictly, and put in place at once."""

import os
from pathlib import Path

import pytest

from referee.engine.record.history import settled_state_at
from referee.store.file import Damaged, make_folder, open_plain, put, read_json, read_plain, reason, stamp_of
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a":1,"a":2}',
        b'{"b":{"a":1,"a":1}}',
        b"NaN",
        b"[Infinity]",
        b"[" * 100_000,
        b"9" * 5000,
        b"",
        b"\xff",
        b"{} {}",
    ],
)
def test_json_that_could_be_read_two_ways_or_none_is_damage(raw: bytes) -> None:
    with pytest.raises(Damaged, match=r"^the book is damaged[^{]{0,30}\.$"):
        read_json(raw, "the book")


def test_the_place_of_the_damage_is_named() -> None:
    with pytest.raises(Damaged, match="at line 2, column 6"):
        read_json(b'{\n "a":x}', "the book")


def test_a_file_is_put_in_place_of_another_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "book"
    for content in (b"first, and long", b"second", b""):
        put(path, content)
        assert read_plain(path) == content
    assert os.listdir(tmp_path) == ["book"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    aside, path = tmp_path / "aside", tmp_path / "book"
    aside.write_bytes(b"kept")
    path.symlink_to(aside)
    with pytest.raises(Damaged, match="link"):
        read_plain(path)
    put(path, b"new")
    assert (read_plain(path), aside.read_bytes()) == (b"new", b"kept")


def test_a_system_that_gives_a_little_at_a_time_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.pread
    monkeypatch.setattr(os, "pread", lambda descriptor, length, at: real(descriptor, min(length, 7), at))
    saves = Saves(tmp_path / "saves")
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -3))
    journal.close()
    again = saves.open("ambush")
    assert again.notices == [] and settled_state_at(again, 2).figures["ulf"].tracks["hp"].now == 17
    again.close()
    assert saves.check("ambush") == []


def test_every_folder_that_had_to_be_made_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[str] = []
    monkeypatch.setattr("referee.store.file.settle_folder", lambda path: settled.append(path.name))
    make_folder(tmp_path / "a" / "b" / "c")
    assert settled == [tmp_path.name, "a", "b"]


def test_a_link_has_a_stamp_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "book"
    path.write_bytes(b"kept")
    (tmp_path / "link").symlink_to(path)
    assert stamp_of(path) == stamp_of(path) != stamp_of(tmp_path / "link") is not None
    assert stamp_of(tmp_path / "none") is None


def test_an_error_without_words_has_a_reason_too() -> None:
    assert reason(OSError("odd")) == "the system says: no"
    assert reason(OSError(9999, "Odd")) == "the system says: odd"


def test_a_file_of_more_than_64_mebibytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "book"
    path.touch()
    os.truncate(path, 64 << 20)
    os.close(open_plain(path))
    os.truncate(path, (64 << 20) + 1)
    with pytest.raises(Damaged, match="it is too big"):
        open_plain(path)
