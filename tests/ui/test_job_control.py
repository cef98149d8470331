"""Job control by a real shell: the app gives the terminal back, takes it again with `fg`, ends in the background."""

import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest

from referee.store.saves import Saves
from tests.ui.table import prepare
from tests.ui.terminal import PATIENCE, PLAY, Terminal
from tests.ui.test_suspend import is_stopped

pytestmark = [
    pytest.mark.one_in(5),
    pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc here"),
]

_SHELL = "import os; os.execvp('bash', ['bash', '--norc', '--noprofile', '-i'])"
_START = '"$PYTHON" -c "$PLAY" "$SAVES" fight'
_NOT_FOR_PYTE = re.compile(rb"\x1b\[[<>=][0-9;:]*[a-zA-Z]|\x1b\[\??[0-9;]*\$p")


class Shell(Terminal):
    """bash on a terminal of 100 by 30, with job control."""

    def __init__(self, saves: Path) -> None:
        names = {"PYTHON": sys.executable, "PLAY": PLAY, "SAVES": str(saves), "PS1": "$ ", "HISTFILE": ""}
        super().__init__(program=_SHELL, **names)
        assert self.until("$ ")

    def run(self, line: str, until: str = "$ ") -> None:
        """Types a line, and waits for what it prints, or for the prompt after it."""
        self.raw = b""
        os.write(self.fd, f"{line}\n".encode())
        assert self.until(until), self.raw

    def app(self) -> int:
        """The process id of the program that the shell runs, as soon as there is one."""
        children, end = Path(f"/proc/{self.pid}/task/{self.pid}/children"), time.monotonic() + PATIENCE
        while not (found := children.read_text().split()) and time.monotonic() < end:
            time.sleep(0.01)
        return int(found[0])

    def picture(self, text: str) -> list[str]:
        """The screen as all that was sent since `raw` was emptied draws it, once it shows that text."""
        end = time.monotonic() + PATIENCE
        while True:
            self.press("", 0.2)
            screen = pyte.Screen(100, 30)
            pyte.ByteStream(screen).feed(_NOT_FOR_PYTE.sub(b"", self.raw))
            if any(text in line for line in screen.display) or time.monotonic() > end:
                return [line.rstrip() for line in screen.display]


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    prepare(tmp_path)
    shell = Shell(tmp_path)
    try:
        yield shell
    finally:
        for child in Path(f"/proc/{shell.pid}/task/{shell.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        os.kill(shell.pid, signal.SIGKILL)
        shell.close()


def ended(pid: int) -> bool:
    """True once that process has ended."""
    end = time.monotonic() + PATIENCE
    while Path(f"/proc/{pid}").exists():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def suspended(shell: Shell) -> int:
    """Starts the app, suspends it, and returns its process id."""
    shell.run(_START, until="saved")
    pid = shell.app()
    os.write(shell.fd, b"2d1\r")
    _ = shell.picture(" 1/2")
    shell.run("\x1c", until="$ ")
    assert is_stopped(pid)
    return pid


def is_free(folder: Path) -> bool:
    """True if the encounter can be opened, as no program has it."""
    Saves(folder).open("fight").close()
    return True


@pytest.mark.parametrize("line", ["kill %1", "kill -HUP %1", "kill -STOP %1; kill %1", "bg; sleep 1; kill %1"])
def test_a_suspended_app_can_be_ended(shell: Shell, tmp_path: Path, line: str) -> None:
    pid = suspended(shell)
    shell.run(line)
    assert ended(pid) and is_free(tmp_path)
    shell.run("echo all | tr a-z A-Z", until="ALL")
    assert b"\x1b[" not in shell.raw.replace(b"\x1b[?2004", b""), "nothing of it is written over the shell"


def is_drawn_and_takes_a_key_once(shell: Shell, saves: Saves, before: list[str]) -> bool:
    """True if all of the screen is drawn as before, and a note that is typed then is written once."""
    actions = saves.look("fight").actions
    drawn = shell.picture("saved")
    assert drawn[1:-2] == before[1:-2], "\n".join(drawn)
    os.write(shell.fd, b":note here\r")
    assert "here" in "".join(shell.picture("here  "))
    return saves.look("fight").actions == actions + 1


@pytest.mark.parametrize("line", ["true", "bg; sleep 1", "kill -CONT %1; sleep 1", "bg; kill -STOP %1; kill -CONT %1"])
def test_fg_draws_all_of_it_again(shell: Shell, tmp_path: Path, line: str) -> None:
    saves = Saves(tmp_path)
    shell.run(_START, until="saved")
    pid = shell.app()
    shell.press("2d1\r")
    before = shell.picture(" 1/2")
    shell.run("\x1c", until="$ ")
    shell.run(line)
    assert is_stopped(pid)
    assert b"\x1b[" not in shell.raw.replace(b"\x1b[?2004", b""), "nothing of it is written over the shell"
    shell.run("fg", until="saved")
    assert is_drawn_and_takes_a_key_once(shell, saves, before)


@pytest.mark.parametrize("line", ["true", "bg; sleep 1", "bg"])
def test_it_goes_on_after_another_program_stopped_it(shell: Shell, tmp_path: Path, line: str) -> None:
    shell.run(_START, until="saved")
    pid = shell.app()
    shell.press("2d1\r")
    before = shell.picture(" 1/2")
    shell.raw = b""
    os.kill(pid, signal.SIGSTOP)
    assert is_stopped(pid) and shell.until("$ ")
    shell.run(line)
    assert is_stopped(pid)
    shell.run("fg", until="saved")
    assert is_drawn_and_takes_a_key_once(shell, Saves(tmp_path), before)
    titles = re.findall(rb"\x1b\]2;([^\x07]*)\x07", shell.raw)
    assert titles[-1:] in ([], [b"fight \xc2\xb7 round 1 \xc2\xb7 Ulf"]), "the window is called as before"
    shell.raw = b""
    os.kill(pid, signal.SIGSTOP)
    assert is_stopped(pid) and shell.until("$ ")
    shell.run("kill %1")
    assert ended(pid) and is_free(tmp_path)


def test_it_waits_for_the_terminal_if_it_is_started_in_the_background(shell: Shell, tmp_path: Path) -> None:
    shell.run(f"{_START} &")
    assert is_stopped(shell.app())
    shell.run("fg", until="saved")
    assert is_drawn_and_takes_a_key_once(shell, Saves(tmp_path), shell.picture("saved"))
