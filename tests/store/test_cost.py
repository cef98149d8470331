"""What an act costs: no more in a long fight than in a short one, and a long one is soon resumed."""

import os
import statistics
import time
from pathlib import Path

import pytest

from referee.engine.record.past_states import settled_state_at
from referee.store.journal import CHECKPOINT_EVERY, Journal
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined, said

LONG, SHORT = 4_000, 100
FIGURES = tuple(f"g{n}" for n in range(20))


def fought(saves: Saves, name: str, acts: int) -> Journal:
    """A fight of so many acts."""
    journal = saves.create(name, SYSTEM)
    do(journal, *joined(*FIGURES))
    for n in range(1, acts):
        do(journal, hurt(FIGURES[n % 20], (-1) ** n), said(80))
    return journal


@pytest.fixture(scope="module")
def long_one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a long fight in it; nobody waits for the disk while it is made."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda descriptor: None)
        saves = Saves(tmp_path_factory.mktemp("saves"))
        fought(saves, "Long", LONG).close()
    return saves.folder


@pytest.mark.one_in(6)
def test_an_act_of_a_long_fight_costs_what_it_costs_in_a_short_one(long_one: Path) -> None:
    saves = Saves(long_one)
    long, short = saves.open("long"), fought(saves, "Short", SHORT)
    for journal in (long, short):
        journal.settle()
    costs: dict[Journal, list[float]] = {long: [], short: []}
    for n in range(600):
        for journal, spent in costs.items():
            began = time.process_time()
            do(journal, hurt("g1", (-1) ** n), said(80))
            spent.append(time.process_time() - began)
    assert statistics.median(costs[long]) <= 1.3 * statistics.median(costs[short])
    for journal in costs:
        journal.move(SHORT)
        journal.close()
    saves.remove("short")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("database", [True, False], ids=["clean", "without encounter.json"])
def test_a_long_fight_is_soon_resumed(long_one: Path, database: bool) -> None:
    saves = Saves(long_one)
    if not database:
        (long_one / "long" / "encounter.json").unlink()
    began = time.process_time()
    journal = saves.open("long")
    settled_state_at(journal, journal.position)
    assert time.process_time() - began <= 0.5
    assert journal.notices == [] and len(journal) >= LONG
    to_resume = len(journal._decoded)
    assert to_resume <= CHECKPOINT_EVERY + 1, "only what must be is decoded"
    began = time.process_time()
    journal.move(LONG // 2)
    settled_state_at(journal, LONG // 2)
    assert time.process_time() - began <= 0.1
    assert len(journal._decoded) - to_resume <= CHECKPOINT_EVERY + 1, "only what must be is decoded"
    journal.close()


def test_looking_at_a_long_fight_does_not_read_it(long_one: Path) -> None:
    saves = Saves(long_one)
    saves.open("long").close()
    began = time.process_time()
    for _ in range(10):
        assert saves.look("long").figures == 20
    assert time.process_time() - began <= 0.1
