"""Killed at any moment: every acknowledged act is there afterwards, and the one under way wholly or not at all."""

import os
import random
import signal
import time
from pathlib import Path

from referee.engine.encounter import Encounter
from referee.engine.past import encounter_at
from referee.engine.tape import MemoryTape, Tape
from referee.store.journal import Journal
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, act, closed, corrected, hurt, joined, opened, play, said

ROUNDS = int(os.environ.get("REFEREE_KILLS", "20"))
_LONGEST = 0.05
"""Seconds a writer lives at most."""
_FRESH = 25
"""Kills after which a new encounter begins, so that the check stays quick."""


def deed(tape: Tape, n: int) -> None:
    """The deed number n: the same on every tape, some longer than the one before and some shorter."""
    back = 1 + n % 3
    if n == 0:
        play(tape, act(tape, *joined("ulf", "rat")))
    elif tape.depth(tape.position):
        play(tape, closed(hurt("ulf", n % 7 - 3), said(n * 37 % 5000)))
    elif n % 11 == 10 and tape.position > back:
        tape.move(tape.position - back)
    elif n % 13 == 12:
        play(tape, opened(tape))
    elif n % 29 == 28:
        play(tape, corrected(1, hurt("rat", -(n % 5)), said(n * 53 % 900)))
    else:
        play(tape, act(tape, hurt("rat", n % 5 - 2), said(n * 101 % 3000)))


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


def holds(journal: Journal, tape: Tape) -> bool:
    """Does the journal hold what is on the tape, every record of it?"""
    return (
        (len(journal), journal.position) == (len(tape), tape.position)
        and all(journal.step(n) == tape.step(n) for n in range(len(tape)))
        and encounter_at(journal, journal.position) == encounter_at(tape, tape.position)
    )


def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    chance = random.Random(5)
    saves, tape, deeds = Saves(tmp_path / "0"), MemoryTape(Encounter(system=SYSTEM)), 0
    torn = 0
    for round_ in range(ROUNDS):
        if round_ % _FRESH == 0:
            saves, tape, deeds = Saves(tmp_path / str(round_)), MemoryTape(Encounter(system=SYSTEM)), 0
            saves.create("Ambush", SYSTEM).close()
        done = killed_writer(saves, deeds, chance.uniform(0, _LONGEST))
        assert done > 0
        for n in range(deeds, deeds + done):
            deed(tape, n)
        deeds += done
        assert saves.look("ambush").actions in (tape.position, *positions_after(tape, deeds))
        journal = saves.open("ambush")
        torn += bool(journal.notices)
        assert not journal.read_only
        if not holds(journal, tape):
            deed(tape, deeds)
            deeds += 1
            assert holds(journal, tape), f"round {round_}: neither before nor after deed {deeds}"
        journal.close()
        assert saves.check("ambush") == []


def positions_after(tape: MemoryTape, deeds: int) -> list[int]:
    """Where the tape may stand if the deed under way came through."""
    return [tape.position + 1] + [tape.position - back for back in (1, 2, 3)]
