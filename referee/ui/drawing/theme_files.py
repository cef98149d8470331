"""Theme files: those that come with the app, and the referee's own beside the settings, each read when it is wanted."""

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from platformdirs import user_config_path
from rich.style import Style

from referee.engine.problem import Problem
from referee.store.file import open_plain, read_at
from referee.store.problem import Damaged
from referee.text import clean
from referee.toml import toml_of
from referee.ui.drawing.themes import Theme, read_theme

LARGEST = 65_536
"""Bytes of a theme or of settings; what is behind them is not read."""


def shipped_folder() -> Path:
    """Where the theme files are that come with the app: within the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parent / "themes"


def own_folder() -> Path:
    """Where the referee's own theme files are; it need not be there."""
    return user_config_path("referee") / "themes"


def theme_names() -> tuple[str, ...]:
    """The names of all themes that can be read."""
    return tuple(name for name in _files() if not isinstance(_read(name), str))


def unreadable() -> tuple[str, ...]:
    """A sentence for each file that should be a theme and is none."""
    return tuple(read for name in _files() if isinstance(read := _read(name), str))


def theme(name: str) -> Theme:
    """The theme of that name. Damaged if there is none, or its file is none."""
    read = _read(name) if name in _files() else f"There is no theme called {clean(name)}."
    if isinstance(read, str):
        raise Damaged(read)
    return read


@lru_cache(maxsize=64)
def styles(name: str) -> Mapping[str, Style]:
    """The styles of the theme of that name."""
    return theme(name).styles


@lru_cache(maxsize=1)
def _files() -> Mapping[str, Path]:
    """The files by the names of their themes, in the order of these names; one's own goes before one that came."""
    found = {path.stem: path for folder in (shipped_folder(), own_folder()) for path in folder.glob("*.toml")}
    return dict(sorted(found.items()))


@lru_cache(maxsize=64)
def _read(name: str) -> Theme | str:
    """The theme in the file of that name, or what is wrong with it."""
    path = _files()[name]
    try:
        return read_theme(name, read_toml(path))
    except FileNotFoundError:
        return f"The theme {clean(path.name)} is a link to nothing."
    except Problem as problem:
        return f"The theme {problem}"


def read_toml(path: Path) -> dict[str, Any]:
    """What a small TOML file says, or one behind a link. FileNotFoundError if there is none; Damaged if it is none."""
    called = clean(path.name)
    try:
        descriptor = open_plain(path.resolve(), called)
        try:
            return toml_of(read_at(descriptor, LARGEST, 0).decode("utf-8"))
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # a link in a circle, or brackets without end
        raise Damaged(f"{called} cannot be read: it is no TOML file.") from error
