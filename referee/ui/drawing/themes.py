"""Themes by name: those that are shipped, those in the settings folder, the one to begin with."""

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from platformdirs import user_config_path
from rich.style import Style

from referee.engine.problem import Problem, Refused, on_topic
from referee.store.file import read_named
from referee.store.save_problems import Damaged
from referee.store.settings import read_toml, setting
from referee.text.harmless import clean, clean_name
from referee.text.quoting import quoted
from referee.ui.drawing.theme import Theme, read_theme


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


@on_topic("themes")
def theme(name: str) -> Theme:
    """The theme of that name. Damaged if there is none, or its file is none."""
    read = _read(name) if name in _files() else f"There is no theme {clean(name)}."
    if isinstance(read, str):
        raise Damaged(read)
    return read


def theme_file(name: str) -> str:
    """Text of the file of a theme, whatever is wrong with it. Refused, with the names of all, if there is none."""
    if name not in _files():
        raise Refused(f"There is no theme {quoted(name)}. Themes: {', '.join(map(clean_name, _files()))}.")
    raw = read_named(_files()[name], f"themes/{clean_name(name)}.toml", follow_links=True)
    return raw.decode("utf-8", "replace")


@lru_cache(maxsize=64)
def styles(name: str) -> Mapping[str, Style]:
    """The styles of the theme of that name."""
    return theme(name).styles


@lru_cache(maxsize=1)
def _files() -> Mapping[str, Path]:
    """The files by the names of their themes, in the order of these names; one's own goes before one that came."""
    found: dict[str, Path] = {}
    for folder in (shipped_folder(), own_folder()):
        with suppress(OSError):
            found |= {path.stem: path for path in folder.iterdir() if path.suffix == ".toml"}
    return dict(sorted(found.items()))


@lru_cache(maxsize=64)
def _read(name: str) -> Theme | str:
    """The theme in the file of that name, or what is wrong with it."""
    called = f"themes/{clean_name(name)}.toml"
    try:
        return read_theme(name, read_toml(_files()[name], called))
    except FileNotFoundError:
        return f"{called} is gone."
    except Problem as problem:
        return str(problem)


DEFAULT = "dark"
SIXTEEN = "terminal"
"""The theme for terminals of sixteen colours: in them all others lose half of theirs."""
COLOURLESS = "no-colour"


def chosen_theme(
    color_system: str | None = "truecolor", no_color: bool = False, own: str = ""
) -> tuple[str, list[str]]:
    """The name of the theme to begin with, and what the referee should know; the default where it cannot be had.

    `color_system` is Rich's name of what the terminal can show: `standard` has sixteen colours. `own`: that of a
    screen which does not take the one that the referee chose.
    """
    try:
        kept, problems = own or setting("theme"), list[str]()
    except Damaged as problem:
        kept, problems = "", [str(problem)]
    fixed = COLOURLESS if no_color else SIXTEEN if color_system == "standard" else ""
    wanted = os.environ.get("REFEREE_THEME") or fixed or kept or DEFAULT
    try:
        return theme(wanted).name, problems
    except Problem as problem:
        return fixed or DEFAULT, [*problems, str(problem)]
