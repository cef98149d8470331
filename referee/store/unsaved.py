"""Unsaved acts: those that the disk did not take are kept in a second place when the program ends, and brought back at
the next start.
"""

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_state_path

from referee.store.file import CannotWrite, Damaged, NotYetSafe, put, read_plain, reason
from referee.store.line import JOURNAL, survey
from referee.store.save_folder import beside, make, unmake
from referee.text import clean

ORIGIN = "origin"
"""The file that names the folder of the encounter that could not be written."""


class Kept(NamedTuple):
    """A journal in the second place."""

    folder: Path
    origin: Path
    """The folder of the encounter that could not be written."""


class Rescued(NamedTuple):
    """What became of acts that the disk did not take."""

    told: str
    """In one or two sentences."""
    folder: Path | None
    """Where they are kept; None if they are lost."""


def second_place() -> Path:
    """The folder for journals that could not be written where they belong."""
    return user_state_path("referee") / "unsaved"


def rescue(name: str, origin: Path, raw: bytes, trouble: str) -> Rescued:
    """Writes a whole journal to the second place, because of `trouble` in its own."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    folder = second_place() / f"{origin.name}.{stamp}"
    try:
        with suppress(NotYetSafe):  # it is there, but perhaps not after a power failure
            make(folder, {**beside(origin), JOURNAL: raw, ORIGIN: os.fsencode(origin.resolve())}, name)
    except (CannotWrite, OSError) as error:
        return lost(name, trouble, f"{reason(error)}." if isinstance(error, OSError) else str(error))
    told = (
        f"What was not saved of {name} is kept in {clean(str(folder))}, and comes back the next time you start Referee."
    )
    return Rescued(told, folder)


def lost(name: str, trouble: str, why: str) -> Rescued:
    """That acts are lost: why they could not be written to their place, nor to the second one."""
    return Rescued(
        f"What was not saved of {name} is lost: {trouble} It could not be saved elsewhere either: {why}", None
    )


def kept_of(saves: Path) -> list[Kept]:
    """What lies in the second place of the encounters of one folder of saves, the oldest first."""
    found = []
    with suppress(OSError):
        for folder in sorted(second_place().iterdir()):
            with suppress(OSError, Damaged):
                origin = Path(os.fsdecode(read_plain(folder / ORIGIN)))
                if folder.name[0] != "." and origin.parent == saves.resolve():
                    found.append(Kept(folder, origin))
    return found


def join(kept: Kept) -> bool:
    """Appends the kept acts to their own journal. False if that has been continued in another way meanwhile.

    Whoever calls holds the encounter's lock. OSError or Damaged if a file cannot be read or written.
    """
    raw, now = read_plain(kept.folder / JOURNAL), read_plain(kept.origin / JOURNAL)
    found = survey(now)
    if not now.startswith(raw):  # else they were appended before, and could not be removed from here
        if found.broken or not raw.startswith(now[: found.good]):
            return False
        put(kept.origin / JOURNAL, raw)
    forget(kept)
    return True


def forget(kept: Kept) -> None:
    """Removes the kept journal."""
    unmake(kept.folder)
