"""The trash: a folder among the saves for encounters that were removed."""

import os
from datetime import UTC, datetime
from pathlib import Path

from referee.store.file import make_folder
from referee.store.problem import CannotWrite, writing
from referee.store.save_folder import move

TRASH = ".trash"
"""The name of the folder."""


def discard(folder: Path, trash: Path) -> None:
    """Moves an encounter's folder into the trash. CannotWrite if it cannot be, or the trash is a link to elsewhere.

    NotYetSafe if it is there, but perhaps not after a power failure.
    """
    with writing(folder.name, "put into the trash"):
        make_folder(trash)
        if trash.is_symlink():
            raise CannotWrite(f"{folder.name} was not removed: the trash, {trash.name}, is a link to another folder.")
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
        move(folder, trash / f"{folder.name}.{stamp}")


def discarded(trash: Path) -> list[Path]:
    """The folders in the trash, the last removed first; links are none, nor is anything behind a link."""
    if os.path.islink(trash):
        return []
    try:
        with os.scandir(trash) as entries:
            found = [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    return sorted(found, key=lambda folder: folder.name.rpartition(".")[2], reverse=True)


def name_of(folder: Path) -> str:
    """The name of its folder before it was removed."""
    return folder.name.rpartition(".")[0]
