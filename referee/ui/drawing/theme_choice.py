"""The referee's own choice of a theme: kept for all encounters, in the folder that the system keeps settings in."""

import json
import os
from pathlib import Path

from platformdirs import user_config_path

from referee.engine.problem import Problem
from referee.text import clean
from referee.ui.drawing.theme_files import read_toml, theme

DEFAULT = "dark"
SIXTEEN = "terminal"
"""The theme for terminals of sixteen colours: in them all others lose half of theirs."""
COLOURLESS = "no-colour"
_FILE = "settings.toml"


def chosen_theme(
    color_system: str | None = "truecolor", no_color: bool = False, own: str = ""
) -> tuple[str, list[str]]:
    """The name of the theme to begin with, and what the referee should know; the default where it cannot be had.

    `color_system` is Rich's name of what the terminal can show: `standard` has sixteen colours. `own`: that of a
    screen which does not take the one that the referee chose.
    """
    kept, problems = (own, []) if own else _kept()
    fixed = COLOURLESS if no_color else SIXTEEN if color_system == "standard" else ""
    wanted = os.environ.get("REFEREE_THEME") or fixed or kept or DEFAULT
    try:
        return theme(wanted).name, problems
    except Problem as problem:
        return fixed or DEFAULT, [*problems, str(problem)]


def keep_theme(name: str) -> None:
    """Chooses a theme for the next time, too. OSError where it cannot be written down."""
    folder = user_config_path("referee")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = Path(folder, f"{_FILE}.{os.getpid()}")
    new.write_text(f"theme = {json.dumps(name)}\n", encoding="utf-8")
    new.replace(folder / _FILE)


def _kept() -> tuple[str, list[str]]:
    """The theme that the settings name; why they cannot be read, if so."""
    try:
        return str(read_toml(user_config_path("referee") / _FILE).get("theme", "")), []
    except FileNotFoundError:
        return "", []
    except (OSError, Problem):
        return "", [f"The settings cannot be read: {clean(str(user_config_path('referee') / _FILE))}"]
