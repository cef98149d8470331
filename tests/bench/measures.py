"""What is measured, budget by budget.

The clock runs on while other programs have the processor, so beside it stands the time that the processor took for it.
"""

import asyncio
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.engine.record.session import Session
from referee.rules.registry import SHIPPED, load
from referee.store.saves import Saves
from tests.bench.crowd import by_hand, crowd, one_action, shut
from tests.bench.key_cost import ATTACKS as KEYS_OF_ATTACKS
from tests.bench.key_cost import costs_of
from tests.bench.key_times import CROWDS, keys, pressed_in, without_odds
from tests.bench.programs import EMPTY, TOP, Spent, in_app, in_ms, median_of, now, opened, start, within
from tests.bench.row import Budget, Limit, Measure, Unit, percentile, ratio
from tests.bench.slow_line import BYTES_A_SECOND, of_all
from tests.bench.terminal import Terminal
from tests.forecast.begun import GAMES, fights, table
from tests.odds.fights import ATTACKS, begun, command, odds_of
from tests.odds.run_calls import MOST_CALLS, run_of
from tests.ui.table import prepare

IDLE = 5
"""Seconds for which nothing is typed."""
_STARTS = 5
"""Starts of each of those that are compared: one start may take half as long again as the next."""
VIEWERS = 20
"""Programs that look on at one encounter at a time."""
DOWN, PAGE_DOWN, LAST, FIRST, BACK = "\x1b[B", "\x1b[6~", "\x1b[F", "\x1b[H", "\x1a"
ROUND = ("n", "a", "4", "\r", BACK, BACK, DOWN, PAGE_DOWN, LAST, FIRST, "d", "1", "\r", BACK)
"""What is pressed again and again: the next turn, an attack, an answer, all taken back; then one looks around."""

FIGHT = ("n", "a", *" " * 5, *("n", " ", " ", "a", *" " * 5) * 12, "d", "5", "\r", "u", "c", "\x1b", DOWN, ".", "\t")
PAGES = ("e", "q", "h", "q", "r", "q", "?", "q", "S", "q")

STARTED = {
    "plain": ("add hero Hero x10 init=12 hp=30", "add foe Goblin x10 init=10 hp=7"),
    "fifth": ("add fighter x5", "add cleric x5", "add goblin x8", "add ogre x2"),
    "olde_swords": ("add warrior x5", "add priest x5", "add goblin x8", "add orc x2"),
}
"""By game the lines that set up the twenty figures of a start."""
MOST_BYTES = {(80, 24): (5_000, 7_000), (120, 40): (11_000, 14_000)}
"""Bytes that a key and a page may send in a window of that size: a person on a phone's line cannot tell less."""
FORECASTS = {"olde_swords": 50, "fifth": 15}
"""Whole fights a second on one core that a forecast is to play, where that is said."""

Part = Callable[[Path], Iterator[Measure]]
"""Measures something once, in a folder with an encounter for each of CROWDS."""


@contextmanager
def prepared() -> Iterator[Path]:
    """A folder in which parts can be measured."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in CROWDS:
            shut(crowd(folder, each.name, each.figures, system=each.system))
        yield folder


def _first_screen(folder: Path) -> Iterator[Measure]:
    """All in turn, so that whatever else the machine does falls on all, and of each the median of several starts; the
    hints are the last line of the screen.
    """
    programs = [(EMPTY, "nothing here")]
    for system, lines in STARTED.items():
        place = folder / system
        if not place.exists():
            prepare(place, *lines, system=system)
        programs.append((in_app(place, "fight"), "help"))
    taken = [[start(*program) for program in programs] for _ in range(_STARTS)]
    empty, *others = (median_of(each) for each in zip(*taken, strict=True))
    yield in_ms("an empty Textual app, first screen", empty)
    for system, spent in zip(STARTED, others, strict=True):
        budget = Budget(1.7 if system in SHIPPED else 1.5, Limit.EMPTY)  # a file is read at each start
        yield in_ms(f"first screen, 20 figures, {system}", spent, budget, empty.clock * 1000)


def _bytes(folder: Path) -> Iterator[Measure]:
    """All keys of four rounds and of the pages."""
    for (columns, lines), (most_key, most_page) in MOST_BYTES.items():
        place, size = Path(tempfile.mkdtemp(dir=folder)), f"{columns}x{lines}"
        prepare(place, *load("olde_swords").sample().splitlines(), "dice app", system="olde_swords")
        terminal = opened(place, "fight", columns, lines)
        # A page may take longer to be drawn than is waited where times are measured: it would count for the next key.
        at_the_table, to_pages = (max(pressed_in(terminal, keys, quiet=0.1).sent) for keys in (FIGHT, PAGES))
        terminal.close()
        yield Measure(f"most bytes of a key, {size}", Unit.BYTES, at_the_table, budget=Budget(most_key))
        yield Measure(f"most bytes of a page, {size}", Unit.BYTES, to_pages, budget=Budget(most_page))


def _slow_line(_: Path) -> Iterator[Measure]:
    """All keys of a whole fight of each game: their bytes, and as long as a line of 9,600 baud takes for them."""
    small, large = ([count for counts in of_all(size).values() for count in counts] for size in MOST_BYTES)
    for size, counts, (most, _) in zip(("80x24", "120x40"), (small, large), MOST_BYTES.values(), strict=True):
        yield Measure(f"most bytes of a key, all games, {size}", Unit.BYTES, max(counts), budget=Budget(most))
        yield Measure(f"bytes of a key, all games, {size}, p99", Unit.BYTES, percentile(counts, 99))
    waits = [count / BYTES_A_SECOND * 1000 for count in small]
    for what, value, budget in (("median", statistics.median(waits), 700), ("slowest", max(waits), 5_000)):
        yield Measure(f"{what} key at 9,600 baud, 80x24", Unit.MS, value, budget=Budget(budget))


def _idle(folder: Path) -> Iterator[Measure]:
    """What one who plays and those who look on cost while nothing happens, all at once."""
    programs = {how: opened(folder, "crowd 20", how=how) for how in ((), ("--read-only",), ("--players",))}
    for program in programs.values():
        program.settle(2.0)
    used, begun = {how: program.cpu() for how, program in programs.items()}, time.perf_counter()
    time.sleep(IDLE)
    passed = time.perf_counter() - begun
    for how, program in programs.items():
        share = (program.cpu() - used[how]) / passed
        what = f"{IDLE} s idle{''.join(f', {word}' for word in how)}"
        yield Measure(f"{what}: of a core", Unit.PERCENT, share * 100, budget=Budget(0.5))
        yield Measure(f"{what}: sent", Unit.BYTES, program.idle(0.1)[0], budget=Budget(0))
    for program in programs.values():  # only now: those who look on show that nobody plays any more
        program.close()


def _looking_on(folder: Path) -> Iterator[Measure]:
    """How soon all who look on show an act."""
    player = opened(folder, "crowd 20")
    for how, count in (("--read-only", 1), ("--players", 1), ("--players", VIEWERS)):
        viewers = [Terminal(in_app(folder, "crowd 20", how), cwd=str(TOP)) for _ in range(count)]
        for viewer in viewers:
            viewer.until("Black Keep", 120.0)
            viewer.settle(0.5)
        slowest = _shown_by_all(player, viewers) * 1000
        yield Measure(f"slowest act, {how}, shown by {count}", Unit.MS, slowest, budget=Budget(500))
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


def _history(folder: Path) -> Iterator[Measure]:
    """Acts after a short history and after a long one, and how soon that is opened again."""
    medians = list[Spent]()
    for name, entries in (("short", 100), ("long", 10_000)):
        session, taken = long_crowd(folder, name, 200, entries), list[Spent]()
        for n in range(200):
            begun = now()
            one_action(session, n)
            taken.append(now() - begun)
        shut(session)
        medians.append(within(taken, 50))
        yield in_ms(f"one act on disk, {entries:,} entries, p50", medians[-1], Budget(5))
    short, long = medians
    of = (ratio(*each) for each in zip(long, short, strict=True))
    yield Measure("an act of 10,000 entries against 100", Unit.TIMES, *of, budget=Budget(1.3))
    yield beyond("resume 10,000 entries, beyond start-up", 500, in_app(folder, "short"), in_app(folder, "long"))
    terminal = opened(folder, "long")
    for key in ROUND:
        terminal.press(key)
    peak = terminal.memory()
    terminal.close()
    yield Measure("memory, 200 figures and 10,000 entries", Unit.MB, peak, budget=Budget(120))


def long_crowd(folder: Path, name: str, figures: int, entries: int) -> Session:
    """The open encounter of so many figures and entries; it is made once."""
    if Path(folder, name).exists():
        return Session(load("black_keep"), Saves(folder).open(name), by_hand)
    return crowd(folder, name, figures, entries)


def beyond(what: str, budget: float, less: tuple[str, ...], more: tuple[str, ...]) -> Measure:
    """How much later one is on the screen than the other: the quickest of several starts of each, in turn."""
    pairs = [(start(less, "help"), start(more, "help")) for _ in range(_STARTS)]
    first, later = (min(each, key=lambda spent: spent.cpu) for each in zip(*pairs, strict=True))
    return in_ms(what, later - first, Budget(budget))


def _shell(folder: Path) -> Iterator[Measure]:
    """What the shell waits for."""
    for words in (("show", "crowd 20"), ("ls",), ("do", "crowd 20", "note x")):
        begun = now()
        subprocess.run(in_app(folder, *words), cwd=TOP, check=True, capture_output=True)
        yield in_ms(f"referee {words[0]}", now() - begun, Budget(150))


def _odds(_: Path) -> Iterator[Measure]:
    """An attack in the first turn of each sample; that of Descent has five dice."""
    for system, order in ATTACKS.items():
        session = begun(system)
        begin = now()
        _ = odds_of(session, order)
        budget = Budget(1000 if system == "descent" else 100)
        yield in_ms(f"odds of {order}, {system}", now() - begin, budget)


def _forecast(_: Path) -> Iterator[Measure]:
    """Whole fights of each sample from before its first round that one core plays, in this process."""
    for system in GAMES:
        session, count = table(system), 30
        _ = [*fights(session, 3)]
        begin = now()
        _ = [*fights(session, count)]
        clock, cpu = (count / seconds for seconds in now() - begin)
        least = FORECASTS.get(system)
        budget = least and Budget(least, Limit.LEAST)
        yield Measure(f"fights of a forecast, {system}", Unit.RATE, clock, cpu, budget or None)


def _calls(_: Path) -> Iterator[Measure]:
    """What is done for a typed die, and the Python calls of one run of a command: counted, not timed."""
    for system in KEYS_OF_ATTACKS:
        cost = asyncio.run(costs_of(system))["answers"]
        for what, count in (
            ("calls", cost.all_calls),
            ("resolve", cost.calls["resolve"]),
            ("apply", cost.calls["apply"]),
        ):
            yield Measure(f"a typed die, {system}: {what}", Unit.COUNT, count)
    for system, order in ATTACKS.items():
        session = begun(system)
        calls = run_of(session, command(session, order), 1).calls
        yield Measure(f"calls of {order}, {system}", Unit.COUNT, calls, budget=Budget(MOST_CALLS))


PARTS: dict[str, Part] = {
    "start": _first_screen,
    "keys": keys,
    "bytes": _bytes,
    "line": _slow_line,
    "idle": _idle,
    "lookers": _looking_on,
    "history": _history,
    "shell": _shell,
    "odds": _odds,
    "forecast": _forecast,
    "calls": _calls,
}
"""What can be measured alone."""
EXTRA: dict[str, Part] = {"without-odds": without_odds}
"""What is measured only if it is named."""
ONCE = {"line", "calls"}
"""Parts that count what no clock and no other program changes: each run would find the same."""
