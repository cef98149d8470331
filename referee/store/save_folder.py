"""Save folders: made, moved and removed, each there at once or not at all."""

import os
import time
from contextlib import suppress
from pathlib import Path

from referee.store.file import TEMPORARY, make_folder, settle_folder, settle_names, write_new
from referee.store.problem import NameTaken, Unsettled, writing

_LONG_AGO = 3600
"""Seconds after which nobody can still be at what is half made."""

LOCK = "lock"
"""The file in the folder of an encounter that the program which plays it holds."""


def is_taken(place: Path) -> bool:
    """Is there anything? An empty folder holds no place: nothing was ever saved in it."""
    if not os.path.lexists(place):
        return False
    try:
        return bool(os.listdir(place))
    except OSError:
        return True


def make(place: Path, files: dict[str, bytes], called: str) -> None:
    """A new folder with these files in it, of the encounter that is called so.

    NameTaken or CannotWrite if it cannot be; then nothing is left of it.
    """
    made = place.with_name(f"{TEMPORARY}{os.urandom(6).hex()}")
    try:
        with writing(called, "saved"):
            make_folder(place.parent)
            _sweep(place.parent)
            make_folder(made)
            for name, content in files.items():
                write_new(made / name, content)
            settle_folder(made)
            _move_or_take_back(made, place)
    finally:
        unmake(made)


def _move_or_take_back(old: Path, new: Path) -> None:
    """As `move`, but it is where it was also where it could not be settled. Unsettled if that is impossible, too."""
    try:
        move(old, new)
    except Unsettled as unsettled:
        with suppress(OSError):
            os.rename(new, old)
        if not os.path.lexists(new):
            raise OSError(unsettled.errno, unsettled.strerror) from unsettled
        raise


def move(old: Path, new: Path) -> None:
    """Gives a folder another place. NameTaken or OSError if it cannot be; Unsettled if it is there."""
    try:
        os.rename(old, new)
    except OSError as error:
        if os.path.lexists(old) and is_taken(new):
            raise NameTaken(f"There is an encounter called {new.name} already.") from error
        raise
    settle_names(old.parent, new.parent)


def _sweep(folder: Path) -> None:
    """Takes away what killed programs left half made, long ago."""
    for left in folder.glob(f"{TEMPORARY}*"):
        with suppress(OSError):
            if time.time() - left.lstat().st_mtime > _LONG_AGO:
                unmake(left)


def unmake(folder: Path) -> None:
    """Takes away a folder with the files in it, as far as that can be; of a link, only the link."""
    with suppress(OSError):
        if os.path.islink(folder):
            folder.unlink()
            return
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()
