"""What is large at home: an evening of 100,000 acts, a shelf of 600 encounters, a library of 5,000 figures."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path

from referee import games as systems
from referee.library.columns import Entries
from referee.library.search import Searchable
from referee.store.library import Library
from referee.store.library_record import KeptFigure
from referee.store.library_tables import FIGURES
from tests.bench.crowd import crowd, one_action, shut
from tests.bench.measures import Part, beyond, long_crowd
from tests.bench.programs import Spent, in_app, in_ms, now, opened, within
from tests.bench.row import Budget, Measure, Unit

ACTS, FEW, MANY, OWN = 100_000, 10, 600, 5_000
"""Acts of an evening, encounters of two shelves, figures of a library."""
NO_LATER = 500
"""Milliseconds by which a long shelf may be on the screen later than a short one."""
TAKEN = 200
"""Acts, and undos, that are timed."""
TYPED = ("dragon", "goblin chief 42", "old knight", "troll x")
"""What is typed to find figures, letter by letter."""
NAMES = ("goblin chief", "old knight", "young dragon", "cave troll", "grey wolf")


def evening(folder: Path) -> Iterator[Measure]:
    """Acts, undos and the start of an encounter with a long record."""
    session = long_crowd(folder, "evening", 20, ACTS)
    acts = [_timed(lambda n=n: one_action(session, n)) for n in range(TAKEN)]
    undos = [_timed(lambda: session.undo()) for _ in range(TAKEN)]
    shut(session)
    for what, budget, taken in (("act", 5, acts), ("undo", 20, undos)):
        yield in_ms(f"one {what} after {ACTS:,} acts, p95", within(taken, 95), Budget(budget))
    yield beyond(f"open {ACTS:,} acts, beyond start-up", 500, in_app(folder, "crowd 20"), in_app(folder, "evening"))
    terminal = opened(folder, "evening")
    for key in ("n", "\x1a", "h", "q"):
        terminal.press(key)
    peak = terminal.memory()
    terminal.close()
    yield Measure(f"memory, {ACTS:,} acts", Unit.MB, peak, budget=Budget(120))


def shelf(folder: Path) -> Iterator[Measure]:
    """The first screen of a shelf, few and many encounters long."""
    few, many = (_shelf(folder / f"shelf-{count}", count) for count in (FEW, MANY))
    yield beyond(f"shelf of {MANY:,} encounters, beyond one of {FEW}", NO_LATER, in_app(few), in_app(many))


def _shelf(place: Path, count: int) -> Path:
    """A folder of so many encounters, made once."""
    if not place.exists():
        shut(crowd(place, "fight 0", 20))
        for n in range(1, count):
            shutil.copytree(place / "fight-0", place / f"fight-{n}")
    return place


def library(folder: Path) -> Iterator[Measure]:
    """Each letter of words that are typed to find a figure among many."""
    place = Path(tempfile.mkdtemp(dir=folder))
    names = [f"{NAMES[n % len(NAMES)]} {n}".capitalize() for n in range(OWN)]
    Library(place).add(FIGURES, [KeptFigure(name=name, system="fifth", words=f'foe "{name}" hp=9') for name in names])
    rules = systems.load("fifth")
    found = Searchable(Entries(FIGURES, Library(place).all(FIGURES, "fifth"), Library(place), rules))
    taken = [_timed(lambda text=text: found.matching(text)) for word in TYPED for text in accumulate(word)]
    yield in_ms(f"a letter typed, {OWN:,} figures, p95", within(taken, 95), Budget(10))


def _timed(act: Callable[[], object]) -> Spent:
    begun = now()
    act()
    return now() - begun


LARGE: dict[str, Part] = {"evening": evening, "shelf": shelf, "library": library}
"""Parts that take minutes, and are measured where they are named."""
