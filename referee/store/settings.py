"""The referee's own settings, a small TOML file: the theme, who rolls the dice of new encounters, the zoom of maps."""

import json
import os
import re
from pathlib import Path
from typing import Any

from platformdirs import user_config_path

from referee.engine.problem import Problem
from referee.plain_data import toml_of
from referee.store.file import Damaged, read_plain
from referee.text import clean

LARGEST = 65_536
"""Bytes of a settings, theme or keys file that are read."""
_FILE = "settings.toml"
ODDS = "odds"
"""The setting that tells no odds with a question where it is `off`."""
CLOCK, CLOCKS = "clock", ("off", "turn", "fight", "both")
"""The setting that says which times the top line shows, and what it may be."""
GUIDE = "first_fight"
"""The setting that says that the guided first fight was seen."""


def read_toml(path: Path) -> dict[str, Any]:
    """What a small TOML file says, or one behind a link. FileNotFoundError if there is none; Damaged if it is none."""
    called = clean(path.name)
    try:
        return toml_of(read_plain(path.resolve(), LARGEST, called).decode("utf-8"))
    except (ValueError, RuntimeError) as error:  # a link in a circle, or brackets without end
        raise Damaged(f"{called} cannot be read: it is not a TOML file.") from error


def setting(name: str) -> str:
    """The word that the file sets under that name; empty where it sets none. Damaged if the file cannot be read."""
    path = user_config_path("referee") / _FILE
    try:
        return str(read_toml(path).get(name, ""))
    except FileNotFoundError:
        return ""
    except (OSError, Problem) as error:
        raise Damaged(f"The settings cannot be read: {clean(str(path))}") from error


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


def keep_setting(name: str, value: str) -> None:
    """Sets one word in the file: the rest stays as it is written. OSError where it cannot be written."""
    folder = user_config_path("referee")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = Path(folder, f"{_FILE}.{os.getpid()}")
    try:
        read_toml(folder / _FILE)
        old = (folder / _FILE).read_text(encoding="utf-8")
    except (FileNotFoundError, Damaged):
        old = ""
    said = f"{name} = {json.dumps(value)}"
    kept, changed = _line_of(name).subn(lambda _: said, old, count=1)
    new.write_text(kept if changed else f"{said}\n{old}", encoding="utf-8")
    new.replace(folder / _FILE)


def _line_of(name: str) -> re.Pattern[str]:
    """Where the file sets that word, without a comment behind it."""
    return re.compile(rf"""^[ \t]*["']?{name}["']?[ \t]*=[ \t]*(?:"[^"\n]*"|'[^'\n]*'|[^\n]*)""", re.MULTILINE)
