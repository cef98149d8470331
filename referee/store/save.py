"""A save as the list of encounters shows it: name, game, round, figures and damage, read without the history."""

import os
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from referee.engine.problem import Problem
from referee.store.file import closed_after, open_plain, reason
from referee.store.line import JOURNAL, NEVER, Line, last_line
from referee.store.save_folder import Membership, membership_of
from referee.store.tables import SNAPSHOT, Snapshot
from referee.text import clean_name

_TAIL = 64 * 1024
"""Bytes from the end of a journal that are read first: nearly every line is far shorter."""


@dataclass
class Save:
    """One encounter among others, and how it stands."""

    name: str
    slug: str
    """The name of its folder."""
    system: str = ""
    round: int = 0
    turn: str = ""
    """Whose turn it is, by name; empty if nobody's."""
    saved: datetime = NEVER
    """When it was last written, in UTC."""
    actions: int = 0
    """Number of applied steps."""
    figures: int = 0
    """Number of figures that have not been taken off the table."""
    asks: str = ""
    """What is asked, by the question's key or the command's name, if the table was left in the middle of something."""
    trouble: str = ""
    """Why it cannot be read, or not all of it, in one sentence."""
    membership: Membership | None = None
    """The campaign that it belongs to; None if it is in none."""


def look_at(folder: Path, slug: str) -> Save:
    """The save in that folder, without opening it for play."""
    return replace(_found(folder, slug), membership=membership_of(folder))


def _found(folder: Path, slug: str) -> Save:
    try:
        line = _last_line(folder / JOURNAL)
        snapshot = Snapshot.read(folder)
        if line is not None and snapshot is not None and (snapshot.line, snapshot.crc) == (line.number, line.crc):
            return _from_snapshot(snapshot, slug, line)
        return _from_journal(folder, slug)
    except Problem as problem:
        return _damaged(folder, slug, str(problem))
    except OSError as error:
        return _damaged(folder, slug, f"{JOURNAL} cannot be read: {reason(error)}.")
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        # The files may hold anything; the other saves must be listed all the same.
        return _damaged(folder, slug, f"{JOURNAL} or {SNAPSHOT} holds something no encounter can have.")


def _last_line(path: Path) -> Line | None:
    try:
        with closed_after(open_plain(path)) as descriptor:
            size = os.fstat(descriptor).st_size
            return last_line(os.pread(descriptor, _TAIL, max(0, size - _TAIL)))
    except FileNotFoundError:
        return None


def _from_snapshot(snapshot: Snapshot, slug: str, line: Line) -> Save:
    row = snapshot.row
    return Save(
        name=clean_name(row["name"]),
        slug=slug,
        system=clean_name(row["system"]),
        round=row["state"]["round"],
        turn=clean_name(str(row["turn"])),
        saved=line.when,
        actions=snapshot.position,
        figures=sum(figure.get("standing") != "away" for figure in snapshot.tables["figures"]),
        asks=clean_name(snapshot.asks),
    )


def _from_journal(folder: Path, slug: str) -> Save:
    """The journal is ahead of the snapshot: what is missing is folded, without changing anything."""
    from referee.engine.record.history import open_commands_at, settled_state_at
    from referee.store.journal import Journal

    with closing(Journal(folder)) as journal:
        encounter = settled_state_at(journal, journal.position)
        stack = open_commands_at(journal, journal.position)
        return Save(
            name=clean_name(journal.name),
            slug=slug,
            system=clean_name(journal.system),
            round=encounter.round,
            turn=clean_name(encounter.name(encounter.turn)) if encounter.turn else "",
            saved=journal.last.when if journal.last else NEVER,
            actions=journal.position,
            figures=sum(figure.standing != "away" for figure in encounter.figures.values()),
            asks=clean_name(stack[-1].command.verb) if stack else "",
            trouble=" ".join(journal.notices),
        )


def _damaged(folder: Path, slug: str, trouble: str) -> Save:
    save = Save(name=clean_name(slug), slug=slug, trouble=trouble)
    with suppress(OSError):
        save.saved = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    return save
