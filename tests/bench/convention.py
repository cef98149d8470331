"""Many tables at once on one computer: `python -m tests.bench.convention`.

Each table is a program of its own in a pseudo-terminal, as over SSH, that gets a key every two seconds; half of them
have somebody who looks on. What is printed: how long a key takes to be painted, what onlookers wait, what all need of
memory and processor, and whether anything is lost. `--warm` starts them from one process that has imported all.
"""

import argparse
import gc
import os
import selectors
import shutil
import statistics
import sys
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import cycle, islice, pairwise
from pathlib import Path

from referee.store.journal_line import JOURNAL
from tests.bench.crowd import crowd, shut
from tests.bench.programs import REFEREE, TOP
from tests.bench.row import percentile
from tests.bench.terminal import QUIET, Terminal

UNDO = "\x1a"
KEYS = ("n", "a", "4", "\r", UNDO, UNDO)
"""What each table presses again and again: the next turn, an attack with a typed die, all taken back."""
BETWEEN = 2.0
"""Seconds from one key of a table to its next."""
CYCLE = len(KEYS) * BETWEEN
"""Seconds in which each table presses all of its keys."""
LOOKS = 12
"""How often in a cycle memory is looked at: the processes that work out odds come and go."""
NAME, SLUG = "fight", "fight"
FIGURES = 20


class Warm(Terminal):
    """A program that is not started anew but goes on from this process, which has imported all of it."""

    def _begin(self, command: Sequence[str], cwd: str | None) -> None:
        from referee.cli.main import run

        status = 1
        try:
            self.resize()
            os.environ.update(self.environment)
            sys.stdin = sys.__stdin__ = open(0)  # noqa: SIM115
            sys.stdout = sys.__stdout__ = open(1, "w")  # noqa: SIM115
            sys.stderr = sys.__stderr__ = open(2, "w")  # noqa: SIM115
            status = run([*command[len(REFEREE) :]])
        finally:
            os._exit(status)


def import_all() -> None:
    """Imports what the first screen needs, for programs that go on from here."""
    import referee.cli.main
    import referee.rules.black_keep.ruleset
    import referee.ui.app
    import referee.ui.screens.encounter  # noqa: F401

    gc.collect()
    gc.freeze()


class Table:
    """One program, and how long it took for what it was last sent."""

    def __init__(self, program: Terminal, due: float = 0.0) -> None:
        self.program, self.due = program, due
        self.keys = cycle(KEYS)
        self.pressed = 0
        self._begun = self._last = 0.0
        self._done = True
        self.taken: list[float] = []
        """Seconds from each key to the last byte of what it has painted."""
        self.unanswered = 0

    def begin(self, now: float) -> None:
        """What it sends from now on is the answer to a key."""
        self.end()
        self._begun, self._last, self._done = now, 0.0, False

    def press(self, now: float) -> None:
        """Presses its next key."""
        self.begin(now)
        self.program.write(next(self.keys))
        self.pressed += 1
        self.due = now + BETWEEN

    def read(self, now: float) -> None:
        """Takes what the program has sent. What comes after a pause, such as odds, is no part of the answer."""
        if self.program.read(0.0) and not self._done:
            if self._last and now - self._last > QUIET:
                self._done = True
            else:
                self._last = now

    def end(self) -> None:
        """Counts the answer to the last key."""
        if self._begun and self._last:
            self.taken.append(self._last - self._begun)
        elif self._begun:
            self.unanswered += 1
        self._begun = 0.0


def family(pid: int) -> Iterator[int]:
    """A process, and those that it has started and that have not ended."""
    yield pid
    with suppress(OSError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split():
            yield from family(int(child))


def memory(pid: int) -> float:
    """What a process and its children need, in MB; of pages that several share each its part."""
    total = 0
    for each in family(pid):
        with suppress(OSError):  # it has just ended
            lines = Path(f"/proc/{each}/smaps_rollup").read_text(encoding="ascii").splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def processor(pid: int) -> float:
    """Seconds of a core that a process has used, with its children, also those that have ended."""
    total = 0
    for each in family(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{each}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            total += sum(map(int, fields[11:15]))
    return total / os.sysconf("SC_CLK_TCK")


def lines_by_key(folder: Path, start: type[Terminal]) -> list[int]:
    """How many lines each of the keys adds to the journal, seen at one table alone."""
    program = start(_command(folder), cwd=str(TOP))
    program.until("help")
    program.settle()
    counts = [_lines(folder)]
    for key in KEYS:
        program.press(key)
        program.settle()
        counts.append(_lines(folder))
    program.close()
    return [after - before for before, after in pairwise(counts)]


def _lines(folder: Path) -> int:
    return (folder / SLUG / JOURNAL).read_bytes().count(b"\n")


def _command(folder: Path, *more: str) -> tuple[str, ...]:
    return (*REFEREE, "--saves", str(folder), NAME, *more)


def _copies(first: Path, count: int) -> list[Path]:
    """So many folders of saves with the same encounter."""
    return [Path(shutil.copytree(first, first.with_name(f"table-{n}"))) for n in range(count)]


def play(tables: Sequence[Table], lookers: Sequence[Table], seconds: float) -> Iterator[float]:
    """Presses the keys of all tables in turn; those who look on are measured by the keys of theirs.

    Yields the time, again and again.
    """
    now = time.perf_counter()
    paused = now - min(table.due for table in tables)
    for table in tables:
        table.due += paused
    until = now + seconds
    with selectors.DefaultSelector() as ready:
        for each in (*tables, *lookers):
            ready.register(each.program, selectors.EVENT_READ, each)
        while (now := time.perf_counter()) < until + BETWEEN:
            yield now
            for table, looker in zip(tables, (*lookers, *[None] * len(tables)), strict=False):
                if table.due <= now < until:
                    table.press(now)
                    if looker is not None:
                        looker.begin(now)
            wait = min((table.due for table in tables), default=until) - time.perf_counter()
            for key, _ in ready.select(max(0.0, min(wait, 0.05))):
                key.data.read(time.perf_counter())
    for each in (*tables, *lookers):
        each.end()


def main() -> None:
    """Plays, and prints what it took."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.convention")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--lookers", type=int, help="half as many as tables, unless said otherwise")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--warm", action="store_true", help="start them from one process that has imported all")
    options = parser.parse_args()
    start = Warm if options.warm else Terminal
    if options.warm:
        import_all()
    with tempfile.TemporaryDirectory() as name:
        first = Path(name) / "first"
        shut(crowd(first, NAME, FIGURES))
        folders = _copies(first, options.tables)
        by_key = lines_by_key(first, start)
        before = _lines(folders[0])
        begun = time.perf_counter()
        tables = [Table(_opened(start, _command(f)), CYCLE * n / len(folders)) for n, f in enumerate(folders)]
        count = options.tables // 2 if options.lookers is None else options.lookers
        lookers = [Table(_opened(start, _command(folder, "--players"))) for folder in folders[:count]]
        ready = time.perf_counter() - begun
        deque(play(tables, lookers, CYCLE), maxlen=0)  # after this each table is at another key
        for table in (*tables, *lookers):
            table.taken, table.unanswered = [], 0
        used = _processor(tables, lookers)
        deque(play(tables, lookers, options.seconds), maxlen=0)
        used = _processor(tables, lookers) - used
        taken = [seconds for table in tables for seconds in table.taken]
        looked = [seconds for table in lookers for seconds in table.taken]
        unanswered = sum(table.unanswered for table in tables)
        needed = list(_memory(tables, lookers))
        for table in (*lookers, *tables):
            table.program.close()
        lost = 0
        for table, folder in zip(tables, folders, strict=True):
            wanted = sum(islice(cycle(by_key), table.pressed))
            lost += max(0, before + wanted - _lines(folder))
    rows = {
        f"{options.tables} tables, {count} with an onlooker": f"all ready after {ready:.0f} s",
        f"key to painted result, {len(taken):,} keys": f"p50 {statistics.median(taken) * 1000:.0f} ms, "
        f"p95 {percentile(taken, 95) * 1000:.1f} ms, most {max(taken) * 1000:.0f} ms",
        "keys without anything painted": str(unanswered),
        "what an onlooker waits": f"p95 {percentile(looked, 95) * 1000:.1f} ms" if looked else "",
        "memory": f"{statistics.mean(needed):,.0f} MB ({min(needed):,.0f}..{max(needed):,.0f}), "
        f"{statistics.mean(needed) / (options.tables + count):.0f} MB each",
        "processor": f"{used / (options.seconds + BETWEEN):.2f} cores of {os.cpu_count()}",
        "lines of journals that are lost": str(lost),
    }
    for what, measured in rows.items():
        print(f"{what:<56}{measured}")


def _opened(start: type[Terminal], command: Sequence[str]) -> Terminal:
    program = start(command, cwd=str(TOP))
    program.until(NAME, 120.0)
    program.settle()
    return program


def _processor(*tables: Sequence[Table]) -> float:
    return sum(processor(table.program.pid) for each in tables for table in each)


def _memory(tables: Sequence[Table], lookers: Sequence[Table]) -> Iterator[float]:
    """What all need together, in MB, at several moments of a cycle; its keys are not timed, as to look takes long."""
    looks = (n * CYCLE / LOOKS for n in range(LOOKS))
    begun, due = time.perf_counter(), next(looks)
    for now in play(tables, lookers, CYCLE):
        if now - begun >= due:
            yield sum(memory(table.program.pid) for table in (*tables, *lookers))
            due = next(looks, float("inf"))


if __name__ == "__main__":
    main()
