"""The referee's own choice of a theme: kept for all encounters, in the folder that the system keeps settings in."""

import json
import os
from pathlib import Path

from platformdirs import user_config_path

from referee.engine.problem import Problem
from referee.text import clean, clean_name
from referee.ui.drawing.themes import DEFAULT, read_toml, themes

_FILE = "settings.toml"


def theme() -> tuple[str, list[str]]:
    """The theme that was chosen last, and what the referee should know; the default where it cannot be had."""
    wanted, problems = _kept()
    wanted = os.environ.get("REFEREE_THEME") or wanted or DEFAULT
    if wanted not in themes():
        return DEFAULT, [*problems, f"There is no theme called {clean_name(wanted)}."]
    return wanted, problems


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
        return "", [f"The settings in {clean(str(user_config_path('referee') / _FILE))} cannot be read."]
