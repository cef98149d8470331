"""The system file that an encounter was begun with: a copy of it in the encounter's own folder."""

from hashlib import sha256
from pathlib import Path

from referee.store.file import read_plain
from referee.store.problem import Damaged, reason
from referee.store.systems import MOST_BYTES

SYSTEM_FILE = "system.toml"


def digest_of(raw: bytes) -> str:
    """The SHA-256 of a system file, as hexadecimal digits."""
    return sha256(raw).hexdigest()


def copy_of(folder: Path, digest: str) -> bytes:
    """The copy in the folder of an encounter. Damaged if it is lost, or not the one that the encounter began with.

    digest: what the journal says of it; empty if the journal is lost, and any copy will do.
    """
    try:
        raw = read_plain(folder / SYSTEM_FILE, MOST_BYTES)
    except OSError as error:
        raise Damaged(f"{SYSTEM_FILE} of {folder.name} cannot be read: {reason(error)}.") from error
    if digest and digest_of(raw) != digest:
        raise Damaged(f"{SYSTEM_FILE} of {folder.name} is not the one that the encounter was begun with.")
    return raw


def beside(folder: Path) -> dict[str, bytes]:
    """The files that a copy of the encounter in that folder needs beside its journal, by name, as far as they can be
    read."""
    try:
        return {SYSTEM_FILE: read_plain(folder / SYSTEM_FILE, MOST_BYTES)}
    except (OSError, Damaged):
        return {}
