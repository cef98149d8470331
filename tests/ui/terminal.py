"""A real pseudo-terminal with the app in it, of which every byte is kept."""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from contextlib import suppress
from pathlib import Path

TOP = Path(__file__).parents[2]
PLAY = (
    "import sys; from pathlib import Path; from referee.store.saves import Saves; "
    "from referee.cli.main import run_app; "
    "from referee.ui.terminal import shutdown; shutdown.GRACE *= 100; "
    "sys.exit(run_app(Saves(Path(sys.argv[1])), sys.argv[2] if len(sys.argv) > 2 else None))"
)
"""An app that is not ended before it is done where the machine does something else besides."""
PATIENCE = 120.0
"""Seconds after which nothing comes any more, however busy the machine is; an app ends by itself only after longer."""


class Terminal:
    """The app on a terminal of 100 by 30."""

    def __init__(self, *words: str, deaf: bool = False, program: str = PLAY, **environment: str) -> None:
        """`deaf`: SIGHUP is ignored, as under nohup. `program`: what Python runs."""
        self.raw = b""
        self.status: int | None = None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            if deaf:
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
            os.chdir(TOP)
            own = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLORTERM": "truecolor", **environment}
            os.execve(sys.executable, [sys.executable, "-c", program, *words], own)

    def until(self, text: str, seconds: float = PATIENCE) -> bool:
        """Reads on until that text was sent."""
        end = time.monotonic() + seconds
        while text.encode() not in self.raw and time.monotonic() < end:
            if not self._read(0.1) and self.ended():
                break
        return text.encode() in self.raw

    def press(self, keys: str, quiet: float = 0.06) -> None:
        """Sends keys, and reads until it is quiet and the app waits for more."""
        os.write(self.fd, keys.encode())
        end = time.monotonic() + PATIENCE
        if keys.endswith("\x1b"):
            quiet = max(quiet, 0.15)  # for a tenth of a second it may begin a sequence, and is no escape
        while self._read(quiet) or (self._works() and time.monotonic() < end):
            pass

    def send(self, data: bytes, seconds: float) -> None:
        """Sends these bytes, and reads for so long."""
        os.write(self.fd, data)
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self._read(left)

    def pour(self, keys: str) -> None:
        """Sends all keys as fast as the terminal takes them, and reads meanwhile."""
        left = keys.encode()
        while left and not self.ended():
            if select.select([], [self.fd], [], 0.05)[1]:
                left = left[os.write(self.fd, left[:512]) :]
            self._read(0)

    def resize(self, columns: int, rows: int) -> None:
        """Gives the terminal another size; the app gets SIGWINCH."""
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def hang_up(self) -> None:
        """Closes the terminal, as a lost connection does."""
        os.close(self.fd)
        self.fd = -1

    def ended(self, seconds: float = 0.0) -> bool:
        """Has the app ended, within so many seconds? Then all that it sent is read."""
        end = time.monotonic() + seconds
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                while self._read(0):
                    pass
            elif time.monotonic() >= end:
                return False
            elif self.fd < 0 or not self._read(0.05):
                time.sleep(0.02)
        return True

    def close(self) -> None:
        """Ends the app, should it still run."""
        if not self.ended():
            os.kill(self.pid, signal.SIGKILL)
            self.ended(5)
        if self.fd >= 0:
            os.close(self.fd)

    def _works(self) -> bool:
        """Does a thread of the app run, or wait for a processor or for the disk? False where nothing tells that."""
        with suppress(OSError):
            for thread in Path(f"/proc/{self.pid}/task").iterdir():
                if (thread / "stat").read_text().rpartition(") ")[2][0] in "RD":
                    return True
        return False

    def _read(self, seconds: float) -> bool:
        if self.fd < 0 or not select.select([self.fd], [], [], seconds)[0]:
            return False
        try:
            came = os.read(self.fd, 1 << 16)
        except OSError:
            came = b""
        self.raw += came
        return bool(came)
