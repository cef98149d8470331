"""The referee's own choice of a theme: kept for all encounters, in the folder that the system keeps settings in."""

import os
import tomllib
from pathlib import Path

from platformdirs import user_config_path

from referee.ui.themes import DEFAULT, themes

_FILE = "settings.toml"
_LARGEST = 4096


def theme() -> str:
    """The theme that was chosen last; the default where none was, or it is there no more."""
    name = os.environ.get("REFEREE_THEME") or _kept()
    return name if name in themes() else DEFAULT


def keep_theme(name: str) -> None:
    """Chooses a theme for the next time, too. OSError where it cannot be written down."""
    folder = user_config_path("referee")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = Path(folder, f"{_FILE}.{os.getpid()}")
    new.write_text(f'theme = "{name}"\n', encoding="utf-8")
    new.replace(folder / _FILE)


def _kept() -> str:
    try:
        with (user_config_path("referee") / _FILE).open("rb") as file:
            return str(tomllib.loads(file.read(_LARGEST).decode("utf-8")).get("theme", ""))
    except (OSError, ValueError):
        return ""
