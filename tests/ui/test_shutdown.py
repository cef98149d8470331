"""When the system or the terminal ends the app, all is saved and the terminal is as it was."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.main import run_app
from referee.store.saves import Saves
from referee.ui.app import RefereeApp
from referee.ui.screens.topics import Topics
from referee.ui.terminal import shutdown
from referee.ui.terminal.key_queue import KeyScreen
from referee.ui.terminal.shutdown import on_signals
from tests.ui.table import DUEL, playing, prepare
from tests.ui.terminal import PATIENCE, PLAY, Terminal

pytestmark = pytest.mark.one_in(10)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT])
def test_a_signal_ends_it_cleanly(tmp_path: Path, number: signal.Signals) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("saved")
        terminal.press("2d1\r")
        os.kill(terminal.pid, number)
        assert terminal.ended(PATIENCE)
        assert terminal.status == 128 + number
        assert terminal.raw.rindex(b"\x1b[?1049l") > terminal.raw.rindex(b"\x1b[?1049h")
        assert b"\x1b[?25h" in terminal.raw
        assert saves.look("fight").actions == len(DUEL) + 1
        assert saves.check("fight") == []
    finally:
        terminal.close()


@pytest.mark.one_in(6)
@pytest.mark.parametrize("deaf", [False, True])
def test_a_terminal_that_is_gone_ends_it(tmp_path: Path, deaf: bool) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", deaf=deaf)
    try:
        assert terminal.until("saved")
        terminal.press("2d1\r")
        terminal.hang_up()
        assert terminal.ended(PATIENCE)
        assert terminal.status == 128 + signal.SIGHUP
        assert saves.look("fight").actions == len(DUEL) + 1
        assert saves.check("fight") == []
    finally:
        terminal.close()


@pytest.mark.parametrize(("last", "status"), [("say('')", 129), ("pass", 120)])
def test_what_a_lost_terminal_takes_no_more_does_not_change_the_exit_status(last: str, status: int) -> None:
    imported = "import sys; from referee.ui.terminal.last_message import say"
    program = f"{imported}; sys.stdout.write('left over'); {last}; sys.exit(129)"
    with open("/dev/full", "w") as full:
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
        done = subprocess.run([sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, env=environment)
    assert done.returncode == status


@pytest.mark.one_in(6)
def test_it_does_not_begin_anew_on_a_terminal_that_is_gone(tmp_path: Path) -> None:
    """With a hang-up comes SIGCONT. What is written to nowhere fills the toolkit's queue, at 30, and the app hangs."""
    prepare(tmp_path)
    short = "from textual.drivers import _writer_thread; _writer_thread.MAX_QUEUED_WRITES = 20; "
    terminal = Terminal(str(tmp_path), "fight", deaf=True, program=short + PLAY)
    try:
        assert terminal.until("saved")
        terminal.press("2")
        terminal.hang_up()
        assert terminal.ended(PATIENCE)
        assert terminal.status == 128 + signal.SIGHUP
    finally:
        terminal.close()


def test_without_a_terminal_it_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert run_app(Saves(tmp_path), None) == 2
    assert "needs a terminal" in capsys.readouterr().err


@pytest.mark.one_in(6)
@pytest.mark.parametrize("variable", ["TEXTUAL_DRIVER", "TEXTUAL_COLOR_SYSTEM"])
def test_nonsense_in_a_variable_of_the_toolkit_is_passed_over(tmp_path: Path, variable: str) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", **{variable: "nonsense"})
    try:
        assert terminal.until("saved") and b"Traceback" not in terminal.raw
    finally:
        terminal.close()


def test_a_signal_is_not_lost_while_the_loop_is_busy_and_was_woken_often() -> None:
    came: list[int] = []

    async def busy() -> None:
        loop = asyncio.get_running_loop()
        on_signals(lambda status, words: came.append(status))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shutdown, "end_anyway", lambda status: None)
            for _ in range(2000):
                loop.call_soon_threadsafe(lambda: None)
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(0.05)

    asyncio.run(busy())
    assert came == [128 + signal.SIGTERM]


def read_only(app: RefereeApp) -> KeyScreen:
    """The table of the encounter, to look on."""
    return app._encounter(app.saves.open("fight", read_only=True))


@pytest.mark.parametrize("opened", [read_only, lambda app: app._shelf(None), lambda app: Topics(None)])
async def test_it_may_end_while_a_page_opens(tmp_path: Path, opened: Callable[[RefereeApp], KeyScreen]) -> None:
    async with playing(prepare(tmp_path), "fight") as pilot:
        assert isinstance(pilot.app, RefereeApp)
        page = opened(pilot.app)
        _ = pilot.app.push_screen(page)
        pilot.app.exit()
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert not page.children
