"""A terminal to measure a program from outside: when the screen shows a text, and how many bytes that took."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Sequence

import pyte

QUIET = 0.06
"""Seconds without output after which a screen is taken to be finished."""


class Terminal:
    """A program in a pseudo-terminal, and the screen it paints."""

    def __init__(self, command: Sequence[str], columns: int = 120, rows: int = 40, cwd: str | None = None) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self.started = time.perf_counter()
        self.pid, self._fd = pty.fork()
        if self.pid == 0:
            if cwd:
                os.chdir(cwd)
            environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
            os.execvpe(command[0], list(command), environment)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def until(self, text: str, seconds: float = 20.0) -> float:
        """Seconds since the start until the screen shows the text. TimeoutError if it never does."""
        while time.perf_counter() - self.started < seconds:
            self._read(0.02)
            if self.shows(text):
                return time.perf_counter() - self.started
        raise TimeoutError(f"{text!r} never came; the screen shows:\n" + "\n".join(self.screen.display))

    def shows(self, text: str) -> bool:
        """Does the screen show the text?"""
        return any(text in line for line in self.screen.display)

    def press(self, keys: str) -> tuple[float, int]:
        """Seconds from the keys to the first paint, and the bytes sent until the screen rests."""
        begun = time.perf_counter()
        os.write(self._fd, keys.encode())
        first, sent = 0.0, 0
        while True:
            came = self._read(QUIET if first else 2.0)
            if not came:
                return first, sent
            first = first or time.perf_counter() - begun
            sent += came

    def settle(self, quiet: float = 0.3) -> None:
        """Waits until nothing has come for so many seconds."""
        while self._read(quiet):
            pass

    def idle(self, seconds: float) -> tuple[int, float]:
        """Bytes sent, and the share of a core used, while nothing is typed."""
        self.settle()
        before, begun, sent = self._cpu(), time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            sent += self._read(0.2)
        return sent, (self._cpu() - before) / seconds

    def memory(self) -> float:
        """The program's peak memory in MB."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as status:
            peak = next(line for line in status if line.startswith("VmHWM"))
        return int(peak.split()[1]) / 1024

    def close(self) -> None:
        """Ends the program."""
        os.kill(self.pid, signal.SIGTERM)
        self.settle(0.5)
        os.close(self._fd)
        os.waitpid(self.pid, 0)

    def _cpu(self) -> float:
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _read(self, seconds: float) -> int:
        ready, _, _ = select.select([self._fd], [], [], seconds)
        if not ready:
            return 0
        try:
            data = os.read(self._fd, 1 << 16)
        except OSError:
            return 0
        self._stream.feed(data)
        self._answer(data)
        return len(data)

    def _answer(self, data: bytes) -> None:
        """A terminal's replies to the questions an app asks when it starts."""
        if b"\x1b[c" in data:
            os.write(self._fd, b"\x1b[?62;4c")
