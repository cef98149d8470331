"""Themes: the colours of the screen, each a file, each colour named after what it shows."""

import os
import tomllib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from rich.style import Style
from textual.color import Color, ColorParseError
from textual.theme import Theme

from referee.engine.problem import Problem
from referee.store.file import open_plain, read_at
from referee.store.problem import Damaged
from referee.text import clean, clean_name

DEFAULT = "dark"
LARGEST = 65_536
"""Bytes of a theme or of settings; what is behind them is not read."""
_BEHIND = ("background", "chosen", "bar")
_IN_WORDS = ("rule", "text", "dim", "title", "turn", "asked", "key", "hurt", "dying", "dead", "condition")
_BESIDES = ("hand", "clause", "ok", "warning", "error")
SIDES = ("side1", "side2", "side3", "side4")
"""The sides in the order they came; the second is the referee's own."""
NAMES = (*_BEHIND, *_IN_WORDS, *_BESIDES, *SIDES)
"""What every theme has a colour for."""
_BOLD = {"title", "turn", "key", "dying", "error", "warning", "asked"}


def folder() -> Path:
    """Where the theme files are: within the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[2]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parent / "themes"


def themes() -> dict[str, Theme]:
    """All themes by name; a file that is none is left out."""
    return _found()[0]


def unreadable() -> list[str]:
    """A sentence for each file that should be a theme and is none."""
    return _found()[1]


@lru_cache(maxsize=1)
def _found() -> tuple[dict[str, Theme], list[str]]:
    found: dict[str, Theme] = {}
    problems: list[str] = []
    for path in sorted(folder().glob("*.toml")):
        try:
            theme = read_theme(read_toml(path))
        except FileNotFoundError:
            problems.append(f"The theme {path.name} is a link to nothing.")
        except Problem as problem:
            problems.append(f"The theme {problem}")
        else:
            found[theme.name] = theme
    return found, problems


def read_toml(path: Path) -> dict[str, Any]:
    """What a small TOML file says, or one behind a link. FileNotFoundError if there is none; Damaged if it is none."""
    called = clean(path.name)
    try:
        descriptor = open_plain(path.resolve(), called)
        try:
            return tomllib.loads(read_at(descriptor, LARGEST, 0).decode("utf-8"))
        finally:
            os.close(descriptor)
    except FileNotFoundError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # a link in a circle, or brackets without end
        raise Damaged(f"{called} cannot be read: it is no TOML file.") from error


def read_theme(data: dict[str, Any]) -> Theme:
    """The theme that a file describes. Damaged if it lacks something, or a colour is none."""
    name, named = str(data.get("name", "")), data.get("colours")
    if not name or not isinstance(named, dict):
        raise Damaged(f"{clean_name(name) or 'without a name'} has no colours.")
    colours = {each: _colour(name, each, named.get(each)) for each in NAMES}
    return Theme(
        name=name,
        dark=bool(data.get("dark", True)),
        primary=colours["asked"],
        warning=colours["warning"],
        error=colours["error"],
        success=colours["ok"],
        accent=colours["turn"],
        foreground=colours["text"],
        background=colours["background"],
        surface=colours["background"],
        panel=colours["bar"],
        variables={f"r-{name}": colour for name, colour in colours.items()},
    )


def _colour(theme: str, name: str, written: object) -> str:
    """The colour as `#rrggbb`. Damaged if it is none that both parts of the toolkit know."""
    with suppress(ColorParseError):
        colour = Color.parse(str(written))
        if colour.ansi is None and not colour.auto:
            return colour.hex6.lower()
    raise Damaged(f"{clean_name(theme)} has no colour for {name!r}: such as #15181e is expected.")


@lru_cache(maxsize=8)
def styles(theme: str) -> dict[str, Style]:
    """For each name a style to draw words in; `chosen` and `bar` are what lies behind a line."""
    colours = {name.removeprefix("r-"): colour for name, colour in themes()[theme].variables.items()}
    behind = {name: Style(bgcolor=colours[name]) for name in _BEHIND}
    # Whose turn it is stands out without colour, too: dark on light becomes light on dark.
    behind["mine"] = Style(color=colours["background"], bgcolor=colours["turn"], bold=True)
    words = {name: Style(color=colours[name], bold=name in _BOLD or None) for name in NAMES if name not in behind}
    return {**words, **behind}
