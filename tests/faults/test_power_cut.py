"""A power cut at any moment: whatever was acknowledged is on the disk, and what was under way wholly or not at all."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from referee.store.saves import Saves
from tests.faults.deeds import Keeper, holds
from tests.faults.disk import PowerCut, VolatileDisk

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


@pytest.mark.one_in(2)
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
