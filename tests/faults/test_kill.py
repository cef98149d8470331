"""Killed at any moment: every acknowledged act is there afterwards, and the one under way wholly or not at all."""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.store.saves import Saves
from tests.faults.deeds import deed, same
from tests.store.acts import SYSTEM

ROUNDS = int(os.environ.get("REFEREE_KILLS", "20"))
_LONGEST = 0.05
"""Seconds a writer lives at most."""
_FRESH = 5
"""Kills after which a new encounter begins, so that the check stays quick."""


def write_until_killed(saves: Saves, start: int, acknowledge: int) -> None:
    """Plays on for ever, and says after each deed that it is done."""
    journal = saves.open("ambush")
    n = start
    while not journal.trouble:
        deed(journal, n)
        os.write(acknowledge, b".")
        n += 1
        if n % 5 == 0:
            journal.settle()


def killed_writer(saves: Saves, start: int, seconds: float) -> int:
    """Lets a writer live so long from its first deed on; how many deeds it acknowledged."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_until_killed(saves, start, writer)
        finally:
            os._exit(1)
    os.close(writer)
    done = len(os.read(reader, 1))
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    while part := os.read(reader, 65536):
        done += len(part)
    os.close(reader)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL, "it ended by itself"
    return done


@pytest.mark.one_in(6)
def test_nothing_acknowledged_is_lost(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    chance = random.Random(5)
    saves, step_log, deeds = Saves(tmp_path / "0"), MemoryStepLog(Encounter(system=SYSTEM)), 0
    torn = 0
    for round_ in range(ROUNDS):
        if round_ % _FRESH == 0:
            saves, step_log, deeds = Saves(tmp_path / str(round_)), MemoryStepLog(Encounter(system=SYSTEM)), 0
            saves.create("Ambush", SYSTEM).close()
        done = killed_writer(saves, deeds, chance.uniform(0, _LONGEST))
        assert done > 0
        for n in range(deeds, deeds + done):
            deed(step_log, n)
        deeds += done
        assert saves.look("ambush").actions in (step_log.position, *positions_after(step_log, deeds))
        journal = saves.open("ambush")
        torn += bool(journal.notices)
        assert not journal.read_only
        if not same(journal, step_log):
            deed(step_log, deeds)
            deeds += 1
            assert same(journal, step_log), f"round {round_}: neither before nor after deed {deeds}"
        journal.close()
        assert saves.check("ambush") == []
    record_property("done", ROUNDS)


def positions_after(step_log: MemoryStepLog, deeds: int) -> list[int]:
    """Where the step log may stand if the deed under way came through."""
    return [step_log.position + 1] + [step_log.position - back for back in (1, 2, 3)]
