"""The programs that are measured: the app in a terminal, an empty Textual app, and what they took."""

import resource
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.bench.row import Budget, Measure, Unit, percentile
from tests.bench.terminal import Terminal

REFEREE = (sys.executable, "-m", "referee")
EMPTY = (sys.executable, "-m", "tests.bench.empty_app")
TOP = Path(__file__).parents[2]


class Spent(NamedTuple):
    """Seconds that something took."""

    clock: float
    cpu: float

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.clock - other.clock, self.cpu - other.cpu)


def within(taken: Sequence[Spent], percent: float) -> Spent:
    """What so many of a hundred of them are within, by the clock and by the processor."""
    return Spent(*(percentile(each, percent) for each in zip(*taken, strict=True)))


def median_of(taken: Sequence[Spent]) -> Spent:
    """The median of what several of the same took, by the clock and by the processor."""
    return Spent(*map(statistics.median, zip(*taken, strict=True)))


def in_ms(name: str, spent: Spent, budget: Budget | None = None, empty: float | None = None) -> Measure:
    """What something took, in milliseconds; the budget and the time of the empty app, too."""
    return Measure(name, Unit.MS, spent.clock * 1000, spent.cpu * 1000, budget, empty)


def in_app(folder: Path, *words: str) -> tuple[str, ...]:
    """The command that plays there."""
    return (*REFEREE, "--saves", str(folder), *words)


def start(command: tuple[str, ...], text: str) -> Spent:
    """What passes until a program has shown the text."""
    terminal = Terminal(command, cwd=str(TOP))
    taken = Spent(terminal.until(text), terminal.cpu())
    terminal.close()
    return taken


def opened(folder: Path, name: str, columns: int = 120, lines: int = 40, how: Sequence[str] = ()) -> Terminal:
    """The app with that encounter, come to rest; who only looks on sees no hints, but the game."""
    terminal = Terminal(in_app(folder, name, *how), columns, lines, cwd=str(TOP))
    terminal.until("Black Keep" if how else "help")
    terminal.settle()
    return terminal


def now() -> Spent:
    """The clock, and what this process and the ended ones that it started have used."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return Spent(time.perf_counter(), sum(each.ru_utime + each.ru_stime for each in used))
