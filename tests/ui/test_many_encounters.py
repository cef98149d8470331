"""A shelf of many encounters: those written last are read first, the others while keys are taken."""

import os
import shutil
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.engine.record.session import Session
from referee.rules import registry
from referee.script.campaigns import put_in_named
from referee.script.run import run_line
from referee.store import save as one_save
from referee.store.file import Stamp
from referee.store.save import Save, look_at
from referee.store.saves import Saves
from referee.ui.screens.library import LibraryPage
from referee.ui.screens.new_encounter import NewEncounter
from referee.ui.screens.shelf import Shelf
from tests.ui.table import page, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)

MANY, MOST_READ = 2_000, 100
"""Encounters of the shelf, and how many of them the first screen may read."""
SOME = 200
"""Encounters of a shelf of which the most are not read for the first screen."""


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each encounter was read, by its folder."""
    found = Counter[str]()

    def counted(folder: Path, slug: str) -> Save:
        found[slug] += 1
        return look_at(folder, slug)

    monkeypatch.setattr(one_save, "look_at", counted)
    return found


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses in which a test does something before all are read, on a busy machine too."""
    monkeypatch.setattr("referee.ui.screens.shelf._PAUSE", 0.5)


def shelf_of(folder: Path, count: int) -> Saves:
    """Encounters number 0, 1, 2 and so on, which are copies of one folder, each written a minute after the next."""
    saves, now = prepare(folder, "add rat", name="fight 0"), time.time()
    for n in range(count):
        place = folder / f"fight-{n}"
        if n:
            shutil.copytree(folder / "fight-0", place)
        os.utime(place / "journal.jsonl", (now - 60 * n, now - 60 * n))
    return saves


def shelf(pilot: Pilot[None]) -> Shelf:
    """The shelf, which is on top."""
    found = page(pilot)
    assert isinstance(found, Shelf)
    return found


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Waits for what is done in steps, for at most a minute."""
    for _ in range(1200):
        if done():
            return
        await pilot.pause(0.05)
    raise AssertionError("it was not done in a minute")


def all_read(pilot: Pilot[None]) -> Callable[[], bool]:
    """Were all encounters of the shelf read, and listed since?"""
    return lambda: all(save.is_read for save in shelf(pilot).found)


def play(saves: Saves, slug: str) -> None:
    """Another program adds a figure."""
    journal = saves.open(slug)
    run_line(Session(registry.load("black_keep"), journal), "add boss")
    journal.close()


async def test_the_first_screen_reads_few_of_many_and_the_others_are_read_while_keys_are_answered(
    tmp_path: Path, reads: Counter[str]
) -> None:
    async with playing(shelf_of(tmp_path, MANY), None, size=(80, 24)) as pilot:
        first = shelf(pilot)
        known = [save.slug for save in first.found if save.is_read]
        assert known == [f"fight-{n}" for n in range(len(known))] and 24 <= len(known) <= MOST_READ
        assert f"{MANY:,} encounters" in first.heading and first.listing.count == MANY
        await press(pilot, "down", "down", "down")
        line = first.listing.at - first.listing.top
        assert line == 3 and not all_read(pilot)(), "keys are answered before all are read"
        await until(pilot, all_read(pilot))
        assert set(reads) == {f"fight-{n}" for n in range(MANY)} and set(reads.values()) == {1}
        assert first.save is not None and first.save.slug == "fight-3", "the same one is chosen"
        assert first.listing.at - first.listing.top == line, "it is where it was on the screen"


@pytest.mark.usefixtures("slow")
async def test_the_end_of_a_long_shelf_is_shown_at_once(tmp_path: Path) -> None:
    async with playing(shelf_of(tmp_path, SOME), None, size=(80, 24)) as pilot:
        await press(pilot, "end")
        last = shelf(pilot).save
        assert last is not None and last.slug == f"fight-{SOME - 1}" and last.figures == 1
        assert all("The Black Keep" in row for row in within(page(pilot).listing)[1:])
        await press(pilot, "home", "n")
        assert isinstance(page(pilot), NewEncounter)
        await press(pilot, "escape", "end")
        assert not any("1970" in row for row in within(page(pilot).listing))


@pytest.mark.usefixtures("slow")
async def test_what_another_program_removes_renames_or_plays_meanwhile_does_no_harm(tmp_path: Path) -> None:
    saves = shelf_of(tmp_path, SOME)
    async with playing(saves, None, size=(80, 24)) as pilot:
        shutil.rmtree(tmp_path / "fight-150")
        (tmp_path / "fight-160").rename(tmp_path / "other")
        play(Saves(tmp_path), "fight-170")
        assert not all_read(pilot)()
        await until(pilot, all_read(pilot))
        there = {save.slug: save for save in shelf(pilot).found}
        assert set(there) == {save.slug for save in Saves(tmp_path).all()} and len(there) == SOME - 1
        assert "other" in there and there["fight-170"].figures == 2 and not any(s.trouble for s in there.values())


@pytest.mark.usefixtures("slow")
async def test_the_list_is_not_ordered_anew_while_something_is_typed(tmp_path: Path) -> None:
    async with playing(shelf_of(tmp_path, SOME), None, size=(80, 24)) as pilot:
        await press(pilot, "down", "x")
        first = shelf(pilot)
        await until(pilot, lambda: all(isinstance(row, Save) and row.is_read for row in first.rows))
        shutil.rmtree(tmp_path / "fight-1")
        await pilot.pause(0.7)
        assert first.save is not None and first.save.slug == "fight-1" and not all_read(pilot)()
        await press(pilot, "y", "enter")
        assert first.is_error and len(Saves(tmp_path).all()) == SOME - 1, "no other is removed in its place"
        await until(pilot, all_read(pilot))


async def test_a_shelf_that_is_come_back_to_reads_only_what_changed(tmp_path: Path, reads: Counter[str]) -> None:
    saves = shelf_of(tmp_path, SOME)
    async with playing(saves, None, size=(80, 24)) as pilot:
        await until(pilot, all_read(pilot))
        reads.clear()
        play(Saves(tmp_path), "fight-120")
        (tmp_path / "fight-7" / "encounter.json").unlink()
        await press(pilot, "L")
        assert isinstance(page(pilot), LibraryPage)
        await press(pilot, "q")
        await until(pilot, all_read(pilot))
        assert reads == {"fight-120": 1, "fight-7": 1}
        reads.clear()
        await press(pilot, "home", "enter")
        played = table(pilot).table.journal.folder.name
        await press(pilot, "escape", "q")
        await until(pilot, all_read(pilot))
        assert set(reads) <= {played} and len(shelf(pilot).found) == SOME


@pytest.mark.usefixtures("slow")
async def test_an_encounter_that_is_not_read_yet_stands_below_its_campaign(tmp_path: Path) -> None:
    saves = shelf_of(tmp_path, SOME)
    put_in_named(saves, "Long war", "black_keep", f"fight-{SOME - 1}")
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        campaign, ours, *others = shelf(pilot).rows
        assert not isinstance(campaign, Save) and campaign.name == "Long war" and not all_read(pilot)()
        assert isinstance(ours, Save) and ours.slug == f"fight-{SOME - 1}" and len(others) == SOME - 1
        assert within(page(pilot).listing)[2].startswith("   fight 0")
        await press(pilot, "space")
        assert shelf(pilot).listing.count == SOME
        await until(pilot, lambda: all(isinstance(row, Save) and row.is_read for row in shelf(pilot).rows[1:]))


def order(pilot: Pilot[None]) -> list[str]:
    """The folders of the encounters on the shelf, in their order."""
    return [save.slug for save in shelf(pilot).found]


async def seen_before(saves: Saves) -> list[str]:
    """Somebody opens the shelf, and looks at it until all are read; the folders, in their order."""
    async with playing(saves, None, size=(80, 24)) as pilot:
        await until(pilot, all_read(pilot))
        return order(pilot)


@pytest.fixture
def scans(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A word for each time that the files of all encounters are looked at."""
    found = list[str]()

    def counted(saves: Saves) -> dict[str, Stamp | None]:
        found.append("looked")
        return scan(saves)

    scan = Saves._journals
    monkeypatch.setattr(Saves, "_journals", counted)
    return found


@pytest.mark.usefixtures("slow")
async def test_the_first_screen_of_a_long_shelf_is_as_it_was_last_seen(tmp_path: Path, scans: list[str]) -> None:
    first, near, *_, last = await seen_before(shelf_of(tmp_path, SOME))
    play(Saves(tmp_path), near)
    play(Saves(tmp_path), last)
    os.utime(tmp_path / last / "journal.jsonl", (time.time() + 60, time.time() + 60))
    scans.clear()
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert not scans and order(pilot)[:2] == [near, first]
        rows = within(page(pilot).listing)
        assert "just now" in rows[1] and f"{SOME} encounters" in shelf(pilot).heading
        await until(pilot, lambda: order(pilot)[:3] == [last, near, first])
        assert len(scans) == 1 and not all_read(pilot)(), "it is compared before the others are read"
        await until(pilot, all_read(pilot))
        assert {*order(pilot)[:2]} == {last, near} and len(order(pilot)) == SOME


@pytest.mark.usefixtures("slow")
async def test_a_key_means_what_is_there_now_not_what_was_last_seen(tmp_path: Path, scans: list[str]) -> None:
    first, *_, last = await seen_before(shelf_of(tmp_path, SOME))
    play(Saves(tmp_path), last)
    os.utime(tmp_path / last / "journal.jsonl", (time.time() + 60, time.time() + 60))
    scans.clear()
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert not scans and order(pilot)[0] == first
        await press(pilot, "enter")
        assert table(pilot).table.journal.folder.name == last
