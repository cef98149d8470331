"""A shelf of many encounters: all are listed at once, with nothing kept about them anywhere."""

import os
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.campaign.campaigns import put_in_named
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.save import Save
from referee.store.saves import Saves
from referee.ui.screens.library import LibraryPage
from referee.ui.screens.shelf import Shelf
from tests.ui.table import page, playing, prepare, press, within

pytestmark = pytest.mark.one_in(4)

MANY = 120


def shelf_of(folder: Path, count: int) -> Saves:
    """Encounters number 0, 1, 2 and so on, which are copies of one folder."""
    saves = prepare(folder, "add rat", name="fight 0")
    for n in range(1, count):
        shutil.copytree(folder / "fight-0", folder / f"fight-{n}")
    return saves


def shelf(pilot: Pilot[None]) -> Shelf:
    """The shelf, which is on top."""
    found = page(pilot)
    assert isinstance(found, Shelf)
    return found


def play(saves: Saves, slug: str) -> None:
    """Another program adds a figure."""
    journal = saves.open(slug)
    run_line(Session(registry.load("black_keep"), journal), "add boss")
    journal.close()


async def test_all_are_listed_the_latest_first_and_nothing_is_kept_about_them(tmp_path: Path) -> None:
    saves = shelf_of(tmp_path, MANY)
    play(saves, "fight-70")
    before = sorted(os.listdir(tmp_path))
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        assert len(shelf(pilot).found) == MANY and f"{MANY} encounters" in shelf(pilot).heading
        assert shelf(pilot).found[0].slug == "fight-70" and shelf(pilot).found[0].figures == 2
        await press(pilot, "end")
        assert all("The Black Keep" in row for row in within(page(pilot).listing)[1:])
    assert sorted(os.listdir(tmp_path)) == before


async def test_what_another_program_did_is_there_when_one_comes_back(tmp_path: Path) -> None:
    saves = shelf_of(tmp_path, MANY)
    async with playing(saves, None, size=(80, 24)) as pilot:
        await press(pilot, "L")
        assert isinstance(page(pilot), LibraryPage)
        shutil.rmtree(tmp_path / "fight-50")
        (tmp_path / "fight-60").rename(tmp_path / "other")
        play(Saves(tmp_path), "fight-70")
        await press(pilot, "q")
        found = {save.slug: save for save in shelf(pilot).found}
        assert len(found) == MANY - 1 and "other" in found and found["fight-70"].figures == 2
        assert not any(save.trouble for save in found.values())


async def test_the_encounters_of_a_campaign_stand_below_it(tmp_path: Path) -> None:
    saves = shelf_of(tmp_path, MANY)
    put_in_named(saves, "Long war", "black_keep", f"fight-{MANY - 1}")
    async with playing(Saves(tmp_path), None, size=(80, 24)) as pilot:
        campaign, ours, *others = shelf(pilot).rows
        assert not isinstance(campaign, Save) and campaign.name == "Long war"
        assert isinstance(ours, Save) and ours.slug == f"fight-{MANY - 1}" and len(others) == MANY - 1
        assert within(page(pilot).listing)[2].startswith("   fight 0")
        await press(pilot, "space")
        assert shelf(pilot).listing.count == MANY
