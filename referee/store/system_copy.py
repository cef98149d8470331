"""Copy of the system file that an encounter was begun with."""

from typing import TYPE_CHECKING

from referee.store.disk_errors import reason
from referee.store.file import Folder
from referee.store.save_problems import Damaged

if TYPE_CHECKING:
    pass

SYSTEM_FILE = "system.toml"
"""The copy of the system file with which the encounter began."""
MOST_SYSTEM_BYTES = 1 << 20
"""Maximum size of a system file; the limits of its content are checked by the rules."""


def digest_of(raw: bytes) -> str:
    """The SHA-256 of a system file, as hexadecimal digits."""
    from hashlib import sha256  # late: it loads a library of ciphers

    return sha256(raw).hexdigest()


def copy_of(folder: Folder, digest: str) -> bytes:
    """The copy of the system file in the folder of an encounter.

    Damaged if it is lost, or not the file that the encounter began with. digest: what the journal says of it; empty if
    the journal is lost, and any copy will do.
    """
    try:
        raw = folder.read(SYSTEM_FILE, MOST_SYSTEM_BYTES)
    except OSError as error:
        raise Damaged(f"{folder.called(SYSTEM_FILE)} cannot be read: {reason(error)}.") from error
    if digest and digest_of(raw) != digest:
        raise Damaged(f"{folder.called(SYSTEM_FILE)} is not the one this encounter began with.")
    return raw


def trouble_of_system_file(folder: Folder, digest: str) -> str:
    """Why the copy cannot be used, in a sentence; empty if it can, or (without a digest) if there is none."""
    try:
        if digest:
            copy_of(folder, digest)
        return ""
    except Damaged as damaged:
        return str(damaged)
