"""Glyphs: the few signs the screen draws with, and plain ones for terminals that have no others."""

import os
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Glyphs:
    """One set of signs."""

    plain: bool = False
    """Letters beyond ASCII are not drawn at all."""
    turn: str = "▶"
    chosen: str = "›"
    done: str = "✓"
    full: str = "▇"
    gone: str = "░"
    rule: str = "─"
    wall: str = "│"
    more: str = "…"
    dot: str = "·"
    hand: str = "✎"
    hidden: str = "◌"
    prompt: str = "❯"
    caret: str = "▏"
    none: str = "–"
    both: str = "»"
    """It is its turn, and it is chosen."""
    floor: str = "·"
    solid: str = "█"
    rough: str = "~"
    passed: str = "*"
    stopped: str = "X"
    across: str = "━"
    down: str = "┃"
    corners: str = " ╸╹┛╺━┗┻╻┓┃┫┏┳┣╋"
    """Where walls meet; in place 1 + 2 + 4 + 8 for one that comes from the left, above, the right, below."""

    def drawable(self, text: str) -> str:
        """The text with nothing in it that this terminal cannot draw."""
        if not self.plain or text.isascii():
            return text
        return text.translate(_ALIKE).encode("ascii", "replace").decode("ascii")


_ALIKE = str.maketrans({"·": "-", "–": "-", "—": "-", "→": "->", "…": "...", "×": "x", "’": "'", "‘": "'"})
"""What stands in for signs that a plain terminal lacks."""


UNICODE = Glyphs()
ASCII = Glyphs(
    plain=True,
    turn=">",
    chosen=")",
    done="+",
    full="#",
    gone=".",
    rule="-",
    wall="|",
    more="~",
    dot="-",
    hand="!",
    hidden="?",
    prompt=">",
    caret="_",
    none="-",
    both="}",
    floor=".",
    solid="#",
    across="-",
    down="|",
    corners=" -|+--++|+|+++++",
)


def glyphs_for(environment: Mapping[str, str]) -> Glyphs:
    """The set for a terminal's locale. LC_CTYPE alone does not count: Python itself puts C.UTF-8 there under LANG=C."""
    locale = environment.get("LC_ALL") or environment.get("LANG") or ""
    if not locale and environment.get("LC_CTYPE", "C.UTF-8") != "C.UTF-8":
        locale = environment["LC_CTYPE"]
    return UNICODE if "utf" in locale.lower() else ASCII


GLYPHS = glyphs_for(os.environ)
"""What this terminal can draw."""
