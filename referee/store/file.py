"""Folders of saves, and the plain files in them.

A folder of saves may come from a stranger. Everything below it is opened here: no link is followed there, only plain
files are read, up to a size, and nothing outside is touched. The way to the folder may hold links.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from referee.store import system_calls
from referee.store.disk_errors import Unsettled, reason
from referee.store.save_problems import CannotWrite, Damaged
from referee.text.harmless import clean

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
MOST_BYTES = 64 * 1024 * 1024
"""Maximum size of a file; no fight writes a larger one."""
MOST_NAMES = 20_000
"""Maximum number of files in a folder that is listed."""
TEMPORARY = ".new-"
"""Prefix of a file or folder that is being written."""
Stamp = tuple[int, int, int, int]
"""Device, inode, size in bytes and modification time in nanoseconds; equal as long as nothing is written to a file."""


class FolderEntry(NamedTuple):
    """A file, a folder or a link that a folder holds, by its name there."""

    name: str
    is_folder: bool
    is_link: bool


class Folder(Struct, frozen=True):
    """A folder of saves (`top`), or a folder below it.

    Its methods take the name of a file in it. They raise OSError for a folder below `top` that is a link.
    """

    top: Path
    """The folder of saves. It may be a link, or be reached through links."""
    inner: tuple[str, ...] = ()
    """Names of the folders that lead from there to this one."""

    def below(self, *names: str) -> "Folder":
        """A folder in this one."""
        return Folder(self.top, (*self.inner, *map(_checked, names)))

    @property
    def above(self) -> "Folder":
        """The folder that holds this one."""
        return Folder(self.top, self.inner[:-1]) if self.inner else Folder(self.top.parent)

    @property
    def path(self) -> Path:
        """The path, to be shown or compared; files are opened by the methods."""
        return self.top.joinpath(*self.inner)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.inner[-1] if self.inner else self.top.name

    def __truediv__(self, name: str) -> Path:
        return self.path / name

    # ---------------------------------------------------------------- looking

    @contextmanager
    def opened(self) -> Iterator[int]:
        """A descriptor of the folder."""
        descriptor = system_calls.open_folder(self.top)
        try:
            for name in self.inner:
                outer, descriptor = descriptor, system_calls.open_inner_folder(name, descriptor)
                os.close(outer)
            yield descriptor
        finally:
            os.close(descriptor)

    def trouble(self) -> str:
        """Why the folder cannot be read, in a few words: a link, or somebody else's. Empty if it can be read."""
        try:
            with self.opened():
                return ""
        except OSError as error:
            if self.inner and self.path.is_symlink():
                return "it is a link, and links are not followed"
            return f"{reason(error)}{self._owner()}"

    def unreadable(self) -> str:
        """The same as a sentence: `bridge cannot be read: it is a link, ...`; empty if it can be read."""
        return f"{clean(self.name)} cannot be read: {why}." if (why := self.trouble()) else ""

    def _owner(self) -> str:
        """` (it belongs to root)`; empty for the folder of the user who runs the program."""
        with suppress(OSError, KeyError):
            owner = self.path.lstat().st_uid
            if owner != os.geteuid():
                from pwd import getpwuid  # late: hardly ever needed

                return f" (it belongs to {clean(getpwuid(owner).pw_name)})"
        return ""

    def names(self) -> list[str]:
        """Names of what is in it, sorted. CannotWrite if there are more than MOST_NAMES."""
        return [entry.name for entry in self.entries()]

    def entries(self) -> list[FolderEntry]:
        """Lists it by name. FileNotFoundError if it is missing; CannotWrite if it holds more than MOST_NAMES."""
        found = []
        with self.opened() as descriptor, os.scandir(descriptor) as entries:
            for entry in entries:
                found.append(FolderEntry(entry.name, entry.is_dir(follow_symlinks=False), entry.is_symlink()))
                if len(found) > MOST_NAMES:
                    where = clean(str(self.path.absolute()), 120)
                    raise CannotWrite(f"{where} holds more than {MOST_NAMES:,} files. Move some of them elsewhere.")
        return sorted(found)

    def stamp(self, name: str) -> Stamp | None:
        """The stamp of a file; None if it is missing, or cannot be looked at."""
        try:
            about = self.stat(name)
        except OSError:
            return None
        return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns

    def stat(self, name: str) -> os.stat_result:
        """The system's record of a file; of a link, that of the link. Opens no file."""
        way = self.top
        for inner in self.inner:
            way = way / inner
            if stat.S_ISLNK(os.lstat(way).st_mode):
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        return os.lstat(way / _checked(name))

    def holds(self, name: str) -> bool:
        """True if anything has that name in it: a file, a folder or a link."""
        return self.stamp(name) is not None

    # ---------------------------------------------------------------- reading

    def open_plain(self, name: str, most: int = MOST_BYTES, called: str = "") -> int:
        """A descriptor to read a plain file.

        Damaged if it is a link, a pipe or a device, or has more than `most` bytes. FileNotFoundError if it is missing.
        """
        try:
            with self.opened() as folder:
                descriptor = system_calls.open_file(_checked(name), system_calls.TO_READ, folder)
        except FileNotFoundError:
            raise
        except OSError as error:
            raise Damaged(f"{called or self.called(name)} cannot be read: {self._why_not(name, error)}.") from error
        if why := _refusal(descriptor, most):
            os.close(descriptor)
            raise Damaged(f"{called or self.called(name)} cannot be read: {why}.")
        return descriptor

    def read(self, name: str, most: int = MOST_BYTES, called: str = "") -> bytes:
        """The content of a plain file. Damaged or FileNotFoundError as `open_plain`."""
        with closed_after(self.open_plain(name, most, called)) as descriptor:
            try:
                return read_all(descriptor)
            except OSError as error:
                raise Damaged(f"{called or self.called(name)} cannot be read: {reason(error)}.") from error

    def called(self, name: str) -> str:
        """Name of a file for sentences: `journal.jsonl of bridge`."""
        return f"{name} of {'the new copy' if self.name.startswith(TEMPORARY) else clean(self.name)}"

    def _why_not(self, name: str, error: OSError) -> str:
        return self.trouble() or ("it is a link" if (self.path / name).is_symlink() else reason(error))

    # ---------------------------------------------------------------- writing

    def make(self) -> None:
        """Makes the folder, which nobody else may read, and those above it that are missing; each is synced."""
        if not self.inner:
            _make_way(self.top)
            return
        self.above.make()
        with self.above.opened() as above, suppress(FileExistsError):
            os.mkdir(self.name, PRIVATE_FOLDER, dir_fd=above)
            with closed_after(system_calls.open_inner_folder(self.name, above)) as made:
                os.fchmod(made, PRIVATE_FOLDER)
            system_calls.sync(above)

    def sync(self) -> None:
        """Waits until the disk has the names that were made, changed or removed in it."""
        with self.opened() as folder:
            system_calls.sync(folder)

    def open_private(self, name: str, flags: int) -> int:
        """A descriptor to write a file that nobody else may read. OSError if it is a link.

        The mode of a file that has other names, too, is left alone.
        """
        with self.opened() as folder:
            descriptor = system_calls.open_file(_checked(name), flags, folder, PRIVATE_FILE)
        about = os.fstat(descriptor)
        if stat.S_IMODE(about.st_mode) != PRIVATE_FILE and about.st_nlink <= 1:
            with suppress(PermissionError):
                os.fchmod(descriptor, PRIVATE_FILE)
        return descriptor

    def write_new(self, name: str, content: bytes | bytearray) -> None:
        """Writes and syncs a file that is not there yet. The caller syncs the folder."""
        with closed_after(self.open_private(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL)) as descriptor:
            write_at(descriptor, content, 0)
            system_calls.sync(descriptor)

    def put(self, name: str, content: bytes | bytearray) -> None:
        """Replaces a file in one step: a reader, or the next start after a crash, finds the old file or the new one.

        OSError if it is the old one; Unsettled if it is the new one, but perhaps not after a power failure.
        """
        temporary = f"{TEMPORARY}{_checked(name)}-{os.urandom(6).hex()}"
        try:
            self.write_new(temporary, content)
            with self.opened() as folder:
                system_calls.replace(temporary, name, folder, folder)
        except OSError:
            with suppress(OSError):
                self.remove(temporary)
            raise
        settle(self)

    def remove(self, name: str) -> None:
        """Removes a file; of a link, the link."""
        with self.opened() as folder:
            os.unlink(_checked(name), dir_fd=folder)

    def rename(self, name: str, to: "Folder", new: str) -> None:
        """Moves a file or a folder. OSError if something is in the way. The caller settles both folders."""
        with self.opened() as old, to.opened() as folder:
            os.rename(_checked(name), _checked(new), src_dir_fd=old, dst_dir_fd=folder)

    def sweep(self, prefix: str = TEMPORARY) -> None:
        """Removes the temporary files that a killed program left in it."""
        with suppress(OSError, CannotWrite):
            for name in self.names():
                if name.startswith(prefix):
                    with suppress(OSError):
                        self.remove(name)

    def unmake(self) -> None:
        """Removes the folder with the files in it, as far as possible; a link or a file in its place, too."""
        with suppress(OSError, CannotWrite), self.above.opened() as above:
            if not stat.S_ISDIR(os.stat(self.name, dir_fd=above, follow_symlinks=False).st_mode):
                os.unlink(self.name, dir_fd=above)
                return
            for name in self.names():
                with suppress(OSError):
                    self.remove(name)
            os.rmdir(self.name, dir_fd=above)


def _checked(name: str) -> str:
    """The name. ValueError if it could lead out of the folder."""
    if name in ("", ".", "..") or "/" in name or "\0" in name:
        raise ValueError("this is not the name of a file")
    return name


def _refusal(descriptor: int, most: int) -> str:
    """Why an open file is not read; empty if it may be read."""
    try:
        about = os.fstat(descriptor)
    except OSError as error:
        return reason(error)
    if not stat.S_ISREG(about.st_mode):
        return "it is not a plain file"
    return "it is too big" if about.st_size > most else ""


def _make_way(path: Path) -> None:
    """Makes a folder that nobody else may read; the missing ones above it are made as usual. Syncs each of them."""
    missing = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
    path.parent.mkdir(parents=True, exist_ok=True)
    for folder in reversed(missing):
        Folder(folder.parent).sync()
    with suppress(FileExistsError):
        path.mkdir(mode=PRIVATE_FOLDER)
        path.chmod(PRIVATE_FOLDER)
        Folder(path.parent).sync()


def settle(*folders: Folder) -> None:
    """Syncs folders after a renaming in them. Unsettled if that fails: the new name is there already."""
    try:
        for folder in folders:
            folder.sync()
    except OSError as error:
        raise Unsettled(error.errno, error.strerror) from error


# -------------------------------------------------------------------- open files


@contextmanager
def closed_after(descriptor: int) -> Iterator[int]:
    """An open file, closed at the end of the block."""
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def read_at(descriptor: int, length: int, at: int) -> bytes:
    """Reads `length` bytes from an offset, fewer at the end of the file; again if the system returns fewer."""
    parts = []
    while length and (part := os.pread(descriptor, length, at)):
        parts.append(part)
        at, length = at + len(part), length - len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def read_all(descriptor: int, start: int = 0) -> bytes:
    """Reads an open file from an offset to its end."""
    return read_at(descriptor, max(0, os.fstat(descriptor).st_size - start), start)


def write_at(descriptor: int, content: bytes | bytearray, at: int) -> None:
    """Writes all bytes at an offset; again if the system takes fewer."""
    left = memoryview(content)
    while left:
        done = os.pwrite(descriptor, left, at)
        left, at = left[done:], at + done


# -------------------------------------------------------------------- files that the referee names


def read_named(path: Path, called: str = "", most: int = MOST_BYTES, follow_links: bool = False) -> bytes:
    """The content of a plain file that the referee has named, or that is his own.

    Damaged, in a sentence that calls it `called`, if it cannot be read. follow_links: it may be a link.
    """
    called = called or clean(path.name, 80)
    try:
        path = path.resolve() if follow_links else path
        return Folder(path.parent).read(path.name, most, called)
    except FileNotFoundError as error:
        raise Damaged(f"There is no file {called}.") from error
    except (RuntimeError, ValueError) as error:  # a circle of links; a name with a null character
        raise Damaged(f"{called} cannot be read: it is not a plain file.") from error
