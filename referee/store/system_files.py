"""System files: where those of the referee lie, how one is read, the copy in the folder of an encounter."""

import os
from hashlib import sha256
from pathlib import Path

from referee.engine.problem import on_topic
from referee.store.file import CannotWrite, Damaged, NameTaken, read_given, read_plain, reason
from referee.text import clean

MOST_BYTES = 1 << 20
"""Largest system file in bytes; the limits of its content are checked by the rules."""
SUFFIX = ".toml"


def folder() -> Path:
    """The folder of systems: $REFEREE_SYSTEMS, else `systems` where the settings are."""
    from platformdirs import user_config_path

    said = os.environ.get("REFEREE_SYSTEMS")
    return Path(said) if said else user_config_path("referee") / "systems"


def files() -> list[Path]:
    """The system files in the folder, by name."""
    return sorted(path for path in folder().glob(f"*{SUFFIX}") if not path.name.startswith("."))


@on_topic("systems")
def read(path: Path) -> bytes:
    """All that is in a system file, or in one behind a link. Damaged if it cannot be read, or is no plain file."""
    return read_given(path, clean(str(path), 80), MOST_BYTES, follow_links=True)


def write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet. NameTaken if it is; CannotWrite if the disk does not take it."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise NameTaken(f"There is already a file {clean(str(path), 80)}.") from error
    except OSError as error:
        raise CannotWrite(f"{clean(str(path), 80)} cannot be written: {reason(error)}.") from error


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
        raise Damaged(f"{SYSTEM_FILE} of {folder.name} is not the one this encounter began with.")
    return raw


def beside(folder: Path) -> dict[str, bytes]:
    """The files that a copy of the encounter in that folder needs beside its journal, by name, as far as they can be
    read."""
    try:
        return {SYSTEM_FILE: read_plain(folder / SYSTEM_FILE, MOST_BYTES)}
    except (OSError, Damaged):
        return {}
