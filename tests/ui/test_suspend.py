"""The key that suspends: the terminal is the shell's until `fg`; not for guests, nor while something is not saved."""

import os
import signal
import time
from pathlib import Path

import pytest

from referee.store.append_file import AppendFile
from referee.ui.app import RefereeApp
from tests.ui.table import drawn, playing, prepare, press
from tests.ui.terminal import PATIENCE, Terminal
from tests.ui.test_unsaved import full

pytestmark = pytest.mark.one_in(10)


def is_stopped(pid: int) -> bool:
    """Does that process stop before long?"""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        if state == "T":
            return True
        time.sleep(0.05)
    return False


@pytest.mark.one_in(6)
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here")
def test_it_stops_and_goes_on_where_it_was(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("saved")
        os.write(terminal.fd, b"2d1\r\x1c")
        assert terminal.until("\x1b[?1049l") and is_stopped(terminal.pid)
        assert saves.check("fight") == []
        before = len(terminal.raw)
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.press("")
        assert b"\x1b[?1049h" in terminal.raw[before:] and b"saved" in terminal.raw[before:]
        assert b"\x1b]2;fight" in terminal.raw[before:]  # the window is named again
        actions = saves.look("fight").actions
        terminal.press("2d1\r")
        terminal.press("qq")
        assert terminal.ended(PATIENCE) and terminal.status == 0
        assert saves.look("fight").actions == actions + 1 and saves.check("fight") == []
    finally:
        terminal.close()


@pytest.fixture
def stops(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked to stop."""
    asked: list[str] = []
    monkeypatch.setattr(RefereeApp, "action_suspend_process", lambda self: asked.append("stop"))
    return asked


async def test_guests_cannot(tmp_path: Path, stops: list[str]) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        assert isinstance(pilot.app, RefereeApp)
        pilot.app.shared = True
        await press(pilot, "ctrl+backslash")
        assert stops == [] and "Guests cannot suspend Referee" in drawn(pilot)
        pilot.app.shared = False
        await press(pilot, "ctrl+backslash")
        assert stops == ["stop"]


async def test_not_in_a_browser(tmp_path: Path, stops: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        monkeypatch.setattr("referee.ui.terminal.browser.is_in_browser", lambda: True)
        await press(pilot, "ctrl+backslash")
        assert stops == [] and "cannot be suspended in a browser" in drawn(pilot)


async def test_not_while_something_is_not_saved(
    tmp_path: Path, stops: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(AppendFile, "save", full)
            await press(pilot, "2", "d", "1", "enter", "ctrl+backslash")
            assert stops == [] and "not everything is saved" in drawn(pilot)
        await press(pilot, "ctrl+backslash")
        assert stops == ["stop"]


@pytest.mark.one_in(6)
def test_the_window_is_named_by_the_encounter_and_gets_its_old_name_back(tmp_path: Path) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("\x1b]2;fight · round 1 · Ulf\x07") and terminal.until("saved")
        assert terminal.raw.count(b"\x1b[22;2t") == 1, "what it was called before is kept once"
        terminal.press("n")
        assert terminal.raw.count(b"\x1b]2;") == 2 and terminal.raw.count(b"\x1b[22;2t") == 1
        terminal.press("q")
        assert terminal.until("\x1b]2;Referee\x07")
        os.write(terminal.fd, b"q")
        assert terminal.ended(PATIENCE) and b"\x1b[23;2t" in terminal.raw
    finally:
        terminal.close()
