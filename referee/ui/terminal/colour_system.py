"""Colour system: how many colours a terminal shows, by its name. Rich knows few of the names."""

import re
from collections.abc import Mapping

_ALL_COLOURS = frozenset(
    ("alacritty", "contour", "foot", "ghostty", "kitty", "konsole", "mintty", "rio", "st", "warp", "wezterm")
)
"""Terminals that show 24-bit colours, at whatever end of a connection: COLORTERM, which says so, seldom gets there."""
_MULTIPLEXERS = frozenset(("tmux", "screen"))
"""They take 256 colours, and show those that the terminal around them has."""
_MANY_COLOURS = frozenset(("rxvt", "mlterm", "vte", "gnome", "putty", "eterm", "terminator", "xfce"))
_PARTS = re.compile(r"[-.+]")


def colour_system(environment: Mapping[str, str]) -> str:
    """Returns Textual's name of what the terminal shows, or `auto` if Rich finds it out.

    >>> colour_system({"TERM": "xterm-ghostty"}), colour_system({"TERM": "screen.alacritty"})
    ('truecolor', '256')
    """
    if environment.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return "auto"
    first, *rest = _PARTS.split(environment.get("TERM", "").strip().lower())
    if first in _MULTIPLEXERS:
        return "truecolor" if "direct" in rest else "256"
    if "direct" in rest or not _ALL_COLOURS.isdisjoint((first, *rest)):
        return "truecolor"
    return "256" if first in _MANY_COLOURS else "auto"
