"""What is measured, budget by budget.

The clock runs on while other programs have the processor, so beside it stands the time that the processor took for it.
"""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from referee.rules.registry import load
from referee.store.settings import ODDS, keep_setting
from tests.bench.crowd import crowd, one_action, shut
from tests.bench.slow_line import BYTES_A_SECOND, of_all
from tests.bench.terminal import Terminal
from tests.forecast.begun import fights, table
from tests.odds.fights import ATTACKS, begun, odds_of
from tests.ui.table import prepare

REFEREE = (sys.executable, "-m", "referee")
EMPTY = (sys.executable, "-m", "tests.bench.empty_app")
TOP = Path(__file__).parents[2]
RUNS = 5
CROWDS = (20, 200, 500)
"""Figures of the encounters that are made for measuring."""
VIEWERS = 20
"""Programs that look on at one encounter at a time."""
DOWN, PAGE_DOWN, LAST, FIRST, BACK = "\x1b[B", "\x1b[6~", "\x1b[F", "\x1b[H", "\x1a"
ROUND = ("n", "a", "4", "\r", BACK, BACK, DOWN, PAGE_DOWN, LAST, FIRST, "d", "1", "\r", BACK)
"""What is pressed again and again: the next turn, an attack, an answer, all taken back; then one looks around."""

FIGHT = ("n", "a", *" " * 5, *("n", " ", " ", "a", *" " * 5) * 12, "d", "5", "\r", "u", "c", "\x1b", DOWN, ".", "\t")
PAGES = ("e", "q", "h", "q", "r", "q", "?", "q", "S", "q")


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    budget: str
    measured: str
    cpu: str = ""
    """The same in time of the processor; empty where that is measured anyhow, or no time is."""


Part = Callable[[Path], Iterator[Row]]
"""Measures something in a folder with an encounter for each of CROWDS."""


class Spent(NamedTuple):
    """Seconds that something took."""

    clock: float
    cpu: float

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(self.clock - other.clock, self.cpu - other.cpu)


def ms(seconds: Sequence[float]) -> str:
    """The median of some times, with the least and the most of them."""
    return f"{statistics.median(seconds) * 1000:.0f} ms ({min(seconds) * 1000:.0f}..{max(seconds) * 1000:.0f})"


def times(ratios: Sequence[float]) -> str:
    """The median of some ratios, with the least and the most of them."""
    return f"{statistics.median(ratios):.2f} x ({min(ratios):.2f}..{max(ratios):.2f})"


def late(seconds: Sequence[float]) -> str:
    """What 95 of 100 times are within."""
    return f"{sorted(seconds)[round(0.95 * (len(seconds) - 1))] * 1000:.1f} ms"


def rows(parts: Sequence[Part]) -> Iterator[Row]:
    """The rows of these parts, each measured when it is asked for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for figures in CROWDS:
            shut(crowd(folder, f"crowd {figures}", figures))
        for part in parts:
            yield from part(folder)


def in_app(folder: Path, *words: str) -> tuple[str, ...]:
    """The command that plays there."""
    return (*REFEREE, "--saves", str(folder), *words)


def start(command: tuple[str, ...], text: str) -> Spent:
    """What passes until a program has shown the text."""
    terminal = Terminal(command, cwd=str(TOP))
    taken = Spent(terminal.until(text), terminal.cpu())
    terminal.close()
    return taken


def opened(folder: Path, name: str, columns: int = 120, lines: int = 40) -> Terminal:
    """The app with that encounter, come to rest."""
    terminal = Terminal(in_app(folder, name), columns, lines, cwd=str(TOP))
    terminal.until("help")
    terminal.settle()
    return terminal


def _first_screen(folder: Path) -> Iterator[Row]:
    """Both in turn, so that whatever else the machine does falls on both; the hints are the last line of the screen."""
    pairs = [(start(EMPTY, "nothing here"), start(in_app(folder, "crowd 20"), "help")) for _ in range(RUNS)]
    for what, each in zip(
        ("an empty Textual app, to its first screen", "  20 figures"), zip(*pairs, strict=True), strict=True
    ):
        yield Row(what, "", ms([one.clock for one in each]), ms([one.cpu for one in each]))
    clock, cpu = ([full[n] / empty[n] for empty, full in pairs] for n in (0, 1))
    yield Row("start to first full screen, 20 figures", "<= 2.0 x empty", times(clock), times(cpu))


def _keys(folder: Path) -> Iterator[Row]:
    for figures in CROWDS:
        yield _keys_among(folder, figures)
    with patch.dict(os.environ, {"XDG_CONFIG_HOME": str(folder / "settings")}):
        keep_setting(ODDS, "off")
        yield _keys_among(folder, CROWDS[0], ", without odds")


def _keys_among(folder: Path, figures: int, how: str = "") -> Row:
    """With odds beside the questions, as they are usually."""
    terminal = opened(folder, f"crowd {figures}")
    taken, cpu = list[tuple[float, int]](), [terminal.cpu()]
    for key in ROUND * 5:
        taken.append(terminal.press(key))
        cpu.append(terminal.cpu())
    assert terminal.shows("Undone"), "\n".join(terminal.lines())
    terminal.close()
    most = max(sent for _, sent in taken)
    what = f"key to painted result, {figures} figures{how}: p95, most sent"
    used = late([after - before for before, after in pairwise(cpu)])
    return Row(what, "<= 16 ms, <= 3 KB", f"{late([time for time, _ in taken])}, {most / 1000:.1f} KB", used)


def _bytes(folder: Path) -> Iterator[Row]:
    for columns, lines in ((80, 24), (120, 40)):
        yield _fight(folder, columns, lines)
    yield _slow_line()


def _fight(folder: Path, columns: int, lines: int) -> Row:
    """All keys of four rounds and of the pages; the one after which most was sent is named."""
    name = f"fight {columns}"
    prepare(folder, *load("olde_swords").sample().splitlines(), "dice app", name=name, system="olde_swords")
    terminal = opened(folder, name, columns, lines)
    at_the_table = [(terminal.press(key)[1], key) for key in FIGHT]
    to_pages = [(terminal.press(key)[1], key) for key in PAGES]
    terminal.close()
    most, page = (f"{sent / 1000:.1f} KB ({key!r})" for sent, key in (max(at_the_table), max(to_pages)))
    return Row(f"most sent in a fight at {columns}x{lines}: a key, a page", "<= 3 KB, <= 6.7 KB", f"{most}, {page}")


def _slow_line() -> Row:
    """All keys of a whole fight of each game at 80x24, as long as a line of 9,600 baud takes for them."""
    waits = [count / BYTES_A_SECOND for counts in of_all((80, 24)).values() for count in counts]
    what = "a fight at 9,600 baud: median and slowest key"
    return Row(what, "<= 0.4 s, <= 3 s", f"{statistics.median(waits):.2f} s, {max(waits):.2f} s")


def _idle(folder: Path) -> Iterator[Row]:
    terminal = opened(folder, "crowd 20")
    terminal.settle(2.0)
    sent, share = terminal.idle(10)
    terminal.close()
    yield Row("idle for ten seconds", "0 bytes, < 0.5 % CPU", f"{sent} bytes, {share * 100:.2f} %")


def _looking_on(folder: Path) -> Iterator[Row]:
    """Those who look on: what they cost while nothing happens, and how soon all of them show an act."""
    player = Terminal(in_app(folder, "crowd 20"), cwd=str(TOP))
    player.until("Warrior 1")
    for how, count in (("--read-only", 1), ("--players", 1), ("--players", VIEWERS)):
        viewers = [Terminal(in_app(folder, "crowd 20", how), cwd=str(TOP)) for _ in range(count)]
        for viewer in viewers:
            viewer.until("Warrior 1", 120.0)
            viewer.settle(3.0 if count == 1 else 0.5)
        if count == 1:
            sent, share = viewers[0].idle(10)
            yield Row(f"{how}, idle for ten seconds", "0 bytes, < 0.5 % CPU", f"{sent} bytes, {share * 100:.2f} %")
        slowest = _shown_by_all(player, viewers)
        yield Row(f"{how}, an act shown by {count}", "<= 500 ms", f"slowest {slowest * 1000:.0f} ms")
        for viewer in viewers:
            viewer.close()
    player.close()


def _shown_by_all(player: Terminal, viewers: list[Terminal]) -> float:
    """Seconds until the last of those who look on draws what the player has done, the most of six acts."""
    slowest = 0.0
    for n in range(6):
        player.settle()
        for viewer in viewers:
            viewer.settle(0.0)
        player.write("n" if n % 2 == 0 else "u")
        begun, waiting = time.perf_counter(), list(viewers)
        while waiting and time.perf_counter() - begun < 10:
            player.settle(0.0)
            waiting = [viewer for viewer in waiting if not viewer.has_sent()]
        slowest = max(slowest, time.perf_counter() - begun)
    return slowest


def _history(folder: Path) -> Iterator[Row]:
    """Acts after a short history and after a long one, and how soon that is opened again."""
    yield from _actions(folder)
    yield from _resume(folder)


def _actions(folder: Path) -> Iterator[Row]:
    medians = []
    for name, entries in (("short", 100), ("long", 10_000)):
        session = crowd(folder, name, 200, entries)
        taken = []
        for n in range(200):
            begun = _now()
            one_action(session, n)
            taken.append(_now() - begun)
        shut(session)
        medians.append(Spent(*map(statistics.median, zip(*taken, strict=True))))
        clock, cpu = (f"{seconds * 1000:.2f} ms" for seconds in medians[-1])
        yield Row(f"one action on disk, {entries:,} entries, p50", "<= 5 ms", clock, cpu)
    clock, cpu = (f"{long / short:.2f} x" for short, long in zip(*medians, strict=True))
    yield Row("  the second against the first", "<= 1.3 x", clock, cpu)


def _resume(folder: Path) -> Iterator[Row]:
    pairs = [[start(in_app(folder, name), "help") for name in ("short", "long")] for _ in range(RUNS)]
    clock, cpu = (ms(each) for each in zip(*(long - short for short, long in pairs), strict=True))
    yield Row("resume 10,000 entries, beyond start-up", "<= 500 ms", clock, cpu)
    terminal = opened(folder, "long")
    for key in ROUND:
        terminal.press(key)
    peak = terminal.memory()
    terminal.close()
    yield Row("memory, 200 figures and 10,000 entries", "<= 150 MB", f"{peak:.0f} MB")


def _show(folder: Path) -> Iterator[Row]:
    taken = []
    for _ in range(RUNS):
        begun = _now()
        subprocess.run(in_app(folder, "show", "crowd 20"), cwd=TOP, check=True, capture_output=True)
        taken.append(_now() - begun)
    clock, cpu = (ms(each) for each in zip(*taken, strict=True))
    yield Row("referee show NAME", "<= 350 ms", clock, cpu)


def _now() -> Spent:
    """The clock, and what this process and the ended ones that it started have used."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return Spent(time.perf_counter(), sum(each.ru_utime + each.ru_stime for each in used))


def _odds(folder: Path) -> Iterator[Row]:
    """An attack in the first turn of each sample; that of Descent has five dice."""
    for system, order in ATTACKS.items():
        session, clock, cpu = begun(system), list[float](), list[float]()
        for _ in range(RUNS):
            begin = Spent(time.perf_counter(), time.process_time())
            _ = odds_of(session, order)
            taken = Spent(time.perf_counter(), time.process_time()) - begin
            clock.append(taken.clock)
            cpu.append(taken.cpu)
        budget = "<= 1000 ms" if system == "descent" else "<= 100 ms"
        yield Row(f"odds of {order}, {system}", budget, ms(clock), ms(cpu))


FORECASTS = {
    "olde_swords": ">= 50",
    "fifth": ">= 15",
    "black_keep": "",
    "descent": "",
    "scorched": "",
    "gloomhaven": "",
}
"""Whole fights a second on one core that a forecast is to play, where that is said."""


def _forecast(folder: Path) -> Iterator[Row]:
    """Fights of each sample from before its first round, in this process."""
    for system, budget in FORECASTS.items():
        session, count = table(system), 30
        _ = [*fights(session, 3)]
        begin = Spent(time.perf_counter(), time.process_time())
        _ = [*fights(session, count)]
        taken = Spent(time.perf_counter(), time.process_time()) - begin
        clock, cpu = (f"{count / seconds:.0f} a second" for seconds in taken)
        yield Row(f"fights of a forecast, {system}", budget and f"{budget} a second", clock, cpu)


PARTS: dict[str, Part] = {
    "start": _first_screen,
    "keys": _keys,
    "bytes": _bytes,
    "idle": _idle,
    "lookers": _looking_on,
    "history": _history,
    "show": _show,
    "odds": _odds,
    "forecast": _forecast,
}
"""What can be measured alone."""
