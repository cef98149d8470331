"""The zoom that the referee chose last, kept for all maps in the folder that the system keeps settings in."""

import json
import os
from pathlib import Path

from platformdirs import user_config_path

from referee.engine.problem import Problem
from referee.ui.drawing.theme_files import read_toml
from referee.ui.map.map_drawing import FAR, NEAR, Zoom

_FILE = "map.toml"


def kept_zoom() -> Zoom:
    """The zoom that was chosen last; the near one where none was, or it cannot be read."""
    try:
        return FAR if read_toml(user_config_path("referee") / _FILE).get("zoom") == FAR.name else NEAR
    except (OSError, Problem):
        return NEAR


def keep_zoom(zoom: Zoom) -> None:
    """Chooses a zoom for the next time, too. OSError where it cannot be written down."""
    folder = user_config_path("referee")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = Path(folder, f"{_FILE}.{os.getpid()}")
    new.write_text(f"zoom = {json.dumps(zoom.name)}\n", encoding="utf-8")
    new.replace(folder / _FILE)
