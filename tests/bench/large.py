"""What is large at home: an evening of 100,000 acts, a shelf of 2,000 encounters, a library of 5,000 figures."""

import shutil
import time
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

from referee.script import systems
from referee.script.library_columns import Entries
from referee.script.library_search import Searchable
from referee.store.library import Library
from referee.store.library_record import FIGURES, KeptFigure
from tests.bench.crowd import crowd, one_action, shut
from tests.bench.measures import RUNS, Part, Row, Spent, in_app, late, ms, opened, start

ACTS, FEW, MANY, OWN = 100_000, 10, 2_000, 5_000
"""Acts of an evening, encounters of two shelves, figures of a library."""
TAKEN = 200
"""Acts, and undos, that are timed."""
TYPED = ("dragon", "goblin chief 42", "old knight", "troll x")
"""What is typed to find figures, letter by letter."""
NAMES = ("goblin chief", "old knight", "young dragon", "cave troll", "grey wolf")


def evening(folder: Path) -> Iterator[Row]:
    """Acts, undos and the start of an encounter with a long record."""
    session = crowd(folder, "evening", 20, ACTS)
    acts = [_timed(lambda n=n: one_action(session, n)) for n in range(TAKEN)]
    undos = [_timed(lambda: session.undo()) for _ in range(TAKEN)]
    shut(session)
    for what, budget, taken in (("act", "<= 5 ms", acts), ("undo", "<= 20 ms", undos)):
        yield Row(f"one {what} after {ACTS:,} acts, p95", budget, late(taken))
    yield _beyond(
        f"open {ACTS:,} acts, beyond start-up", "<= 500 ms", in_app(folder, "crowd 20"), in_app(folder, "evening")
    )
    terminal = opened(folder, "evening")
    for key in ("n", "\x1a", "h", "q"):
        terminal.press(key)
    peak = terminal.memory()
    terminal.close()
    yield Row(f"memory, {ACTS:,} acts", "<= 120 MB", f"{peak:.0f} MB")


def shelf(folder: Path) -> Iterator[Row]:
    """The first screen of a shelf, few and many encounters long."""
    for count in (FEW, MANY):
        place = folder / f"shelf-{count}"
        shut(crowd(place, "fight 0", 20))
        for n in range(1, count):
            shutil.copytree(place / "fight-0", place / f"fight-{n}")
    few, many = (in_app(folder / f"shelf-{count}") for count in (FEW, MANY))
    yield _beyond(f"shelf of {MANY:,} encounters, beyond one of {FEW}", "0 ms", few, many)


def library(folder: Path) -> Iterator[Row]:
    """Each letter of words that are typed to find a figure among many."""
    place = folder / "large"
    place.mkdir()
    names = [f"{NAMES[n % len(NAMES)]} {n}".capitalize() for n in range(OWN)]
    Library(place).add(FIGURES, [KeptFigure(name=name, system="fifth", words=f'foe "{name}" hp=9') for name in names])
    rules = systems.load("fifth")
    found = Searchable(Entries(FIGURES, Library(place).all(FIGURES, "fifth"), Library(place), rules))
    taken = [_timed(lambda text=text: found.matching(text)) for word in TYPED for text in accumulate(word)]
    yield Row(f"a letter typed, {OWN:,} figures, p95", "<= 10 ms", late(taken))


def _beyond(what: str, budget: str, less: tuple[str, ...], more: tuple[str, ...]) -> Row:
    """How much later one is on the screen than the other."""
    apart = list[Spent]()
    for _ in range(RUNS):
        first = start(less, "help")
        apart.append(start(more, "help") - first)
    clock, cpu = (ms(each) for each in zip(*apart, strict=True))
    return Row(what, budget, clock, cpu)


def _timed(act: Callable[[], object]) -> float:
    begun = time.perf_counter()
    act()
    return time.perf_counter() - begun


LARGE: dict[str, Part] = {"evening": evening, "shelf": shelf, "library": library}
"""Parts that take minutes, and are measured where they are named."""
