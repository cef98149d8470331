"""A terminal to measure a program from outside: when the screen shows a text, and how many bytes that took."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import pyte

QUIET = 0.06
"""Seconds without output after which a screen is taken to be finished."""
_STEERING = re.compile(rb"\x1b(?:\[[0-9;?<>=$]*[a-zA-Z]|\][^\x07]*\x07)|[\r\n]")
_NOT_FOR_PYTE = re.compile(rb"\x1b\[[<>=][0-9;:]*[a-zA-Z]|\x1b\[\??[0-9;]*\$p")


class Terminal:
    """A program in a pseudo-terminal. While a time is taken its output is only kept; the screen is made of it later."""

    environment: ClassVar = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}

    def __init__(self, command: Sequence[str], columns: int = 120, rows: int = 40, cwd: str | None = None) -> None:
        self._size = struct.pack("HHHH", rows, columns, 0, 0)
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._unseen: list[bytes] = []
        self.started = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            self._begin(command, cwd)

    def _begin(self, command: Sequence[str], cwd: str | None) -> None:
        self.resize()
        if cwd:
            os.chdir(cwd)
        environment = {**os.environ, **self.environment}
        # As at home, where Python keeps what it has compiled.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        os.execvpe(command[0], list(command), environment)

    def resize(self) -> None:
        """Gives the terminal of this process its size."""
        fcntl.ioctl(0, termios.TIOCSWINSZ, self._size)

    def fileno(self) -> int:
        """The descriptor from which the output is read, for those who wait for several programs."""
        return self._fd

    def until(self, text: str, seconds: float = 20.0) -> float:
        """Seconds from the start until all of the text was sent. TimeoutError if it never is."""
        sent, wanted = b"", text.encode()
        while (now := time.perf_counter() - self.started) < seconds:
            if came := self.read(0.05):
                now = time.perf_counter() - self.started
                sent += came
                if wanted in _STEERING.sub(b"", sent):
                    return now
        raise TimeoutError(f"{text!r} never came; the screen shows:\n" + "\n".join(self.lines()))

    def lines(self) -> list[str]:
        """What the screen shows."""
        for data in self._unseen:
            self._stream.feed(_NOT_FOR_PYTE.sub(b"", data))
        self._unseen.clear()
        return list(self._screen.display)

    def shows(self, text: str) -> bool:
        """Does the screen show the text?"""
        return any(text in line for line in self.lines())

    def press(self, keys: str, quiet: float = QUIET) -> tuple[float, int]:
        """Seconds from the keys to the last byte of what they bring about, and how many bytes that is."""
        begun = last = time.perf_counter()
        os.write(self._fd, keys.encode())
        sent = 0
        while came := self.read(quiet if sent else 1.0):
            last = time.perf_counter()
            sent += len(came)
        return last - begun, sent

    def write(self, keys: str) -> None:
        """Presses keys, and waits for nothing."""
        os.write(self._fd, keys.encode())

    def has_sent(self, seconds: float = 0.002) -> bool:
        """Does anything come within so many seconds?"""
        return bool(self.read(seconds))

    def settle(self, quiet: float = 0.3) -> None:
        """Waits until nothing has come for so many seconds."""
        while self.read(quiet):
            pass

    def idle(self, seconds: float) -> tuple[int, float]:
        """Bytes sent, and the share of a core used, while nothing is typed."""
        before, begun, sent = self.cpu(), time.perf_counter(), 0
        while (left := begun + seconds - time.perf_counter()) > 0:
            sent += len(self.read(left))
        return sent, (self.cpu() - before) / seconds

    def memory(self) -> float:
        """The program's peak memory in MB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            peak = next(line for line in status if line.startswith("VmHWM"))
        return int(peak.split()[1]) / 1024

    def cpu(self) -> float:
        """Seconds of a core that the program's threads have used."""
        threads = Path(f"/proc/{self.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9

    def close(self) -> None:
        """Ends the program."""
        os.kill(self.pid, signal.SIGTERM)
        while self.read(5.0):
            pass
        os.close(self._fd)
        os.waitpid(self.pid, 0)

    def read(self, seconds: float) -> bytes:
        """What came; nothing if nothing does in that time, or the program has ended."""
        if not select.select([self._fd], [], [], seconds)[0]:
            return b""
        try:
            data = os.read(self._fd, 1 << 20)
        except OSError:  # so a terminal says that nobody is there any more
            return b""
        if b"\x1b[c" in data:  # a terminal answers what an app asks when it starts
            os.write(self._fd, b"\x1b[?62;4c")
        self._unseen.append(data)
        return data
