"""Save folders: named, made, moved or thrown away, each at once or not at all; the campaign that one belongs to, and
the system file beside its journal.
"""

import json
import os
import re
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

from msgspec import Struct
from msgspec.structs import asdict

from referee.store.file import (
    TEMPORARY,
    CannotWrite,
    Damaged,
    NameTaken,
    Unsettled,
    make_folder,
    put,
    read_json,
    read_plain,
    reason,
    settle_folder,
    settle_names,
    write_new,
    writing,
)
from referee.store.line import JOURNAL, dumped, written
from referee.text import clean_name, pattern

if TYPE_CHECKING:
    from referee.engine.record.history import Step

_LONG_AGO = 3600
"""Seconds after which nobody can still be at what is half made."""

LOCK = "lock"
"""The file in the folder of an encounter that the program which plays it holds."""


UNFINISHED = ".unfinished.json"
"""The file beside them that says what is still to be moved where: it is there only while changes are made."""
LIBRARY = "library.json"
"""The file beside the folders of the encounters in which the library lies."""
CAMPAIGN = "campaign.json"
"""The file in the folder of an encounter that says which campaign it belongs to: it goes where the folder goes."""
_LONGEST = 4_096
"""Bytes of that file."""
SYSTEM_FILE = "system.toml"
"""The copy of the system file with which the encounter began."""
MOST_SYSTEM_BYTES = 1 << 20
"""Largest system file in bytes; the limits of its content are checked by the rules."""


class Membership(Struct, frozen=True):
    """That an encounter belongs to a campaign."""

    system: str
    campaign: str
    """The name of the campaign, of which there is one in each game."""
    since: int
    """When it was put in, in nanoseconds of the clock: encounters of a campaign stand in that order."""

    def is_of(self, system: str, campaign: str) -> bool:
        """Is it of that campaign?"""
        return (self.system, self.campaign.casefold()) == (system, campaign.casefold())

    @property
    def raw(self) -> bytes:
        """What the file holds."""
        return json.dumps(asdict(self)).encode()


def membership_of(folder: Path) -> Membership | None:
    """The campaign that the encounter in that folder belongs to; None if it is in none, or that cannot be read."""
    try:
        return read_membership(folder)
    except (OSError, Damaged):
        return None


def read_membership(folder: Path) -> Membership | None:
    """The campaign that the encounter in that folder belongs to; None if it is in none, or the file says nothing of
    it. Damaged, or OSError, if the file is there and cannot be read.
    """
    try:
        raw = read_plain(folder / CAMPAIGN, _LONGEST)
    except FileNotFoundError:
        return None
    try:
        found = read_json(raw, CAMPAIGN)
        return Membership(clean_name(found["system"]), clean_name(found["campaign"]), int(found["since"]))
    except (Damaged, LookupError, TypeError, ValueError, AttributeError, OverflowError):
        return None


def put_membership(folder: Path, membership: Membership | None, called: str) -> None:
    """Puts an encounter into a campaign, or (None) out of the one that it is in. CannotWrite if the disk refuses.

    called: the name of the encounter.
    """
    with writing(called, "changed"):
        if membership is not None:
            put(folder / CAMPAIGN, membership.raw)
        else:
            (folder / CAMPAIGN).unlink(missing_ok=True)
            settle_names(folder)


def digest_of(raw: bytes) -> str:
    """The SHA-256 of a system file, as hexadecimal digits."""
    from hashlib import sha256  # late: it loads a library of ciphers

    return sha256(raw).hexdigest()


def copy_of(folder: Path, digest: str) -> bytes:
    """The copy in the folder of an encounter. Damaged if it is lost, or not the one that the encounter began with.

    digest: what the journal says of it; empty if the journal is lost, and any copy will do.
    """
    try:
        raw = read_plain(folder / SYSTEM_FILE, MOST_SYSTEM_BYTES)
    except OSError as error:
        raise Damaged(f"{SYSTEM_FILE} of {folder.name} cannot be read: {reason(error)}.") from error
    if digest and digest_of(raw) != digest:
        raise Damaged(f"{SYSTEM_FILE} of {folder.name} is not the one this encounter began with.")
    return raw


def beside(folder: Path) -> dict[str, bytes]:
    """The files that a copy of the encounter in that folder needs beside its journal, by name, as far as they can be
    read."""
    try:
        return {SYSTEM_FILE: read_plain(folder / SYSTEM_FILE, MOST_SYSTEM_BYTES)}
    except (OSError, Damaged):
        return {}


def initial_files(
    name: str,
    system: str,
    file: bytes | None = None,
    origin: str = "",
    steps: "Sequence[Step]" = (),
    membership: Membership | None = None,
) -> dict[str, bytes]:
    """The files of a new encounter.

    file: the system file, of which a copy is kept, where the system is one; origin: where it lies; steps: what has
    been done in it already; membership: the campaign that it belongs to.
    """
    from referee.store.codec import Title

    title = Title(name=name, system=system, digest=digest_of(file) if file is not None else "", origin=origin)
    lines = [written(1, "head", dumped(title))]
    lines += [written(n + 2, "step", dumped(step), n, step.depth) for n, step in enumerate(steps)]
    beside = {} if file is None else {SYSTEM_FILE: file}
    beside |= {} if membership is None else {CAMPAIGN: membership.raw}
    return {**beside, JOURNAL: b"".join(raw for _, raw in lines)}


def is_unfinished(saves: Path) -> bool:
    """Are changes being made in a folder of saves, or were they when a program was killed?"""
    return os.path.lexists(saves / UNFINISHED)


def has_library(folder: Path) -> bool:
    """True if there is a library in a folder of saves, or a change that was not finished may bring one."""
    return os.path.exists(folder / LIBRARY) or is_unfinished(folder)


def is_taken(place: Path) -> bool:
    """True if something is at that path that is no empty folder: nothing was ever saved in an empty one."""
    if not os.path.lexists(place):
        return False
    try:
        return bool(os.listdir(place))
    except OSError:
        return True


def make(place: Path, files: Mapping[str, bytes], called: str) -> None:
    """A new folder with these files in it, of the encounter that is called so.

    NameTaken or CannotWrite if it cannot be; then nothing is left of it.
    """
    with trial_beside(place) as made, writing(called, "saved"):
        fill(made, files)
        _move_or_take_back(made, place)


def fill(made: Path, files: Mapping[str, bytes]) -> None:
    """Makes a folder that is not there yet, with these files."""
    make_folder(made.parent)
    _sweep(made.parent)
    make_folder(made)
    for name, content in files.items():
        write_new(made / name, content)
    settle_folder(made)


def trial_in(folder: Path) -> Path:
    """A path in the folder where nothing is."""
    return folder / f"{TEMPORARY}{os.urandom(6).hex()}"


@contextmanager
def trial_beside(place: Path) -> Iterator[Path]:
    """Where a folder may be made beside another; whatever is left there at the end of the block is removed."""
    made = trial_in(place.parent)
    try:
        yield made
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
    """Renames or moves a folder. NameTaken or OSError if it cannot be; Unsettled if it is there."""
    try:
        os.rename(old, new)
    except OSError as error:
        if os.path.lexists(old) and is_taken(new):
            raise NameTaken(f"There is already an encounter called {new.name}.") from error
        raise
    settle_names(old.parent, new.parent)


def _sweep(folder: Path) -> None:
    """Removes unfinished folders that killed programs left some time ago."""
    for left in folder.glob(f"{TEMPORARY}*") if not is_unfinished(folder) else ():
        with suppress(OSError):
            if time.time() - left.lstat().st_mtime > _LONG_AGO:
                unmake(left)


def unmake(folder: Path) -> None:
    """Takes away a folder with the files in it, as far as that can be; of a link, only the link; a file, too."""
    with suppress(OSError):
        if folder.is_symlink() or folder.is_file():
            folder.unlink()
            return
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()


LONGEST = 40
_RESERVED = pattern(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])", re.ASCII)


def proper_name(raw: str) -> str:
    """The name as it will be shown. NameTaken if nothing is left of it."""
    name = clean_name(raw)
    if not name:
        raise NameTaken("An encounter needs a name.")
    if name.startswith("-"):
        raise NameTaken("The name of an encounter cannot begin with a dash: the shell would take it for an option.")
    return name


def slug_of(name: str) -> str:
    """The folder's name: small plain letters, digits and dashes, the same for names that differ only in case.

    A name in other letters, or too long, gets a number of its own behind what can be shown of it.
    """
    folded = unicodedata.normalize("NFKD", clean_name(name).casefold())
    bare = "".join(letter for letter in folded if not unicodedata.combining(letter))
    slug = re.sub(r"[^a-z0-9]+", "-", bare).strip("-")
    lost = any(letter.isalnum() and not letter.isascii() for letter in bare)
    if lost or not slug or len(slug) > LONGEST or _RESERVED.fullmatch(slug):
        slug = f"{slug[: LONGEST - 9].strip('-') or 'fight'}-{crc32(folded.encode()):08x}"
    return slug


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
