"""The referee's own settings, a small TOML file: the theme, who rolls the dice of new encounters, the zoom of maps."""

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_config_path

from referee.engine.problem import on_topic
from referee.store.disk_errors import Unsettled, reason
from referee.store.file import Folder
from referee.store.save_problems import CannotWrite, Damaged, NotYetSafe
from referee.text.harmless import clean
from referee.toml_file import NotToml, TomlFile, parse_toml

LARGEST = 65_536
"""Bytes of a settings, theme or keys file that are read."""
FILE = "settings.toml"
ODDS = "odds"
"""The setting that tells no odds with a question where it is `off`."""
CLOCK, CLOCKS = "clock", ("off", "turn", "fight", "both")
"""The setting that says which times the top line shows, and what it may be."""
GUIDE = "first_fight"
"""The setting that says that the guided first fight was seen."""


def settings_path() -> Path:
    """Path of the settings file."""
    return user_config_path("referee") / FILE


def read_toml(path: Path, called: str = "") -> TomlFile:
    """A small TOML file, or the one that a link leads to. FileNotFoundError if there is none; Damaged, with file and
    line, if it cannot be read.

    called: the file in sentences, if its name alone does not say enough.
    """
    called = called or clean(path.name)
    return _parsed(_read(path, called), called)


def _read(path: Path, called: str) -> bytes:
    """The bytes of such a file; raises as `read_toml`."""
    try:
        place = path.resolve()
        return Folder(place.parent).read(place.name, LARGEST, called)
    except (FileNotFoundError, RuntimeError) as error:  # of links in a circle some Pythons say no more
        if path.is_symlink():
            raise Damaged(f"{called} cannot be read: it is a broken link.") from error
        raise


def _parsed(raw: bytes, called: str) -> TomlFile:
    try:
        return parse_toml(raw, called)
    except NotToml as error:
        raise Damaged(f"{called}, line {error.line}: {error.why}") from error


def setting(name: str) -> str:
    """The word that the file sets under that name; empty where it sets none. Damaged if the file cannot be read."""
    try:
        return str(read_toml(settings_path()).data.get(name, ""))
    except FileNotFoundError:
        return ""


def settings_problems() -> list[str]:
    """Why the settings cannot be read, in one sentence with file and line; empty if they can, or there are none."""
    try:
        setting(FILE)
    except Damaged as problem:
        return [str(problem)]
    return []


def chosen_setting(name: str, *choices: str) -> str:
    """The word that the file sets under that name; the first of the choices where it sets none of them, or cannot be
    read.
    """
    try:
        word = setting(name)
    except Damaged:
        return choices[0]
    return word if word in choices else choices[0]


def odds_are_off() -> bool:
    """True if no odds are told with a question; False too where the file cannot be read."""
    return chosen_setting(ODDS, "on", "off") == "off"


@on_topic("keys")
def keep_setting(name: str, value: str) -> None:
    """Sets one word in the file; all else in it stays as it is, byte for byte. Of a link, the file that it leads to is
    replaced.

    CannotWrite if the file cannot be read or written; nothing has changed then. NotYetSafe as of `writing`.
    """
    path, raw = settings_path(), b""
    try:
        with suppress(FileNotFoundError):
            raw = _read(path, FILE)
        new = _parsed(raw, FILE).with_word(name, value)
    except Damaged as problem:
        raise CannotWrite(f"Not saved: {problem}") from problem
    except NotToml as problem:
        raise CannotWrite(f"Not saved: {FILE}, line {problem.line}: {problem.why}") from problem
    if new != raw:
        _write(path, new)


def _write(path: Path, content: bytes) -> None:
    """Replaces the file. CannotWrite if it is read-only, or would be too big to be read again."""
    try:
        Folder(path.parent).make()
        place = path.resolve()
        if len(content) > LARGEST:
            raise CannotWrite(f"Not saved: {FILE} would be too big.")
        if _is_read_only(place):
            raise CannotWrite(f"Not saved: {FILE} is read-only.")
        Folder(place.parent).put(place.name, content)
    except Unsettled as error:
        raise NotYetSafe(f"{FILE} is saved, but a power failure could still undo it: {reason(error)}.") from error
    except OSError as error:
        why = "its folder is missing" if isinstance(error, FileNotFoundError) else reason(error)
        raise CannotWrite(f"Not saved: {FILE} cannot be written: {why}.") from error


def _is_read_only(path: Path) -> bool:
    """True if the file exists and its mode or its owner forbids writing, which replacing it would pass over."""
    try:
        return not path.stat().st_mode & 0o222 or not os.access(path, os.W_OK)
    except FileNotFoundError:
        return False
