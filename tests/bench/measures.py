"""What is measured, budget by budget."""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.rules.registry import load
from tests.bench.crowd import crowd, one_action, shut
from tests.bench.slow_line import BYTES_A_SECOND, of_all
from tests.bench.terminal import Terminal
from tests.ui.table import prepare

REFEREE = (sys.executable, "-m", "referee")
EMPTY = (sys.executable, "-m", "tests.bench.empty_app")
TOP = Path(__file__).parents[2]
RUNS = 7
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


def rows() -> Iterator[Row]:
    """All rows, each measured when it is asked for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for figures in (20, 200, 500):
            shut(crowd(folder, f"crowd {figures}", figures))
        yield from _first_screen(folder)
        for figures in (20, 200, 500):
            yield _keys(folder, figures)
        for columns, lines in ((80, 24), (120, 40)):
            yield _fight(folder, columns, lines)
        yield _slow_line()
        yield _idle(folder)
        yield from _looking_on(folder)
        yield from _actions(folder)
        yield from _resume(folder)
        yield _show(folder)


def _in(folder: Path, *words: str) -> tuple[str, ...]:
    return (*REFEREE, "--saves", str(folder), *words)


def _start(command: tuple[str, ...], text: str) -> float:
    terminal = Terminal(command, cwd=str(TOP))
    taken = terminal.until(text)
    terminal.close()
    return taken


def _opened(folder: Path, name: str, columns: int = 120, lines: int = 40) -> Terminal:
    """The app with that encounter, come to rest."""
    terminal = Terminal(_in(folder, name), columns, lines, cwd=str(TOP))
    terminal.until("help")
    terminal.settle()
    return terminal


def _first_screen(folder: Path) -> Iterator[Row]:
    """Both in turn, so that whatever else the machine does falls on both; the hints are the last line of the screen."""
    pairs = [(_start(EMPTY, "nothing here"), _start(_in(folder, "crowd 20"), "help")) for _ in range(RUNS)]
    empty, full = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    ratio = statistics.median(full / empty for empty, full in pairs)
    yield Row("an empty Textual app, to its first screen", "", f"{empty:.0f} ms")
    yield Row("start to first full screen, 20 figures", "<= 2.0 x empty", f"{ratio:.2f} x, {full:.0f} ms")


def _keys(folder: Path, figures: int) -> Row:
    terminal = _opened(folder, f"crowd {figures}")
    taken = [terminal.press(key) for _ in range(5) for key in ROUND]
    assert terminal.shows("Undone"), "\n".join(terminal.lines())
    terminal.close()
    late = sorted(time for time, _ in taken)[round(0.95 * (len(taken) - 1))] * 1000
    most = max(sent for _, sent in taken)
    what = f"key to painted result, {figures} figures: p95, most sent"
    return Row(what, "<= 16 ms, <= 3 KB", f"{late:.1f} ms, {most / 1000:.1f} KB")


def _fight(folder: Path, columns: int, lines: int) -> Row:
    """All keys of four rounds and of the pages; the one after which most was sent is named."""
    name = f"fight {columns}"
    prepare(folder, *load("olde_swords").sample().splitlines(), "dice app", name=name, system="olde_swords")
    terminal = _opened(folder, name, columns, lines)
    at_the_table = [(terminal.press(key)[1], key) for key in FIGHT]
    to_pages = [(terminal.press(key)[1], key) for key in PAGES]
    terminal.close()
    most, page = (f"{sent / 1000:.1f} KB ({key!r})" for sent, key in (max(at_the_table), max(to_pages)))
    return Row(f"most sent in a fight at {columns}x{lines}: a key, a page", "<= 3 KB, <= 6.7 KB", f"{most}, {page}")


def _slow_line() -> Row:
    """All keys of a whole fight of each game at 80x24, as long as a line of 9,600 baud takes for them."""
    times = [count / BYTES_A_SECOND for counts in of_all((80, 24)).values() for count in counts]
    what = "a fight at 9,600 baud: median and slowest key"
    return Row(what, "<= 0.4 s, <= 3 s", f"{statistics.median(times):.2f} s, {max(times):.2f} s")


def _idle(folder: Path) -> Row:
    terminal = _opened(folder, "crowd 20")
    terminal.settle(2.0)
    sent, share = terminal.idle(10)
    terminal.close()
    return Row("idle for ten seconds", "0 bytes, < 0.5 % CPU", f"{sent} bytes, {share * 100:.2f} %")


def _looking_on(folder: Path) -> Iterator[Row]:
    """Those who look on: what they cost while nothing happens, and how soon all of them show an act."""
    player = Terminal(_in(folder, "crowd 20"), cwd=str(TOP))
    player.until("Warrior 1")
    for how, count in (("--read-only", 1), ("--players", 1), ("--players", VIEWERS)):
        viewers = [Terminal(_in(folder, "crowd 20", how), cwd=str(TOP)) for _ in range(count)]
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


def _actions(folder: Path) -> Iterator[Row]:
    """The second encounter, with its long history, is opened again below."""
    medians = []
    for name, entries in (("short", 100), ("long", 10_000)):
        session = crowd(folder, name, 200, entries)
        times = []
        for n in range(200):
            begun = time.perf_counter()
            one_action(session, n)
            times.append(time.perf_counter() - begun)
        shut(session)
        medians.append(statistics.median(times) * 1000)
        yield Row(f"one action on disk, {entries:,} entries, p50", "<= 5 ms", f"{medians[-1]:.2f} ms")
    yield Row("  the second against the first", "<= 1.3 x", f"{medians[1] / medians[0]:.2f} x")


def _resume(folder: Path) -> Iterator[Row]:
    pairs = [[_start(_in(folder, name), "help") for name in ("short", "long")] for _ in range(RUNS)]
    more = statistics.median(long - short for short, long in pairs)
    yield Row("resume 10,000 entries, beyond start-up", "<= 0.5 s", f"{more:.2f} s")
    terminal = _opened(folder, "long")
    for key in ROUND:
        terminal.press(key)
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
