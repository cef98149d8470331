"""An encounter that is served to browsers, for tests."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Served:
    """A server that runs, and where it is found."""

    def __init__(self, process: subprocess.Popen[str], lines: list[str]) -> None:
        self.process = process
        self.lines = lines
        """What it said when it began."""
        self.address = lines[0].rpartition(" ")[2].strip()

    def viewers(self) -> list[int]:
        """The processes that draw for its browsers."""
        found = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in found.splitlines()[1:]]
        mine = {int(pid) for pid, parent, _ in rows if int(parent) == self.process.pid}
        inner = {int(pid) for pid, parent, _ in rows if int(parent) in mine}
        return sorted(inner or mine)


@contextmanager
def served(saves: Path, *words: str) -> Iterator[Served]:
    """`referee serve fight` with these options, at a port that is free."""
    command = [sys.executable, "-m", "referee", "serve", "fight", "--port", "0", "--saves", str(saves), *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            lines: list[str] = []
            while not lines or "Ctrl+C" not in lines[-1]:
                lines.append(process.stdout.readline())
                assert lines[-1], f"it ended: {lines}"
            yield Served(process, lines)
        finally:
            process.terminate()
            process.wait(60)


def until(true: object, seconds: float = 60.0) -> None:
    """Waits until a function returns something true."""
    assert callable(true)
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it never came"
        time.sleep(0.05)
