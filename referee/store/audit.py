"""The audit: whether what a save keeps twice says the same."""

import os
from pathlib import Path

from referee.engine.problem import Problem
from referee.engine.record.history import MemoryStepLog, settled_state_at
from referee.engine.state.encounter import Encounter
from referee.store.codec import STEP, read_body, read_encounter
from referee.store.file import read_plain
from referee.store.journal import Journal
from referee.store.line import JOURNAL, Line, survey
from referee.store.tables import SNAPSHOT, Snapshot


def audit(folder: Path) -> list[str]:
    """One sentence for each difference between journal and encounter.json, and for each part that cannot be read; () if
    there is none.
    """
    try:
        journal = Journal(folder)
        journal.close()
        if journal.notices:
            return journal.notices
        found = []
        snapshot = Snapshot.read(folder)
        if snapshot is None and not _comes_yet(folder, journal):
            found.append(f"{SNAPSHOT} is missing or damaged. It is rebuilt when you next play the encounter.")
        raw = read_plain(folder / JOURNAL)
        kept = survey(raw).lines
        if snapshot is not None and snapshot.crc not in (line.crc for line in kept if line.number == snapshot.line):
            found.append(f"{SNAPSHOT} does not belong to {JOURNAL}.")
        return found + _followed(journal.start, kept, raw, snapshot)
    except FileNotFoundError:
        return [f"{JOURNAL} is missing."]
    except (Problem, LookupError) as problem:
        return [f"{JOURNAL} cannot be read from the beginning: {problem}"]


def _comes_yet(folder: Path, journal: Journal) -> bool:
    """Is the encounter new, and being played, so that encounter.json is not written yet?"""
    return journal.player() is not None and not os.path.lexists(folder / SNAPSHOT)


def _followed(start: Encounter, lines: list[Line], raw: bytes, snapshot: Snapshot | None) -> list[str]:
    """Folds all recorded events again, and compares the result with the encounters stored in the journal."""
    found = []
    step_log = MemoryStepLog(start)
    for line in lines:
        body = raw[line.start : line.start + line.length]
        match line.kind:
            case "step":
                step_log.move(line.pos)
                step_log.append(read_body(STEP, line, body, JOURNAL))
            case "move":
                step_log.move(line.pos)
            case "state" if settled_state_at(step_log, line.pos) != read_encounter(line, body, JOURNAL):
                found.append(
                    f"{JOURNAL}: the encounter kept at line {line.number} does not match the commands before it."
                )
        if snapshot is not None and (line.number, line.crc) == (snapshot.line, snapshot.crc):
            here = step_log.position, settled_state_at(step_log, step_log.position)
            if here != (snapshot.position, snapshot.encounter()):
                found.append(f"{SNAPSHOT} does not match the commands in {JOURNAL}.")
    return found
