"""Recovery of acts that the disk did not take: they are kept in a second place when the program ends, and brought back
at the next start.
"""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from platformdirs import user_state_path

from referee.store.disk_errors import reason
from referee.store.file import Folder
from referee.store.journal_line import JOURNAL, survey
from referee.store.save_folder import beside, make
from referee.store.save_problems import CannotWrite, Damaged, NotYetSafe
from referee.text.harmless import clean

ORIGIN = "origin"
"""The file that names the folder of the encounter that could not be written."""


class KeptJournal(Struct, frozen=True):
    """A journal in the second place."""

    folder: Folder
    origin: Folder
    """The folder of the encounter that could not be written."""


class Rescued(NamedTuple):
    """What became of acts that the disk did not take."""

    told: str
    """In one or two sentences."""
    folder: Path | None
    """Where they are kept; None if they are lost."""


def second_place() -> Folder:
    """The folder for journals that could not be written where they belong."""
    return Folder(user_state_path("referee"), ("unsaved",))


def rescue(name: str, origin: Folder, raw: bytes, trouble: str) -> Rescued:
    """Writes a whole journal to the second place, because of `trouble` in its own."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    folder = second_place().below(f"{origin.name}.{stamp}")
    try:
        with suppress(NotYetSafe):  # it is there, but perhaps not after a power failure
            make(folder, {**beside(origin), JOURNAL: raw, ORIGIN: os.fsencode(origin.path.resolve())}, name)
    except (CannotWrite, OSError) as error:
        return lost(name, trouble, f"{reason(error)}." if isinstance(error, OSError) else str(error))
    told = (
        f"What was not saved of {name} is kept in {clean(str(folder.path))}, and comes back the next time you start "
        "Referee."
    )
    return Rescued(told, folder.path)


def lost(name: str, trouble: str, why: str) -> Rescued:
    """Acts are lost: why they could not be written to their place, nor to the second one."""
    return Rescued(
        f"What was not saved of {name} is lost: {trouble} It could not be saved elsewhere either: {why}", None
    )


def kept_of(saves: Folder) -> list[KeptJournal]:
    """The journals in the second place that belong to a folder of saves, oldest first."""
    found = []
    with suppress(OSError, CannotWrite):
        for name in second_place().names():
            folder = second_place().below(name)
            with suppress(OSError, Damaged, ValueError):
                origin = Path(os.fsdecode(folder.read(ORIGIN)))
                if name[0] != "." and origin.parent == saves.path.resolve():
                    found.append(KeptJournal(folder, saves.below(origin.name)))
    return found


def join(kept: KeptJournal) -> bool:
    """Appends the kept acts to their own journal, whose lock the caller holds. False if that went another way since."""
    raw, now = kept.folder.read(JOURNAL), kept.origin.read(JOURNAL)
    found = survey(now)
    if not now.startswith(raw):  # else they were appended before, and could not be removed from here
        if found.broken or not raw.startswith(now[: found.good]):
            return False
        kept.origin.put(JOURNAL, raw)
    forget(kept)
    return True


def forget(kept: KeptJournal) -> None:
    """Removes the kept journal."""
    kept.folder.unmake()
