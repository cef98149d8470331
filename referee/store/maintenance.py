"""Maintenance: what is done to an encounter as a whole when its files are damaged or have grown long."""

import os
from contextlib import closing, suppress
from pathlib import Path

from referee.engine.problem import Problem
from referee.store.codec import dumped
from referee.store.compact import UNDOABLE, compact, first_kept, folded
from referee.store.file import MOST_BYTES, TEMPORARY
from referee.store.journal_reader import JournalReader
from referee.store.line import JOURNAL, written
from referee.store.lock import Lock
from referee.store.repair import LARGEST, repaired
from referee.store.save_folder import LOCK, make, unmake
from referee.store.saves import Saves
from referee.store.system_copy import beside
from referee.store.trash import TRASH


def compacted(saves: Saves, name: str, keep: int = UNDOABLE) -> tuple[int, int]:
    """Folds all acts of an encounter but the latest; how many can be taken back now, and the journal's length in bytes.

    Locked if a program plays it, Refused if there is nothing to fold, CannotWrite if the disk fails.
    """
    slug = saves.find(name)
    lock = Lock(saves.folder / slug / LOCK, slug)
    try:
        done = compact(saves.folder / slug, saves.folder / TRASH, keep)
    finally:
        lock.release()
    with suppress(Problem):  # it is done, whether or not its encounter.json can be written now
        saves.open(slug).close()
    return done


def repair(saves: Saves, name: str) -> tuple[str, list[str]]:
    """Makes the best copy of a damaged encounter; what it is called, and what is not in it, a sentence each.

    Damaged if nothing of it can be read, CannotWrite if the disk fails. The damaged files are left as they are.
    """
    folder = saves.folder / saves.find(name)
    title, raw, lost = repaired(folder)
    new = saves.free_name(f"{title.name} repaired")
    trial = folder.with_name(f"{TEMPORARY}{os.urandom(6).hex()}")
    try:
        make(trial, {JOURNAL: raw}, new)
        copy, more = _proved(trial, new)
    finally:
        unmake(trial)
    slug = saves.make(new, copy, beside(folder))
    with suppress(Problem):  # the copy is there, whether or not its encounter.json can be written now
        saves.open(slug).close()
    return new, [*lost, *more]


def _proved(trial: Path, new: str) -> tuple[bytes, list[str]]:
    """The copy under its new name, as far as it can be played through; what is not in it."""
    reader = JournalReader(trial, LARGEST)
    with closing(reader.file):
        lost = []
        if reader.damaged:
            lost.append("Some of what was written is no act of a table; it was left out with all that came after.")
        raw = reader.file.read(0, reader.end)
        if len(raw) > MOST_BYTES // 2 and (cut := first_kept(reader, max(0, reader.position - UNDOABLE))):
            lost.append(f"The journal was too long: only the latest {reader.position - cut} acts can be taken back.")
            return folded(reader, cut, new), lost
        title = reader.title.renamed(new)
        return raw + written(reader.lines + 1, "name", dumped(title))[1], lost
