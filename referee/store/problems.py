"""Problems of saves, and the sentences in which errors of the disk are told."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from referee.engine.problem import Problem

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file cannot grow any more",
    errno.EROFS: "the disk is read-only",
    errno.EACCES: "permission denied",
    errno.EPERM: "permission denied",
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


def sentence_of(error: OSError | Problem) -> str:
    """The same, or what a problem says, as a sentence."""
    why = f"{reason(error)}." if isinstance(error, OSError) else str(error)
    return why[0].upper() + why[1:]


class SaveProblem(Problem):
    """Something is wrong with a save; the topic `saves` says more."""

    topic = "saves"


class NoSuchSave(SaveProblem):
    """No save is called so, or several are."""


class NameTaken(Problem):
    """A save or a file has that name already, or the name is none."""


class Displaced(OSError):
    """The file to be written to is not the one, or not as long, as this program left it; the text says which."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.ESTALE, why)


class Unsettled(OSError):
    """A file or a folder has its new name, but waiting for the disk to keep that failed."""


class Locked(SaveProblem):
    """Another program plays this encounter, `holder` says which; it can be opened for reading, or taken over."""

    def __init__(self, sentence: str, holder: str = "") -> None:
        super().__init__(sentence)
        self.holder = holder


class ReadOnly(SaveProblem):
    """The encounter was opened for reading: nothing can be changed in it."""


class Damaged(SaveProblem):
    """A file of a save cannot be read any further; `line` says from where on, in a journal."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class TooNew(Problem):
    """The save was written by a newer referee, and is left as it is."""


class CannotWrite(SaveProblem):
    """The disk does not take what is to be written; nothing has changed."""


class NotYetSafe(SaveProblem):
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


@contextmanager
def doubting(doubts: list[str]) -> Iterator[None]:
    """Adds the sentence of a NotYetSafe to `doubts`, where more is done after it."""
    try:
        yield
    except NotYetSafe as doubt:
        doubts.append(str(doubt))
