"""Who looks on takes the encounter over: from nobody, from one who plays, from one that hangs."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.store.saves import Saves
from referee.ui.screens.take_over import TakeOverPage
from tests.ui.table import drawn, page, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

ROOT = Path(__file__).parents[2]


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return prepare(tmp_path)


@pytest.fixture
def player(saves: Saves) -> Iterator[subprocess.Popen[str]]:
    """Somebody who plays it elsewhere."""
    command = [sys.executable, "-m", "referee", "fight", "--plain", "--saves", str(saves.folder)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while "Type help" not in process.stdout.readline():
            pass
        yield process
        process.kill()


async def until_played(pilot: Pilot[None]) -> None:
    for _ in range(100):
        await asyncio.sleep(0.05)
        await pilot.pause()
        if not isinstance(pilot.app.screen, TakeOverPage):
            return
    raise AssertionError("it is still asked about")


async def test_what_nobody_plays_is_played_on_at_once(saves: Saves) -> None:
    async with playing(saves, read_only=True) as pilot:
        assert "T" in drawn(pilot) and "play from here" in drawn(pilot)
        await press(pilot, "T")
        await pilot.pause()
        assert not table(pilot).table.journal.read_only
        await press(pilot, "n")
        assert table(pilot).table.session.questions or table(pilot).table.session.encounter.turn


async def test_one_who_plays_is_asked_about_and_left_alone(saves: Saves, player: subprocess.Popen[str]) -> None:
    async with playing(saves, read_only=True) as pilot:
        assert "last command" in drawn(pilot)
        await press(pilot, "T")
        await pilot.pause()
        assert f"pid {player.pid}" in page(pilot).note and "The last command was at" in page(pilot).note
        await press(pilot, "escape")
        assert table(pilot).table.journal.read_only and player.poll() is None
        await press(pilot, "T")
        await pilot.pause()
        await press(pilot, "t")
        await pilot.pause()
        assert not table(pilot).table.journal.read_only and player.poll() is None


@pytest.mark.one_in(6)
@pytest.mark.parametrize("hangs", [False, True])
async def test_one_that_hangs_is_ended_after_a_question(
    saves: Saves, player: subprocess.Popen[str], hangs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.ui.screens.take_over.PATIENCE", 0.4)
    if hangs:
        os.kill(player.pid, signal.SIGSTOP)
    async with playing(saves, read_only=True) as pilot:
        await press(pilot, "T")
        await pilot.pause()
        await press(pilot, "e")
        # It is this test's own child: elsewhere whoever began it takes note of its end.
        ended = asyncio.get_running_loop().run_in_executor(None, player.wait)
        await until_played(pilot)
        await ended
        assert not table(pilot).table.journal.read_only


async def test_the_lock_of_a_dead_program_is_taken_without_asking(saves: Saves, player: subprocess.Popen[str]) -> None:
    async with playing(saves, read_only=True) as pilot:
        player.kill()
        player.wait()
        assert (saves.folder / "fight" / "lock").read_bytes()
        table(pilot)._follow()
        await pilot.pause()
        assert "left at" in table(pilot).table.line.said
        await press(pilot, "T")
        await pilot.pause()
        assert not table(pilot).table.journal.read_only


async def test_another_name_is_followed(saves: Saves) -> None:
    async with playing(saves, read_only=True) as pilot:
        saves.rename("fight", "Ambush")
        table(pilot)._follow()
        await pilot.pause()
        assert "Ambush" in drawn(pilot).splitlines()[0] and "removed" not in table(pilot).table.line.said
        saves.remove("ambush")
        table(pilot)._follow()
        await pilot.pause()
        assert "was removed" in table(pilot).table.line.said
        await press(pilot, "T")
        await pilot.pause()
        assert "no encounter" in table(pilot).table.line.said
        saves.restore("ambush")
        table(pilot)._follow()
        await press(pilot, "T")
        await pilot.pause()
        assert not table(pilot).table.journal.read_only
