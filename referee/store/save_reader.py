"""Reader of a save: it reads what the list needs without the history of the encounter."""

import os
from contextlib import closing, suppress
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from referee.engine.problem import Problem
from referee.store.campaign_membership import membership_of
from referee.store.database import ENCOUNTER_FILE, EncounterDatabase
from referee.store.disk_errors import reason
from referee.store.encounter_outline import Outline, outline_of
from referee.store.file import Folder, Stamp, closed_after
from referee.store.journal import Journal
from referee.store.journal_line import JOURNAL, NEVER, Line, last_line
from referee.store.save import Save
from referee.store.save_folder import TRASH, discarded
from referee.text.harmless import clean_name

_TAIL = 64 * 1024
"""Bytes from the end of a journal that are read for its last line; nearly every line is far shorter."""


def names_by_id(saves: Folder) -> dict[str, str]:
    """The names of all encounters in a folder of saves and its trash, by their ids."""
    folders = [saves.below(each.name) for each in saves.entries() if each.is_folder and each.name[0] != "."]
    found = [read_save(folder, folder.name) for folder in (*discarded(saves.below(TRASH)), *folders)]
    return {save.id: save.name for save in found if save.id}


def read_save(folder: Folder, slug: str) -> Save:
    """The encounter in a folder, without opening it for play."""
    return replace(_found(folder, slug), membership=membership_of(folder))


def _found(folder: Folder, slug: str) -> Save:
    try:
        line, outline = _last_line(folder), EncounterDatabase(folder).outline
        if line is not None and outline is not None and (outline.line, outline.crc) == (line.number, line.crc):
            return _save(outline, slug, line, is_folded=not outline.id)
        return _folded(folder, slug)
    except Problem as problem:
        return _unreadable(folder, slug, str(problem))
    except OSError as error:
        return _unreadable(folder, slug, f"{folder.called(JOURNAL)} cannot be read: {reason(error)}.")
    except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
        # The files may hold anything; the other saves must be listed all the same.
        return _unreadable(folder, slug, f"{JOURNAL} or {ENCOUNTER_FILE} holds something no encounter can have.")


def _last_line(folder: Folder) -> Line | None:
    """The last line of the journal; None if there is none, or it is not sound."""
    try:
        with closed_after(folder.open_plain(JOURNAL)) as descriptor:
            size = os.fstat(descriptor).st_size
            return last_line(os.pread(descriptor, _TAIL, max(0, size - _TAIL)))
    except FileNotFoundError:
        return None


def _save(outline: Outline, slug: str, line: Line | None, is_folded: bool, trouble: str = "") -> Save:
    """The row of the list; the words of the outline may be anybody's."""
    words: dict[str, Any] = {name: clean_name(getattr(outline, name)) for name in ("name", "system", "turn", "asks")}
    same: dict[str, Any] = {name: getattr(outline, name) for name in ("id", "round", "figures", "over")}
    when = line.when if line is not None else NEVER
    return Save(slug=slug, saved=when, actions=outline.position, is_folded=is_folded, trouble=trouble, **words, **same)


def _folded(folder: Folder, slug: str) -> Save:
    """The journal is ahead of the database: what is missing is folded, without changing anything."""
    with closing(Journal(folder)) as journal:
        outline = outline_of(journal, journal.title, journal.last)
        return _save(outline, slug, journal.last, is_folded=True, trouble=" ".join(journal.notices))


def _unreadable(folder: Folder, slug: str, trouble: str) -> Save:
    saved = _changed(folder.above.stamp(folder.name))
    return Save(clean_name(slug), slug, saved=saved, trouble=folder.unreadable() or trouble)


def _changed(stamp: Stamp | None) -> datetime:
    """When a file was changed; NEVER if there is none, or that is in no year that a date can have."""
    with suppress(OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(stamp[3] / 1e9, UTC) if stamp else NEVER
    return NEVER
