"""A staged import: whatever a killed program has left of it, the next one finishes or removes."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.store.campaign_membership import CAMPAIGN, Membership
from referee.store.library import Library
from referee.store.library_record import KeptCampaign
from referee.store.library_tables import CAMPAIGNS
from referee.store.save_folder import IMPORTS, initial_files
from referee.store.saves import Saves
from referee.store.staged_import import StagedImport

NAMES = ("bridge", "mill")


def staged(saves: Saves, is_coming: bool) -> StagedImport:
    """An import of two encounters whose folders are made; is_coming: its campaign is in the library."""
    found = StagedImport(saves.top)
    for n, name in enumerate(NAMES):
        found.add(name, {CAMPAIGN: Membership("cafe", n).raw, **initial_files(name, "plain")})
    if is_coming:
        Library(saves.folder).add(CAMPAIGNS, [KeptCampaign(name="Hills", system="plain", id="cafe", coming=found.id)])
    return found


def left(folder: Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.startswith(IMPORTS)]


def test_before_its_campaign_is_there_nothing_of_it_stays(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    staged(saves, is_coming=False)
    assert left(tmp_path) and saves.all() == [] and left(tmp_path) == []


@pytest.mark.parametrize(
    "before",
    [
        lambda found: None,
        lambda found: found.folder.rename("bridge", found.saves, "bridge"),
        lambda found: [found.folder.rename(name, found.saves, name) for name in NAMES],
        lambda found: found.move(),
    ],
)
def test_once_its_campaign_is_there_all_of_it_comes(tmp_path: Path, before: Callable[[StagedImport], object]) -> None:
    saves = Saves(tmp_path)
    before(staged(saves, is_coming=True))
    assert {save.name: save.trouble for save in saves.all()} == dict.fromkeys(NAMES, "")
    assert [*saves.members("cafe")] == [*NAMES] and left(tmp_path) == []
    assert Library(tmp_path).all(CAMPAIGNS)[0].coming == ""


def test_a_name_that_was_taken_meanwhile_gets_a_number(tmp_path: Path) -> None:
    saves = Saves(tmp_path)
    saves.create("bridge", "plain").close()
    staged(saves, is_coming=True)
    assert sorted(save.slug for save in saves.all()) == ["bridge", "bridge-2", "mill"]
    assert Library(tmp_path).all(CAMPAIGNS)[0].coming == ""


def test_a_folder_of_that_sort_that_is_a_link_is_only_taken_away(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "saves"
    (outside / "mine").mkdir(parents=True)
    (outside / "mine" / "journal.jsonl").touch()
    folder.mkdir()
    (folder / f"{IMPORTS}0").symlink_to(outside)
    assert Saves(folder).all() == []
    assert left(folder) == [] and os.listdir(outside / "mine") == ["journal.jsonl"]
