"""Files: read strictly, put in place at once, and never behind a link below the folder of saves."""

import os
from pathlib import Path

import pytest

from referee.engine.record.past_states import settled_state_at
from referee.store import system_calls
from referee.store.disk_errors import reason
from referee.store.file import MOST_NAMES, Folder, read_named
from referee.store.save_problems import CannotWrite, Damaged
from referee.store.saves import Saves
from referee.store.strict_json import read_json
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
    folder = Folder(tmp_path)
    for content in (b"first, and long", b"second", b""):
        folder.put("book", content)
        assert folder.read("book") == content
    assert os.listdir(tmp_path) == ["book"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    aside, path = tmp_path / "aside", tmp_path / "book"
    aside.write_bytes(b"kept")
    path.symlink_to(aside)
    folder = Folder(tmp_path)
    with pytest.raises(Damaged, match="link"):
        folder.read("book")
    assert read_named(path, follow_links=True) == b"kept", "a file that the referee names may be a link"
    folder.put("book", b"new")
    assert (folder.read("book"), aside.read_bytes()) == (b"new", b"kept")


def test_the_way_to_a_folder_may_hold_links_and_what_is_below_it_may_not(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    for folder in (tmp_path / "real" / "inner", outside):
        folder.mkdir(parents=True)
        (folder / "book").write_bytes(folder.name.encode())
    (tmp_path / "way").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "linked").symlink_to(outside)
    top = Folder(tmp_path / "way")
    assert top.below("inner").read("book") == b"inner"
    linked = top.below("linked")
    assert linked.trouble() == "it is a link, and links are not followed"
    with pytest.raises(Damaged, match="book of linked cannot be read: it is a link, and links are not followed"):
        linked.read("book")
    for deed in (
        lambda: linked.put("book", b"x"),
        lambda: linked.remove("book"),
        lambda: linked.open_private("new", os.O_RDWR | os.O_CREAT),
        lambda: linked.rename("book", top, "mine"),
        lambda: top.below("inner").rename("book", linked, "book"),
        linked.sync,
        linked.names,
    ):
        with pytest.raises(OSError):
            deed()
    linked.sweep()
    assert not linked.holds("book") and os.listdir(outside) == ["book"]
    linked.unmake()
    assert not (tmp_path / "real" / "linked").exists() and os.listdir(outside) == ["book"], "only the link goes"


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "/etc", "a\0b"])
def test_no_name_leads_out_of_a_folder(tmp_path: Path, name: str) -> None:
    folder = Folder(tmp_path)
    for deed in (lambda: folder.read(name), lambda: folder.put(name, b""), lambda: folder.below(name)):
        with pytest.raises(ValueError, match="not the name of a file"):
            deed()


def test_a_folder_of_too_many_files_is_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.store.file.MOST_NAMES", 2)
    folder = Folder(tmp_path)
    for name in ("a", "b"):
        folder.write_new(name, b"")
    assert folder.names() == ["a", "b"] and MOST_NAMES > 1000
    folder.write_new("c", b"")
    with pytest.raises(CannotWrite, match="holds more than 2 files"):
        folder.names()


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
    synced: list[str] = []

    def sync(descriptor: int) -> None:
        synced.append(Path(os.readlink(f"/proc/self/fd/{descriptor}")).name)

    monkeypatch.setattr(system_calls, "sync", sync)
    Folder(tmp_path / "a" / "b", ("c", "d")).make()
    assert synced == [tmp_path.name, "a", "b", "c"]
    assert all((tmp_path / "a" / way).stat().st_mode & 0o777 == 0o700 for way in ("b", "b/c", "b/c/d"))


def test_a_link_has_a_stamp_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "book"
    path.write_bytes(b"kept")
    (tmp_path / "link").symlink_to(path)
    folder = Folder(tmp_path)
    assert folder.stamp("book") == folder.stamp("book") != folder.stamp("link") is not None
    assert folder.stamp("none") is None


def test_an_error_without_words_has_a_reason_too() -> None:
    assert reason(OSError("odd")) == "the system says: no"
    assert reason(OSError(9999, "Odd")) == "the system says: odd"


def test_a_file_of_more_than_64_mebibytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "book"
    path.touch()
    os.truncate(path, 64 << 20)
    os.close(Folder(tmp_path).open_plain("book"))
    os.truncate(path, (64 << 20) + 1)
    with pytest.raises(Damaged, match="it is too big"):
        Folder(tmp_path).open_plain("book")
