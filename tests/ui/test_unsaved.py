"""While something is not on the disk, the screen says so, and goes on saying so until it is."""

import errno
import os
import signal
from pathlib import Path
from time import sleep

import pytest
from textual.screen import Screen

from referee.store.append_file import AppendFile
from referee.ui.app import RefereeApp
from referee.ui.screens.shelf import Shelf
from referee.ui.screens.unsaved import Unsaved
from tests.ui.table import DUEL, drawn, playing, prepare, press, table
from tests.ui.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.one_in(10)


def full(self: AppendFile, in_background: bool = False) -> None:
    """What writing a journal does on a full disk."""
    raise OSError(errno.ENOSPC, "No space left on device")


async def test_a_full_disk_is_told_and_forgotten_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.ui.screens.save_timers.RETRY_EVERY", 0.05)
    saves = prepare(tmp_path)

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
        now = screen.table.session.encounter
    async with playing(saves) as pilot:
        assert table(pilot).table.session.encounter == now


@pytest.mark.parametrize("works", [True, False])
async def test_an_act_is_shown_only_once_it_is_known_whether_the_disk_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """The table is drawn meanwhile; of that nothing is shown before."""
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "2", "d", "1")
        happened, fsync = list[str](), os.fsync

        def slow(descriptor: int) -> None:
            sleep(0.05)
            happened.append("on the disk" if works else "not on the disk")
            if not works:
                raise OSError(errno.EIO, "Input/output error")
            fsync(descriptor)

        def display(screen: Screen[object], update: object) -> None:
            happened.append("not saved" if "NOT SAVED" in drawn(pilot) else "saved")

        monkeypatch.setattr(os, "fsync", slow)
        monkeypatch.setattr(pilot.app, "_display", display)
        await press(pilot, "enter", "down", "up")
        monkeypatch.undo()
        first, *shown = happened
        assert first == ("on the disk" if works else "not on the disk")
        assert {*shown} == {"saved" if works else "not saved"}


async def test_in_peace_nothing_ticks_but_the_look_at_the_lock(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, "2", "d", "1", "enter")
        await pilot.pause(1.7)
        timers = [timer for timer in table(pilot)._timers if timer._repeat is None and timer.name != "screen_update"]
        assert [timer._callback for timer in timers] == [table(pilot)._look_for_others]


@pytest.mark.parametrize("key", ["k", "d", "w"])
async def test_leaving_while_something_is_not_saved_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    saves = prepare(tmp_path / "saves")
    async with playing(saves) as pilot:
        assert isinstance(pilot.app, RefereeApp)
        with monkeypatch.context() as broken:
            broken.setattr(AppendFile, "save", full)
            await press(pilot, "2", "d", "1", "enter", "q")
            assert isinstance(pilot.app.screen, Unsaved)
            assert "NOT SAVED: The disk is full." in drawn(pilot)
            await press(pilot, key)
            if key == "w":
                assert table(pilot) and "NOT SAVED" in drawn(pilot)
                return
            assert isinstance(pilot.app.screen, Shelf)
            # What is kept is brought back by the shelf already: only the journal could not be written, and now can be.
            assert ("is saved now" in drawn(pilot)) == (key == "k")
            assert pilot.app.unsaved == ([] if key == "k" else ["NOT SAVED. The disk is full."])
    assert len(saves.open("fight")) == len(DUEL) + (key == "k")


async def test_leaving_asks_nothing_once_there_is_room_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    saves = prepare(tmp_path)
    async with playing(saves) as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(AppendFile, "save", full)
            await press(pilot, "2", "d", "1", "enter")
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Shelf)
    assert saves.look("fight").actions == len(DUEL) + 1


FULL_AT_PLAY = (
    "import sys; from pathlib import Path; from referee.store.saves import Saves; "
    "from referee.cli.main import run_app; "
    "from referee.store import append_file; from referee.store.append_file import AppendFile; "
    "AppendFile.save = lambda self, in_background: (_ for _ in ()).throw(OSError(28, 'full')); "
    "sys.exit(run_app(Saves(Path(sys.argv[1])), sys.argv[2]))"
)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("end", ["term", "gone", "ctrl+q"])
def test_what_is_not_saved_when_the_app_must_end_is_kept_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    saves = prepare(tmp_path / "saves")
    terminal = Terminal(str(saves.folder), "fight", program=FULL_AT_PLAY)
    try:
        assert terminal.until("saved")
        terminal.press("2d1\r")
        if end == "term":
            os.kill(terminal.pid, signal.SIGTERM)
        elif end == "gone":
            terminal.hang_up()
        else:
            terminal.press("\x11")
            assert "NOT SAVED · fight".encode() in terminal.raw
            terminal.press("k")
        assert terminal.ended(PATIENCE) and terminal.status == 1
        assert end == "gone" or b"is kept in" in terminal.raw
    finally:
        terminal.close()
    (told,) = saves.bring_back()
    assert "is saved now" in told and saves.look("fight").actions == len(DUEL) + 1
