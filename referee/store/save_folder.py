"""Save folder: the folder of an encounter, made, moved or thrown away in one step."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.store.disk_errors import Unsettled
from referee.store.file import TEMPORARY, Folder, settle
from referee.store.journal_line import JOURNAL, dumped, written
from referee.store.save_problems import CannotWrite, Damaged, NameTaken, writing
from referee.text.harmless import clean

if TYPE_CHECKING:
    from referee.engine.record.recorded_steps import Step

from referee.store.system_copy import MOST_SYSTEM_BYTES, SYSTEM_FILE, digest_of

_LONG_AGO = 3600
"""Seconds after which nobody can still be writing what is half made."""
LOCK = "lock"
"""The file in the folder of an encounter that the program which plays it holds."""
LIBRARY = "library.json"
"""The file of the library, beside the folders of the encounters."""
TRASH = ".trash"
"""The folder of removed encounters, beside the others."""
IMPORTS = ".import-"
"""Prefix of a folder in which the encounters of a campaign lie while it is imported."""


def new_id() -> str:
    """A new id for an encounter or a campaign."""
    return os.urandom(6).hex()


def beside(folder: Folder) -> dict[str, bytes]:
    """The files that a copy of an encounter needs beside its journal, by name, as far as they can be read."""
    try:
        return {SYSTEM_FILE: folder.read(SYSTEM_FILE, MOST_SYSTEM_BYTES)}
    except (OSError, Damaged):
        return {}


def initial_files(
    name: str, system: str, file: bytes | None = None, origin: str = "", steps: "Sequence[Step]" = ()
) -> dict[str, bytes]:
    """The files of a new encounter.

    file: the system file, where the system is one, of which a copy is kept; origin: its path; steps: what has been done
    in the encounter already.
    """
    from referee.store.journal_codec import Title

    digest = digest_of(file) if file is not None else ""
    title = Title(name=name, system=system, digest=digest, origin=origin, id=new_id())
    lines = [written(1, "head", dumped(title))]
    lines += [written(n + 2, "step", dumped(step), n, step.depth) for n, step in enumerate(steps)]
    beside = {} if file is None else {SYSTEM_FILE: file}
    return {**beside, JOURNAL: b"".join(raw for _, raw in lines)}


# -------------------------------------------------------------------- made, moved, thrown away


def is_taken(place: Folder) -> bool:
    """True if something is at that path other than an empty folder: nothing was ever saved in an empty one."""
    if not place.above.holds(place.name):
        return False
    try:
        return bool(place.names())
    except (OSError, CannotWrite):
        return True


def make(place: Folder, files: Mapping[str, bytes], called: str) -> None:
    """Makes a folder with these files. NameTaken or CannotWrite if that is impossible; then nothing is left of it.

    called: the name of the encounter.
    """
    with trial_beside(place) as made, writing(called, "saved"):
        fill(made, files)
        _move_or_take_back(made, place)


def fill(made: Folder, files: Mapping[str, bytes]) -> None:
    """Makes a folder that is not there yet, with these files."""
    made.above.make()
    _sweep(made.above)
    made.make()
    for name, content in files.items():
        made.write_new(name, content)
    made.sync()


@contextmanager
def trial_beside(place: Folder) -> Iterator[Folder]:
    """A place for a folder beside another one; whatever is left there at the end of the block is removed."""
    made = place.above.below(f"{TEMPORARY}{os.urandom(6).hex()}")
    try:
        yield made
    finally:
        made.unmake()


def _move_or_take_back(old: Folder, new: Folder) -> None:
    """Moves a folder as `move`; moves it back if that could not be settled. Unsettled if that is impossible, too."""
    try:
        move(old, new)
    except Unsettled as unsettled:
        with suppress(OSError):
            new.above.rename(new.name, old.above, old.name)
        if not is_taken(new):
            raise OSError(unsettled.errno, unsettled.strerror) from unsettled
        raise


def move(old: Folder, new: Folder) -> None:
    """Renames or moves a folder. NameTaken or OSError if that is impossible; Unsettled if it is done, but not safe."""
    try:
        old.above.rename(old.name, new.above, new.name)
    except OSError as error:
        if is_taken(new):
            raise NameTaken(f"There is already an encounter called {clean(new.name)}.") from error
        raise
    settle(old.above, new.above)


def _sweep(folder: Folder) -> None:
    """Removes half-made folders that killed programs left some time ago."""
    for name in folder.names():
        if name.startswith(TEMPORARY):
            stamp = folder.stamp(name)
            if stamp is not None and time.time() - stamp[3] / 1e9 > _LONG_AGO:
                folder.below(name).unmake()


def discard(folder: Folder, trash: Folder) -> None:
    """Moves the folder of an encounter into the trash. CannotWrite if that is impossible, or the trash is a link.

    NotYetSafe if it is there, but perhaps not after a power failure.
    """
    with writing(clean(folder.name), "put into the trash"):
        if trash.above.holds(TRASH) and (why := trash.trouble()):
            raise CannotWrite(f"{clean(folder.name)} was not removed: the trash, {TRASH}, cannot be used: {why}.")
        trash.make()
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        move(folder, trash.below(f"{folder.name}.{stamp}"))


def discarded(trash: Folder) -> list[Folder]:
    """The folders in the trash, the last removed first; nothing behind a link."""
    try:
        found = [trash.below(each.name) for each in trash.entries() if each.is_folder]
    except (OSError, CannotWrite):
        return []
    return sorted(found, key=lambda folder: folder.name.rpartition(".")[2], reverse=True)


def name_of(folder: Folder) -> str:
    """The name that a folder in the trash had before it was removed."""
    return folder.name.rpartition(".")[0]
