"""The list of many encounters as it was last seen, of which the first screen of a long shelf is made."""

import os
import shutil
import time
from collections.abc import Callable
from datetime import UTC
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.store import save as save_module
from referee.store.file import Stamp, stamp_of
from referee.store.line import NEVER, is_clock_time
from referee.store.save import LATEST, SHELF_FILE, Save, look_at
from referee.store.save_folder import LIBRARY
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, joined

MANY = 70
"""Encounters of the shelf, some more than are kept as they were read."""


def written(saves: Saves, slug: str, *tags: str) -> None:
    """Somebody plays that encounter, or makes it."""
    journal = saves.open(slug) if (saves.folder / slug).exists() else saves.create(slug, SYSTEM)
    do(journal, *joined(*tags))
    journal.close()


def shelf_of(saves: Saves, count: int) -> None:
    """Encounters of which each was written before the one with the next number; all of them were seen."""
    for n in range(count):
        if n:
            shutil.copytree(saves.folder / "fight-0", saves.folder / f"fight-{n}")
        else:
            written(saves, "fight-0", "ulf")
        os.utime(saves.folder / f"fight-{n}" / "journal.jsonl", (1000 + n, 1000 + n))
    _ = saves.known(2 * count)
    assert all(save.is_read for save in saves.known(0))


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The folders that were read."""
    found = list[str]()

    def noted(folder: Path, slug: str) -> Save:
        found.append(slug)
        return look_at(folder, slug)

    monkeypatch.setattr(save_module, "look_at", noted)
    return found


def slugs(shelf: list[Save]) -> list[str]:
    """The folders, in their order."""
    return [save.slug for save in shelf]


def test_a_long_list_is_as_it_was_last_seen_without_reading_it(
    saves: Saves, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert saves.last_seen() == []
    shelf_of(saves, MANY)
    whole = saves.known(0)
    read.clear()
    looked = set[str]()

    def noted(path: Path | str) -> Stamp | None:
        looked.add(Path(path).parent.name)
        return stamp_of(path)

    monkeypatch.setattr(save_module, "stamp_of", noted)
    monkeypatch.setattr("referee.store.saves.stamp_of", noted)
    found = Saves(saves.folder).last_seen()
    assert slugs(found) == slugs(whole) and not read
    assert found[:LATEST] == whole[:LATEST] and not any(save.is_read for save in found[LATEST:])
    assert looked == {*slugs(whole[:LATEST])}, "of the others not even a file time is asked for"


def test_what_was_written_made_or_taken_away_since_is_seen(saves: Saves, read: list[str]) -> None:
    shelf_of(saves, MANY)
    latest, other = slugs(saves.known(0))[5], slugs(saves.known(0))[-1]
    time.sleep(0.002)  # when a line was written is kept in milliseconds
    written(saves, latest, "rat")
    time.sleep(0.002)
    written(saves, "new one", "ulf", "rat", "wolf")
    written(saves, other, "rat")
    shutil.rmtree(saves.folder / slugs(saves.known(0))[30])
    (saves.folder / "no encounter").mkdir()
    read.clear()
    found = Saves(saves.folder).last_seen()
    assert slugs(found)[:2] == ["new-one", latest] and {*read} == {"new-one", latest}
    assert [save.figures for save in found[:3]] == [3, 2, 1]
    assert {*slugs(found)} == {*slugs(saves.all())} and len(found) == MANY
    assert found[-1].slug == other and not found[-1].is_read, "it is put in order when the folders are looked at"


def test_of_a_list_that_has_become_short_nothing_is_taken(saves: Saves) -> None:
    shelf_of(saves, MANY)
    for n in range(MANY - LATEST):
        shutil.rmtree(saves.folder / f"fight-{n}")
    assert Saves(saves.folder).last_seen() == [] and len(Saves(saves.folder).all()) == LATEST


def test_a_short_list_is_not_kept(saves: Saves) -> None:
    shelf_of(saves, LATEST)
    assert not (saves.folder / SHELF_FILE).exists() and Saves(saves.folder).last_seen() == []


def linked(file: Path) -> None:
    """Another file, and a link to it."""
    file.rename(file.with_name("elsewhere"))
    file.symlink_to(file.with_name("elsewhere"))


def changed(old: bytes, new: bytes) -> Callable[[Path], None]:
    """Puts some bytes in place of others."""

    def change(file: Path) -> None:
        assert old in file.read_bytes()
        file.write_bytes(file.read_bytes().replace(old, new))

    return change


@pytest.mark.parametrize(
    "change",
    [
        lambda file: file.unlink(),
        lambda file: file.write_bytes(b"[]"),
        lambda file: file.write_bytes(file.read_bytes()[:-9]),
        lambda file: file.write_bytes(b'{"order":[],"latest":[]}'),
        lambda file: file.with_name(LIBRARY).touch(),
        linked,
        changed(b'"figures":1', b'"figures":"1"'),
        changed(b'"form":1', b'"form":2'),
        changed(b'"order":[["fight', b'"order":[["fight-1"],["fight'),
        lambda file: file.write_bytes(b'{"x":' + b"[" * 200_000 + b"]" * 200_000 + b"}"),
    ],
    ids=["lost", "none", "cut", "empty", "library", "link", "number", "form", "folder", "deep"],
)
def test_what_is_no_such_list_is_not_used(saves: Saves, change: Callable[[Path], None]) -> None:
    shelf_of(saves, MANY)
    assert Saves(saves.folder).last_seen()
    change(saves.folder / SHELF_FILE)
    assert Saves(saves.folder).last_seen() == [] and len(Saves(saves.folder).known(3)) == MANY


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"name":"fight-0"', b'"name":"\\u001b[2J"'),
        (b'Z","', b'","'),
        (b'"saved":"20', b'"saved":"00'),
        (b'"saved":"%d' % time.gmtime().tm_year, b'"saved":"9999'),
        (b'"is_read":true', b'"is_read":false'),
        (b'"slug":"fight-', b'"slug":"../fight-'),
    ],
    ids=["words", "zone", "year", "last year", "read", "folder"],
)
def test_what_no_folder_could_have_said_is_read_from_the_folder(
    saves: Saves, read: list[str], old: bytes, new: bytes
) -> None:
    shelf_of(saves, MANY)
    read.clear()
    changed(old, new)(saves.folder / SHELF_FILE)
    again = Saves(saves.folder)
    found = again.last_seen()
    assert {*slugs(found)} == {*slugs(saves.all())} and len(found) == MANY
    assert not any(save.is_read for save in found) and not read
    assert all(save.is_read for save in again.known(MANY))
    assert {save.name for save in Saves(saves.folder).all()} == {"fight-0"}


def test_a_disk_that_does_not_take_it_does_no_harm(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf_of(saves, MANY)
    (saves.folder / SHELF_FILE).unlink()

    def refused(path: Path, content: bytes) -> None:
        raise OSError

    monkeypatch.setattr(save_module, "put_soon", refused)
    assert len(saves.known(0)) == MANY and not (saves.folder / SHELF_FILE).exists()


def test_it_is_written_only_where_it_says_something_else(saves: Saves) -> None:
    shelf_of(saves, MANY)
    file = saves.folder / SHELF_FILE
    before = stamp_of(file)
    assert len(saves.known(0)) == MANY and stamp_of(file) == before
    written(saves, "fight-3", "rat")
    _ = saves.known(1)
    assert len(saves.known(0)) == MANY and stamp_of(file) != before
    assert Saves(saves.folder).last_seen()[0].slug == "fight-3"


def test_no_key_waits_for_the_disk_to_take_it(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    synced = list[int]()
    shelf_of(saves, MANY)
    written(saves, "fight-3", "rat")
    monkeypatch.setattr(os, "fsync", synced.append)
    before = stamp_of(saves.folder / SHELF_FILE)
    assert len(saves.known(MANY)) == len(saves.known(0)) == MANY and not synced
    assert stamp_of(saves.folder / SHELF_FILE) != before


def test_a_folder_whose_name_is_no_text_does_no_harm(saves: Saves) -> None:
    shelf_of(saves, MANY)
    (saves.folder / SHELF_FILE).unlink()
    shutil.copytree(saves.folder / "fight-0", saves.folder / os.fsdecode(b"bad\xff"))
    assert len(saves.known(MANY + 1)) == len(saves.known(0)) == MANY + 1
    assert not (saves.folder / SHELF_FILE).exists()


def touched(folder: Path, last: str) -> None:
    """File times that say nothing, as those of a copy."""
    for n, place in enumerate(sorted(folder.glob("fight-*/journal.jsonl"))):
        os.utime(place, (2000, 1000 + 37 * n % 100))


def compacted(folder: Path, last: str) -> None:
    """A journal that was written anew, with nothing played."""
    (folder / last / "journal.jsonl").write_bytes((folder / "other" / "journal.jsonl").read_bytes())


@pytest.mark.parametrize("change", [touched, compacted])
def test_the_order_goes_by_what_was_played_not_by_file_times(saves: Saves, change: Callable[[Path, str], None]) -> None:
    written(saves, "other", "ulf", "rat", "wolf")
    time.sleep(0.002)
    shelf_of(saves, 2 * MANY)
    time.sleep(0.002)
    written(saves, "fight-5", "rat")
    _ = saves.known(1), saves.known(0)
    before = slugs(saves.all())
    change(saves.folder, before[-2])
    again = Saves(saves.folder)
    assert again.last_seen() and slugs(again.known(1))[:LATEST] == before[:LATEST] and before[0] == "fight-5"


@pytest.mark.parametrize(
    "at", ["", "soon", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00", "9999-12-31T23:59:59-12:00"]
)
def test_a_line_that_names_no_time_of_a_clock_counts_as_never_written(saves: Saves, at: str) -> None:
    written(saves, "fight", "ulf")
    line = saves.open("fight", read_only=True).last
    assert line is not None and line.when.year > 2000 and line.when.tzinfo == UTC
    assert replace(line, at=at).when == NEVER and is_clock_time(NEVER)


def test_a_number_that_is_none_puts_it_in_no_campaign(saves: Saves) -> None:
    written(saves, "fight", "ulf")
    (saves.folder / "fight" / "campaign.json").write_text('{"system":"plain","campaign":"War","since":1e400}')
    assert [save.membership for save in saves.all()] == [None]
