"""Files of a save: read with checks, and replaced so that a crash leaves the old file or the new one; with the errors
of saves.
"""

import errno
import json
import os
import stat
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from sys import intern
from typing import Any

from referee.engine.problem import Problem
from referee.text import pattern

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


class NoSuchSave(Problem):
    """No save is called so, or several are."""

    topic = "saves"


class NameTaken(Problem):
    """A save or a file has that name already, or the name is none."""


class Displaced(OSError):
    """The file to be written to is not the one, or not as long, as this program left it; the text says which."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.ESTALE, why)


class Unsettled(OSError):
    """A file or a folder has its new name, but waiting for the disk to keep that failed."""


class Locked(Problem):
    """Another program plays this encounter, `holder` says which; it can be opened for reading, or taken over."""

    topic = "saves"

    def __init__(self, sentence: str, holder: str = "") -> None:
        super().__init__(sentence)
        self.holder = holder


class ReadOnly(Problem):
    """The encounter was opened for reading: nothing can be changed in it."""

    topic = "saves"


class Damaged(Problem):
    """A file of a save cannot be read any further; `line` says from where on, in a journal."""

    topic = "saves"

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class TooNew(Problem):
    """The save was written by a newer referee, and is left as it is."""


class CannotWrite(Problem):
    """The disk does not take what is to be written; nothing has changed."""

    topic = "saves"


class NotYetSafe(Problem):
    """It is done, unlike with all other problems, but a power failure could still undo it."""

    topic = "saves"


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


PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
MOST_BYTES = 64 * 1024 * 1024
"""A file larger than this is nothing that a fight has written, and is not read at all."""
Stamp = tuple[int, int, int, int]
"""Device, inode, bytes and time of change of a file: while these are the same nothing was written to it."""
TEMPORARY = ".new-"
"""The beginning of the name of a file or folder while it is being written."""

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


def open_plain(path: Path, called: str = "", most: int = MOST_BYTES) -> int:
    """A descriptor to read a plain file. Damaged, if it is a link, a pipe, a device or has more than `most` bytes."""
    called = called or called_in_save(path)
    try:
        descriptor = os.open(path, _READ)
    except FileNotFoundError:
        raise
    except OSError as error:
        why = "it is a link" if os.path.islink(path) else reason(error)
        raise Damaged(f"{called} cannot be read: {why}.") from error
    if why := _why_not(descriptor, most):
        os.close(descriptor)
        raise Damaged(f"{called} cannot be read: {why}.")
    return descriptor


def called_in_save(path: Path) -> str:
    """What a file of a save is called where people read it; nobody knows the name of a folder that is half made."""
    folder = path.parent.name
    return f"{path.name} of {'the new copy' if folder.startswith(TEMPORARY) else folder}"


def _why_not(descriptor: int, most: int) -> str:
    """Why an open file is not to be read; empty if it may be."""
    try:
        about = os.fstat(descriptor)
    except OSError as error:
        return reason(error)
    if not stat.S_ISREG(about.st_mode):
        return "it is not a plain file"
    return "it is too big" if about.st_size > most else ""


def read_at(descriptor: int, length: int, at: int) -> bytes:
    """So many bytes from an offset on, or all up to the end; reads repeatedly, since the system may return fewer than
    asked.
    """
    parts = []
    while length and (part := os.pread(descriptor, length, at)):
        parts.append(part)
        at, length = at + len(part), length - len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


_YEAR_10000 = 253_402_300_800 * 10**9
"""Nanoseconds from 1970 to that year, in which no date lies."""


def stamp_of(path: Path | str) -> Stamp | None:
    """The stamp of a file; None if there is no such file, or it cannot be looked at."""
    try:
        found = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def modified(stamp: Stamp | None) -> int:
    """When a file was last written, in nanoseconds since 1970; 0 if there is none, or that is in no year of a date."""
    return stamp[3] if stamp is not None and stamp[3] < _YEAR_10000 else 0


def read_all(descriptor: int, start: int = 0) -> bytes:
    """All that is in an open file, from an offset on."""
    return read_at(descriptor, max(0, os.fstat(descriptor).st_size - start), start)


@contextmanager
def closed_after(descriptor: int) -> Iterator[int]:
    """An open file, closed at the end of the block."""
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def read_plain(path: Path, most: int = MOST_BYTES, called: str = "") -> bytes:
    """All that is in a plain file. Damaged, if it is not one, or has more than `most` bytes."""
    called = called or called_in_save(path)
    with closed_after(open_plain(path, called, most)) as descriptor:
        try:
            return read_all(descriptor)
        except OSError as error:
            raise Damaged(f"{called} cannot be read: {reason(error)}.") from error


def read_given(path: Path, called: str, most: int = MOST_BYTES, follow_links: bool = False) -> bytes:
    """All that is in a file that the referee names. Damaged, if there is none, or why it cannot be read."""
    try:
        return read_plain(path.resolve() if follow_links else path, most, called)
    except FileNotFoundError as error:
        raise Damaged(f"There is no file {called}.") from error
    except (RuntimeError, ValueError) as error:  # a link in a circle; a name with a null character
        raise Damaged(f"{called} cannot be read: it is not a plain file.") from error


def read_json(raw: bytes, what: str) -> Any:
    """The value that JSON says, strictly: every name once, no NaN. Damaged otherwise, without quoting any of it."""
    try:
        text = raw.decode("utf-8")
        del raw  # a library of thousands of figures is not held twice
        return json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Damaged(f"{what} is damaged{_place(error)}.") from error


def json_in_steps(raw: bytes, what: str, depth: int) -> Generator[None, None, Any]:
    """The same value in steps, one for each value in objects within objects to that depth. Damaged as `read_json`."""
    try:
        text = raw.decode("utf-8")
        del raw
        found, end = yield from _value(text, _past("", text, 0), depth)
        if end < len(text):
            raise json.JSONDecodeError("Extra data", text, end)
    except (ValueError, RecursionError) as error:
        raise Damaged(f"{what} is damaged{_place(error)}.") from error
    return found


_DECODER = json.JSONDecoder(  # the names are the same in thousands of rows
    object_pairs_hook=lambda pairs: _once_each([(intern(name), value) for name, value in pairs]),
    parse_constant=lambda name: _no_constant(name),
)
_BLANKS = pattern(r"[ \t\n\r]*")


def _value(text: str, at: int, depth: int) -> Generator[None, None, tuple[Any, int]]:
    """The value that begins there, and where it and the blanks behind it end. ValueError if there is none."""
    if not depth or not text.startswith("{", at):
        found, at = _DECODER.raw_decode(text, at)
        yield
        return found, _past("", text, at)
    members: dict[str, Any] = {}
    at = _past("{", text, at)
    while not text.startswith("}", at):
        at = _past(",", text, at) if members else at
        _past('"', text, at)
        name, at = _DECODER.raw_decode(text, at)
        value, at = yield from _value(text, _past(":", text, _past("", text, at)), depth - 1)
        if name in members:
            raise ValueError("a name appears twice")
        members[name] = value
    return members, _past("}", text, at)


def _past(sign: str, text: str, at: int) -> int:
    """Where that sign, which stands there, and the blanks behind it end."""
    if not text.startswith(sign, at):
        raise json.JSONDecodeError(f"Expecting {sign}", text, at)
    found = _BLANKS.match(text, at + len(sign))
    return found.end() if found else at


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name appears twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError("not a number")


def _place(error: BaseException) -> str:
    return f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""


def make_folder(path: Path) -> None:
    """A folder for nobody else to read, whatever the umask; those above it are made as they usually are.

    Each folder in which a name was made is fsynced.
    """
    above = path.parent
    missing = [folder for folder in (above, *above.parents) if not folder.exists()]
    above.mkdir(parents=True, exist_ok=True)
    for folder in reversed(missing):
        settle_folder(folder.parent)
    with suppress(FileExistsError):
        path.mkdir(mode=PRIVATE_FOLDER)
        path.chmod(PRIVATE_FOLDER)
        settle_folder(above)


def settle_folder(path: Path) -> None:
    """Makes sure that names made, changed or taken out of a folder are on the disk."""
    with closed_after(os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)) as descriptor:
        os.fsync(descriptor)


def settle_names(*folders: Path) -> None:
    """Fsyncs folders after a renaming in them. Unsettled if that fails: the new name is there already."""
    try:
        for folder in folders:
            settle_folder(folder)
    except OSError as error:
        raise Unsettled(error.errno, error.strerror) from error


def open_private(path: Path, flags: int) -> int:
    """A descriptor to write a file that nobody else may read, whatever the umask; one with other names stays as it is.

    A file that is a link is not opened: OSError.
    """
    descriptor = os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, PRIVATE_FILE)
    about = os.fstat(descriptor)
    if stat.S_IMODE(about.st_mode) != PRIVATE_FILE and about.st_nlink <= 1:
        with suppress(PermissionError):
            os.fchmod(descriptor, PRIVATE_FILE)
    return descriptor


def write_at(descriptor: int, content: bytes | bytearray, at: int) -> None:
    """Writes all bytes at an offset; writes repeatedly, since the system may take fewer than given."""
    left = memoryview(content)
    while left:
        done = os.pwrite(descriptor, left, at)
        left, at = left[done:], at + done


def put(path: Path, content: bytes | bytearray) -> None:
    """Puts a file in place of an old one, at once and safely: whoever looks sees the old one or the new one.

    OSError if it is the old one; Unsettled if it is the new one, but perhaps not after a power failure.
    """
    temporary = path.with_name(f"{TEMPORARY}{path.name}-{os.urandom(6).hex()}")
    with _gone_on_failure(temporary):
        write_new(temporary, content)
        os.replace(temporary, path)
    settle_names(path.parent)


def put_soon(path: Path, content: bytes) -> None:
    """As `put`, without waiting for the disk: for what is made anew, if it is lost or damaged in a power failure."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}-{os.urandom(6).hex()}")
    with _gone_on_failure(temporary):
        with closed_after(open_private(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)) as descriptor:
            write_at(descriptor, content, 0)
        os.replace(temporary, path)


def write_new(path: Path, content: bytes | bytearray) -> None:
    """Writes and fsyncs a file that is not there yet. Whoever calls fsyncs its folder."""
    with closed_after(open_private(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL)) as descriptor:
        write_at(descriptor, content, 0)
        os.fsync(descriptor)


@contextmanager
def _gone_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError:
        with suppress(OSError):
            path.unlink()
        raise


def sweep(folder: Path) -> None:
    """Removes the unfinished files that a killed program left in a folder."""
    with suppress(OSError):
        for name in os.listdir(folder):
            with suppress(OSError):
                if name.startswith(TEMPORARY):
                    (folder / name).unlink()
