"""Compacting: a journal is written anew with its latest acts only, and the old one goes to the trash."""

import os
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from referee.engine.history import Amended, Opened
from referee.engine.problem import Refused
from referee.engine.step_log_queries import settled_position, settled_state_at
from referee.store.file import TEMPORARY, put, read_plain
from referee.store.journal_reader import JournalReader
from referee.store.line import JOURNAL
from referee.store.problem import writing
from referee.store.rewrite import Dated, encounter_moved, rewritten, step_moved
from referee.store.save_folder import make, unmake
from referee.store.snapshot import SNAPSHOT

UNDOABLE = 1000
"""Acts that can still be taken back afterwards, if nobody says how many."""


def compact(folder: Path, trash: Path, keep: int = UNDOABLE) -> tuple[int, int]:
    """Folds all acts but the latest `keep` into the encounter as it stood before them. Whoever calls holds the lock.

    Returns how many acts can be taken back now, and how long the journal is, in bytes. Refused if there is nothing
    to fold, or the journal is damaged; CannotWrite if the disk fails: then it is as it was; NotYetSafe if it is done,
    but perhaps not after a power failure.
    """
    reader = JournalReader(folder)
    with closing(reader.file):
        if reader.damaged or reader.torn:
            raise Refused(f"{reader.name} is damaged; `referee repair` makes a sound copy of it.")
        cut = first_kept(reader, max(0, reader.position - keep))
        if not cut:
            raise Refused(f"{reader.name} has no more than {keep} acts that can be taken back; nothing was changed.")
        raw = folded(reader, cut)
        _replace(reader, cut, raw, trash)
        return reader.position - cut, len(raw)


def first_kept(reader: JournalReader, wanted: int) -> int:
    """The first step that is kept: at or before the one wanted, unless a later correction is of an act before it."""
    cut = settled_position(reader, min(wanted, len(reader)))
    for n in range(cut, len(reader)):
        if any(isinstance(move, Amended) and move.entry.seat < cut for move in reader.step(n).moves):
            cut = n + 1
    return cut if cut <= reader.position else 0


def folded(reader: JournalReader, cut: int, name: str = "") -> bytes:
    """The bytes of a journal that begins with that step."""
    steps = [Dated(step_moved(reader.step(n), cut), reader.index.steps[n].at) for n in range(cut, len(reader))]
    start = encounter_moved(settled_state_at(reader, cut), cut)
    return rewritten(reader.title.renamed(name or reader.name), start, steps, reader.position - cut)


def _replace(reader: JournalReader, cut: int, raw: bytes, trash: Path) -> None:
    """Puts the new journal in place of the old one, once it was read back and stands as the old one does."""
    folder = reader.folder
    trial = folder.with_name(f"{TEMPORARY}{os.urandom(6).hex()}")
    try:
        make(trial, {JOURNAL: raw}, reader.name)
        _compare(reader, cut, trial)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        make(trash / f"{folder.name}.{stamp}", {JOURNAL: read_plain(folder / JOURNAL)}, reader.name)
        with writing(reader.name, "compacted"):
            # It stands at a line that the new journal does not have, and would be taken for a sign of damage.
            (folder / SNAPSHOT).unlink(missing_ok=True)
            put(folder / JOURNAL, raw)
    finally:
        unmake(trial)


def _compare(reader: JournalReader, cut: int, trial: Path) -> None:
    new = JournalReader(trial)
    with closing(new.file):
        end = reader.position
        same = (
            not new.damaged
            and (len(new), new.position) == (len(reader) - cut, end - cut)
            and settled_state_at(new, end - cut) == encounter_moved(settled_state_at(reader, end), cut)
            and list(_given(new, 0)) == list(_given(reader, cut))
        )
    if not same:
        raise Refused(f"{reader.name} was not compacted: the result would not stand as it does now.")


def _given(reader: JournalReader, start: int) -> Iterator[str]:
    """The commands that were given from that step on."""
    for n in range(start, len(reader)):
        yield from (repr(move.command) for move in reader.step(n).moves if isinstance(move, Opened))
