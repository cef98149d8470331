"""Themes: the colours of the screen, each a file, each colour named after what it shows."""

import tomllib
from functools import lru_cache
from pathlib import Path

from rich.style import Style
from textual.theme import Theme

DEFAULT = "dark"
_BEHIND = ("background", "chosen", "bar")
_IN_WORDS = ("rule", "text", "dim", "title", "turn", "asked", "key", "hurt", "dying", "dead", "condition")
_BESIDES = ("hand", "clause", "ok", "warning", "error")
NAMES = (*_BEHIND, *_IN_WORDS, *_BESIDES)
"""What every theme has a colour for."""
_BOLD = {"title", "turn", "key", "dying", "error", "warning", "asked"}


def folder() -> Path:
    """Where the theme files are: within the installed package, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "themes"
    return installed if installed.is_dir() else package.parent / "themes"


@lru_cache(maxsize=1)
def themes() -> dict[str, Theme]:
    """All themes by name. A file that cannot be read as one is passed over."""
    found: dict[str, Theme] = {}
    for path in sorted(folder().glob("*.toml")):
        try:
            theme = read_theme(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError):
            continue
        found[theme.name] = theme
    return found


def read_theme(text: str) -> Theme:
    """The theme that a file describes. KeyError or ValueError when it lacks a colour."""
    data = tomllib.loads(text)
    colours = {name: str(data["colours"][name]) for name in NAMES}
    for colour in colours.values():
        Style.parse(colour)
    return Theme(
        name=str(data["name"]),
        dark=bool(data["dark"]),
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


@lru_cache(maxsize=8)
def styles(theme: str) -> dict[str, Style]:
    """For each name a style to draw words in; `chosen` and `bar` are what lies behind a line."""
    colours = {name.removeprefix("r-"): colour for name, colour in themes()[theme].variables.items()}
    behind = {name: Style(bgcolor=colours[name]) for name in _BEHIND}
    # Whose turn it is stands out without colour, too: dark on light becomes light on dark.
    behind["mine"] = Style(color=colours["background"], bgcolor=colours["turn"], bold=True)
    words = {name: Style(color=colours[name], bold=name in _BOLD or None) for name in NAMES if name not in behind}
    return {**words, **behind}
