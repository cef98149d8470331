"""What can go wrong with a save, each worded for the referee."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from referee.engine.problem import Problem

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the quota of disk space is used up",
    errno.EFBIG: "the file may not grow any further",
    errno.EROFS: "the disk can only be read",
    errno.EACCES: "there is no permission for that",
    errno.EPERM: "there is no permission for that",
    errno.EIO: "the disk reports an error",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOENT: "the folder of the encounter is gone",
    errno.ESTALE: "the folder of the encounter is gone",
}


def reason(error: OSError) -> str:
    """Why a file could not be read or written, in a few words that name no content."""
    if isinstance(error, Displaced):
        return str(error.strerror)
    return _REASONS.get(error.errno or 0, "the system says: " + (error.strerror or "no").lower())


class NoSuchSave(Problem):
    """No save is called so, or several are."""


class NameTaken(Problem):
    """There is a save of that name already, or the name is none."""


class Displaced(OSError):
    """The file to be written to is not the one, or not as long, as this program left it; the text says which."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.ESTALE, why)


class Unsettled(OSError):
    """A file or a folder has its new name, but waiting for the disk to keep that failed."""


class Locked(Problem):
    """Another program plays this encounter, `holder` says which; it can be opened for reading, or taken over."""

    def __init__(self, sentence: str, holder: str = "") -> None:
        super().__init__(sentence)
        self.holder = holder


class ReadOnly(Problem):
    """The encounter was opened for reading: nothing can be changed in it."""


class Damaged(Problem):
    """A file of a save cannot be read any further; `line` says from where on, in a journal."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class TooNew(Problem):
    """The save was written by a newer referee, and is left as it is."""


class CannotWrite(Problem):
    """The disk does not take what is to be written; nothing has changed."""


class NotYetSafe(Problem):
    """It is done, unlike with all other problems, but a power failure could still undo it."""


@contextmanager
def writing(called: str, done: str) -> Iterator[None]:
    """Turns errors of the disk into CannotWrite, or into NotYetSafe where the names on the disk are new already.

    called: what is written, by a name that people know; done: what becomes of it, as "renamed".
    """
    try:
        yield
    except Unsettled as error:
        raise NotYetSafe(f"{called} is {done}, but a power failure could still undo it: {reason(error)}.") from error
    except OSError as error:
        raise CannotWrite(f"{called} cannot be {done}: {reason(error)}. Nothing was changed.") from error
