"""Glyphs: the few signs the screen draws with, and plain ones for terminals that have no others."""

import os
from typing import NamedTuple

from referee.ascii import in_ascii, only_ascii, spelled_in_ascii


class Glyphs(NamedTuple):
    """One set of signs."""

    plain: bool = False
    """Letters beyond ASCII are not drawn at all."""
    turn: str = "▶"
    chosen: str = "›"
    done: str = "✓"
    full: str = "▇"
    gone: str = "░"
    lost: str = "▒"
    """Of what is gone, the part that went just now."""
    extra: str = "▓"
    """Points beside a track, which are lost before it."""
    rule: str = "─"
    wall: str = "│"
    more: str = "…"
    dot: str = "·"
    hand: str = "✎"
    hidden: str = "◌"
    prompt: str = "❯"
    none: str = "–"
    both: str = "»"
    """It is its turn, and it is chosen."""
    mark: str = "●"
    half: str = "½"
    """Marked in the roster, and marked for half of some damage."""
    folded: str = "→"
    """Several figures are in this row; it is the key that opens it."""
    sides: str = "+▾○="
    """A sign for each side; the second is that of the referee's own."""
    ranks: str = "★◆"
    """A figure above the others of its sort, and a boss."""
    fallen: str = "✝"
    foe: str = "•"
    """A figure of the referee's own side, on the map."""
    floor: str = "·"
    solid: str = "█"
    rough: str = "~"
    passed: str = "*"
    stopped: str = "X"
    lit: str = "◇"
    """A space that answers what is asked, where its cost has no room."""
    across: str = "━"
    down: str = "┃"
    corners: str = " ╸╹┛╺━┗┻╻┓┃┫┏┳┣╋"
    """Where walls meet; in place 1 + 2 + 4 + 8 for one that comes from the left, above, the right, below."""

    def spelled(self, text: str) -> str:
        """The text before it is fitted into a pane: without Unicode, an arrow takes two letters."""
        return spelled_in_ascii(text) if self.plain else text

    def drawable(self, text: str) -> str:
        """The text with nothing in it that this terminal cannot draw."""
        return in_ascii(text) if self.plain else text


UNICODE = Glyphs()
ASCII = Glyphs(
    plain=True,
    turn=">",
    chosen=")",
    done="+",
    full="#",
    gone=".",
    lost="-",
    extra="+",
    rule="-",
    wall="|",
    more="~",
    dot="-",
    hand="!",
    hidden="?",
    prompt=">",
    none="-",
    both="}",
    mark="#",
    half="%",
    folded=">",
    sides="+vo=",
    ranks="*@",
    fallen="x",
    foe=":",
    floor=".",
    solid="#",
    lit="o",
    across="-",
    down="|",
    corners=" -|+--++|+|+++++",
)


GLYPHS = ASCII if only_ascii(os.environ) else UNICODE
"""What this terminal can draw."""
