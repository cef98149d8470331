"""Save folders: made, moved and removed, each there at once or not at all."""

import os
import time
from contextlib import suppress
from pathlib import Path

from referee.store.file import TEMPORARY, make_folder, put, settle_folder
from referee.store.problem import CannotWrite, NameTaken, reason
from referee.text import clean, clean_name

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


def make(place: Path, files: dict[str, bytes]) -> None:
    """A new folder with these files in it. NameTaken or CannotWrite if it cannot be; then nothing is left of it."""
    made = place.with_name(f"{TEMPORARY}{os.urandom(6).hex()}")
    try:
        make_folder(place.parent)
        _sweep(place.parent)
        make_folder(made)
        for name, content in files.items():
            put(made / name, content)
        move(made, place)
    except OSError as error:
        raise CannotWrite(f"{place.name} cannot be saved: {reason(error)} (in {clean(str(place.parent))}).") from error
    finally:
        unmake(made)


def move(old: Path, new: Path) -> None:
    """Gives a folder another place. NameTaken or CannotWrite if it cannot be; then it is where it was."""
    try:
        os.rename(old, new)
        _settle(old, new)
    except OSError as error:
        if os.path.lexists(old) and is_taken(new):
            raise NameTaken(f"There is an encounter called {new.name} already.") from error
        raise CannotWrite(f"{clean_name(new.name)} cannot be put in its place: {reason(error)}.") from error


def _settle(old: Path, new: Path) -> None:
    """Makes sure that a renaming is on the disk, or takes it back. OSError if it is not."""
    try:
        for folder in {old.parent, new.parent}:
            settle_folder(folder)
    except OSError:
        os.rename(new, old)
        raise


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
