"""Unfinished changes of an earlier version that was killed: `.unfinished.json` says what is left to do.

The file may come from a stranger: it is believed only where it names plain files and folders of this folder.
"""

import os
import stat
from contextlib import suppress
from typing import Any

from referee.store import system_calls
from referee.store.campaign_membership import CAMPAIGN
from referee.store.file import TEMPORARY, Folder, closed_after, read_at, write_at
from referee.store.journal_line import JOURNAL
from referee.store.save_folder import LIBRARY, is_taken
from referee.store.save_problems import Damaged
from referee.store.strict_json import read_json

UNFINISHED = ".unfinished.json"
_LONGEST = 1 << 20
"""Maximum size of the file in bytes."""


def finish_old_changes(saves: Folder) -> str:
    """Makes what is left to do, if that is possible; returns a sentence if the file was put aside instead.

    The caller holds the lock of the library.
    """
    try:
        found: Any = read_json(saves.read(UNFINISHED, _LONGEST), UNFINISHED)
        moves = [_checked(saves, old, new) for old, new in found["moves"]]
        if found["line"] is not None:
            path, at, text = found["line"]
            _write(_plain(saves, path), int(at), str(text).encode())
        for old, new in moves:
            _move(old, new)
        saves.sync()
        saves.remove(UNFINISHED)
    except FileNotFoundError:
        return ""
    except (Damaged, OSError, LookupError, TypeError, ValueError, AttributeError, OverflowError):
        aside = f"unfinished-{os.urandom(3).hex()}.aside"
        with suppress(OSError):
            saves.rename(UNFINISHED, saves, aside)
            return f"{UNFINISHED} in the folder of encounters makes no sense. It was put aside as {aside}."
    return ""


def _checked(saves: Folder, old: str, new: str) -> tuple[Folder, Folder]:
    """The places of a move, if an earlier version can have meant it: an encounter gets its name or another one, or a
    file that was written beside its place takes the place of the library or of what says the campaign. ValueError
    otherwise.
    """
    origin, place = _plain(saves, old), _plain(saves, new)
    if _mode(origin) == stat.S_IFREG:
        is_meant = old.startswith(TEMPORARY) and (new == LIBRARY or place.name == CAMPAIGN)
    else:
        is_meant = "/" not in new and new != LIBRARY
    if "/" in old or not is_meant:
        raise ValueError("not a change that a Referee has made")
    return origin, place


def _plain(saves: Folder, path: str) -> Folder:
    """A place in the folder of saves, or in a folder there. ValueError if it leads elsewhere, or is no plain file."""
    names = path.split("/")
    place = saves.below(*names)
    if len(names) > 3 or _mode(place) not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ValueError("not a place of saves")
    return place


def _mode(place: Folder) -> int:
    """File type at a place, such as S_IFREG or S_IFDIR; 0 if there is nothing. OSError behind a link."""
    try:
        return stat.S_IFMT(place.above.stat(place.name).st_mode)
    except FileNotFoundError:
        return 0


def _move(old: Folder, new: Folder) -> None:
    """Moves a file or a folder, unless that is done. Nothing is written over a folder that has come since."""
    if old == new or not _mode(old):
        return
    name = new.name
    if _mode(old) == stat.S_IFDIR and is_taken(new):
        if not old.name.startswith(TEMPORARY):
            return
        name = f"{name}-{os.urandom(3).hex()}"
    old.above.rename(old.name, new.above, name)


def _write(place: Folder, at: int, text: bytes) -> None:
    """Ends a journal with that text, which begins at that offset. A journal that has gone on differently stays."""
    if not _mode(place):
        return
    if place.name != JOURNAL:
        raise ValueError("not a journal")
    with closed_after(place.above.open_private(JOURNAL, os.O_RDWR)) as descriptor:
        about = os.fstat(descriptor)
        if about.st_nlink > 1:
            raise ValueError("a file of others, too")
        # After a power failure zeros may stand for what was not written yet.
        there = read_at(descriptor, len(text) + 1, at).rstrip(b"\0")
        if about.st_size >= at and text.startswith(there):
            write_at(descriptor, text, at)
            system_calls.sync(descriptor)
