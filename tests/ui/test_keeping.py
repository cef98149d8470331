"""While something is not on the disk, the screen says so, and goes on saying so until it is."""

import errno
from pathlib import Path

import pytest

from referee.store.append_file import AppendFile
from tests.ui.table import drawn, playing, prepare, press, table


async def test_a_full_disk_is_told_and_forgotten_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.ui.watch.RETRY_EVERY", 0.05)
    saves = prepare(tmp_path)

    def full(self: AppendFile) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with playing(saves) as pilot:
        screen = table(pilot)
        with monkeypatch.context() as broken:
            broken.setattr(AppendFile, "save", full)
            await press(pilot, "2", "d", "1", "enter")
            assert "NOT SAVED: The disk is full" in drawn(pilot)
            await pilot.pause(0.2)
            assert "NOT SAVED" in drawn(pilot)
            await press(pilot, "down")
            assert "NOT SAVED" in drawn(pilot)
        await pilot.pause(0.3)
        assert "NOT SAVED" not in drawn(pilot)
        now = screen.session.encounter
    async with playing(saves) as pilot:
        assert table(pilot).session.encounter == now


async def test_in_peace_nothing_ticks(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "2", "d", "1", "enter")
        await pilot.pause(1.7)
        timers = [timer for timer in table(pilot)._timers if timer._repeat is None and timer.name != "screen_update"]
        assert not timers
