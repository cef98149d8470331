"""A power cut at any moment: whatever was acknowledged is on the disk, and what was under way wholly or not at all."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from referee.campaign.campaign_file import read_in, written
from referee.campaign.campaign_start import begin_next
from referee.campaign.campaigns import new_campaign, put_in, rename_campaign
from referee.campaign.overview import CampaignFight
from referee.store import settings
from referee.store.library import Library
from referee.store.library_record import KeptParty, KeptPlan, Member
from referee.store.library_tables import CAMPAIGNS
from referee.store.saves import Saves
from tests.faults.deeds import Keeper, holds
from tests.faults.disk import PowerCut, VolatileDisk
from tests.faults.test_done_or_not import allowed, state

CUTS = int(os.environ.get("REFEREE_POWER_CUTS", "60"))
LATEST = 120
"""Calls that change something, of which one meets the cut."""


def lost(folder: Path, seed: int, **mutant: bool) -> str:
    """What is wrong with what a power cut leaves; empty if nothing is."""
    disk, left, chance = folder / "disk", folder / "left", Random(seed)
    disk.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        power = VolatileDisk(patch, disk, left, chance, chance.randrange(LATEST), **mutant)
        keeper = Keeper(Saves(disk / "saves"))
        try:
            while True:
                keeper.anything(chance)
        except PowerCut:
            pass
        assert left.is_dir() and power.left == -1
    try:
        kept = [holds(Saves(left / "saves"), shelf) for shelf in (keeper.shelf, keeper.under_way)]
        return "" if any(kept) else f"seed {seed}: neither {keeper.shelf} nor {keeper.under_way}"
    finally:
        shutil.rmtree(left)
        shutil.rmtree(disk)


@pytest.mark.one_in(6)
def test_a_power_cut_loses_nothing_that_was_acknowledged(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    record_property("done", CUTS)
    assert [found for seed in range(CUTS) if (found := lost(tmp_path, seed))] == []


@pytest.mark.parametrize("mutant", ["files", "folders"])
def test_a_program_that_does_not_wait_for_the_disk_would_be_caught(tmp_path: Path, mutant: str) -> None:
    def caught(seed: int) -> bool:
        try:
            return lost(tmp_path, seed, **{mutant: False}) != ""
        except Exception:
            return True

    assert any(caught(seed) for seed in range(30))


def evenings(folder: Path, done: Callable[[], object]) -> None:
    """What is done with two campaigns; `done` is called after each deed."""
    saves, library = Saves(folder), Library(folder)
    ann = KeptParty(name="heroes", system="fifth", members=(Member(name="Ann", words='fighter "Ann"'),))
    plan = KeptPlan(name="Ford", system="fifth", text="system fifth\nadd goblin")
    library.add_all({"parties": [ann.model_copy(update={"saved_in": ("Mill",)})], "plans": [plan]}, None)
    done()
    saves.create("Mill", "fifth").close()
    done()
    hills = new_campaign(library, "Hills", "fifth", "heroes")
    done()
    for word in ("Ford", "Mill"):
        put_in(saves, library, hills, word)
        done()
    begin_next(saves, library, library.find(CAMPAIGNS, "Hills"), CampaignFight("Ford", "", "plan"))
    done()
    saves.rename("mill", "Old Mill")
    done()
    rename_campaign(library, library.find(CAMPAIGNS, "Hills"), "Vales")
    done()
    text = written(saves, library, library.find(CAMPAIGNS, "Vales"))
    read_in(saves, library, text.encode(), "it", "Far Vales")
    done()


@pytest.mark.one_in(6)
def test_changes_of_several_files_are_there_wholly_or_not_at_all_after_a_power_cut(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    (tmp_path / "clean").mkdir()
    clean = [state(tmp_path / "clean")]
    evenings(tmp_path / "clean", lambda: clean.append(state(tmp_path / "clean")))
    record_property("done", CUTS)
    for seed in range(CUTS):
        chance, disk, left = Random(seed), tmp_path / f"disk{seed}", tmp_path / f"left{seed}"
        come: list[None] = []
        disk.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            _ = VolatileDisk(patch, disk, left, chance, chance.randrange(190))
            with suppress(PowerCut):
                evenings(disk / "saves", partial(come.append, None))
        if left.exists():
            now = [*clean, clean[-1]]
            assert state(left / "saves") in allowed(now[len(come)], now[len(come) + 1]), (seed, len(come))


def settings_lost(folder: Path, seed: int, **mutant: bool) -> bool:
    """True if a power cut leaves settings that are neither those that were saved last nor the ones after them."""
    chance, disk, left = Random(seed), folder / f"disk{seed}", folder / f"left{seed}"
    disk.mkdir()
    saved = 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "user_config_path", lambda name: disk / "config")
        _ = VolatileDisk(patch, disk, left, chance, chance.randrange(30), **mutant)
        with suppress(PowerCut):
            while True:
                settings.keep_setting("theme", f"{saved + 1}")
                saved += 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "user_config_path", lambda name: left / "config")
        return settings.settings_problems() != [] or settings.setting("theme") not in {f"{saved or ''}", f"{saved + 1}"}


def test_a_power_cut_leaves_the_settings_that_were_saved_last(tmp_path: Path) -> None:
    assert [seed for seed in range(CUTS) if settings_lost(tmp_path, seed)] == []


@pytest.mark.parametrize("mutant", ["files", "folders"])
def test_settings_that_are_not_waited_for_would_be_lost(tmp_path: Path, mutant: str) -> None:
    assert any(settings_lost(tmp_path, seed, **{mutant: False}) for seed in range(30))
