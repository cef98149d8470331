"""Errors of the disk, in a few words."""

import errno

from referee.engine.problem import Problem


class Displaced(OSError):
    """The file to be written to is not the one, or not as long, as this program left it; the text says which."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.ESTALE, why)


class Unsettled(OSError):
    """A file or a folder has its new name, but waiting for the disk to keep that failed."""


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
