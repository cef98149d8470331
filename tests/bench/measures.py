"""What is measured, budget by budget."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.crowd import crowd, one_action, shut
from tests.bench.terminal import Terminal

REFEREE = (sys.executable, "-m", "referee")
TOP = Path(__file__).parents[2]
RUNS = 5


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    budget: str
    measured: str


def rows() -> Iterator[Row]:
    """All rows, each measured when it is asked for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for figures in (20, 200, 500):
            shut(crowd(folder, f"crowd {figures}", figures))
        shut(crowd(folder, "long", 200, 10_000))
        empty = _start(sys.executable, "-m", "tests.bench.empty_app", text="nothing here")
        yield Row("an empty Textual app, to its first screen", "", f"{empty * 1000:.0f} ms")
        yield _first_screen(folder, empty)
        for figures in (20, 200, 500):
            yield from _keys(folder, figures)
        yield _idle(folder)
        yield from _actions(folder)
        yield from _resume(folder)
        yield _show(folder)


def _in(folder: Path, *words: str) -> tuple[str, ...]:
    return (*REFEREE, "--saves", str(folder), *words)


def _start(*command: str, text: str) -> float:
    times = []
    for _ in range(RUNS):
        terminal = Terminal(command, cwd=str(TOP))
        times.append(terminal.until(text))
        terminal.close()
    return statistics.median(times)


def _first_screen(folder: Path, empty: float) -> Row:
    full = _start(*_in(folder, "crowd 20"), text="Warrior 1")
    return Row(
        "start to first full screen, 20 figures", "<= 2.0 x empty", f"{full / empty:.2f} x, {full * 1000:.0f} ms"
    )


def _keys(folder: Path, figures: int) -> Iterator[Row]:
    terminal = Terminal(_in(folder, f"crowd {figures}"), cwd=str(TOP))
    terminal.until("Warrior 1")
    terminal.settle()
    taken: list[tuple[float, int]] = []
    for _ in range(12):
        taken.append(terminal.press("a"))
        taken.append(terminal.press("1\r"))
        taken.append(terminal.press("u"))
    terminal.close()
    times = sorted(time for time, _ in taken)
    late = times[int(0.95 * (len(times) - 1))] * 1000
    most = sorted(sent for _, sent in taken)[int(0.95 * (len(taken) - 1))]
    yield Row(
        f"key to painted result, {figures} figures, p95", "<= 16 ms, <= 3 KB", f"{late:.1f} ms, {most / 1000:.1f} KB"
    )


def _idle(folder: Path) -> Row:
    terminal = Terminal(_in(folder, "crowd 20"), cwd=str(TOP))
    terminal.until("Warrior 1")
    sent, share = terminal.idle(10)
    terminal.close()
    return Row("idle for ten seconds", "0 bytes, < 0.5 % CPU", f"{sent} bytes, {share * 100:.2f} %")


def _actions(folder: Path) -> Iterator[Row]:
    medians = []
    for entries in (100, 10_000):
        session = crowd(folder, f"actions {entries}", 20, entries)
        times = []
        for n in range(200):
            begun = time.perf_counter()
            one_action(session, n)
            times.append(time.perf_counter() - begun)
        shut(session)
        medians.append(statistics.median(times) * 1000)
        yield Row(f"one action on disk, {entries} entries, p50", "<= 5 ms", f"{medians[-1]:.2f} ms")
    yield Row("  the second against the first", "<= 1.3 x", f"{medians[1] / medians[0]:.2f} x")


def _resume(folder: Path) -> Iterator[Row]:
    short = _start(*_in(folder, "crowd 200"), text="Warrior 1")
    long = _start(*_in(folder, "long"), text="Warrior 1")
    yield Row("resume 10,000 entries, beyond start-up", "<= 0.5 s", f"{long - short:.2f} s")
    terminal = Terminal(_in(folder, "long"), cwd=str(TOP))
    terminal.until("Warrior 1")
    terminal.settle()
    peak = terminal.memory()
    terminal.close()
    yield Row("memory, 200 figures and 10,000 entries", "<= 150 MB", f"{peak:.0f} MB")


def _show(folder: Path) -> Row:
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        subprocess.run(_in(folder, "show", "crowd 20"), cwd=TOP, check=True, capture_output=True)
        times.append(time.perf_counter() - begun)
    return Row("referee show NAME", "<= 0.35 s", f"{statistics.median(times):.2f} s")
