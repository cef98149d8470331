"""Lock of the library of a folder of saves."""

from referee.store.disk_errors import reason
from referee.store.file import Folder
from referee.store.lock import Lock
from referee.store.save_problems import CannotWrite, Locked, writing
from referee.text.harmless import clean

LIBRARY_LOCK = "library.lock"
_PATIENCE = 10.0
"""Seconds that a program waits for another one to have written the library."""


class LibraryLock(Lock):
    """The lock of the library of a folder of saves. Programs hold it for moments, so that others wait for it."""

    def __init__(self, saves: Folder) -> None:
        called = f"The library in {clean(str(saves.path.absolute()), 120)}"
        with writing(called, "changed"):
            saves.make()
        super().__init__(saves, LIBRARY_LOCK, called, patience=_PATIENCE)

    def _refusal(self, error: OSError, holder: str = "") -> Locked | CannotWrite:
        if isinstance(error, BlockingIOError) and holder:
            where = self._called.removeprefix("The")
            return Locked(f"Another program is writing the{where}. Nothing was changed.", holder)
        return CannotWrite(f"{self._called} cannot be changed: {reason(error)}. Nothing was changed.")
