"""Glyphs: the signs that the terminal can show."""

import os

from msgspec import Struct

from referee.text.ascii import in_ascii, only_ascii, spelled_in_ascii


class Glyphs(Struct, frozen=True):
    """One set of signs."""

    plain: bool = False
    """Letters beyond ASCII are not drawn at all."""
    turn: str = "▶"
    chosen: str = "›"
    done: str = "✓"
    full: str = "━"
    half_full: str = "╾"
    """A cell of a bar that is half full: a little more than the full cells before it."""
    gone: str = "─"
    lost: str = "╍"
    """Of what is gone, the part that went just now."""
    extra: str = "═"
    """Points beside a track, which are lost before it."""
    pips: tuple[str, str] = ("○", "●")
    """One of a few points, gone and there."""
    rule: str = "─"
    wall: str = "│"
    more: str = "…"
    dot: str = "·"
    later: str = "┆"
    """What comes with a later round."""
    sorted: tuple[str, str] = ("▴", "▾")
    """By what a list is sorted, the least first, and the greatest first."""
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
    joints: str = " ╴╵╯╶─╰┴╷╮│┤╭┬├┼"
    """Where the lines around panes meet; in place 1 + 2 + 4 + 8 for one that comes from the left, above, the right,
    below.
    """
    thumb: str = "┃"
    """On the right edge of a list that does not fit: how much of it is in view, and where that is."""
    outline: str = "─││"
    """Around whoever has the turn: above and below, at the left, at the right."""
    steps: str = "▁▂▃▄▅▆▇█"
    """How high a number is, from none to all."""
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
    half_full="#",
    gone=".",
    lost="-",
    extra="+",
    pips=(".", "*"),
    rule="-",
    wall="|",
    more="~",
    dot="-",
    later="|",
    sorted=("^", "v"),
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
    joints=" -|+--++|+|+++++",
    thumb="#",
    steps="_.:-=+*#",
    outline="=[]",
    across="-",
    down="|",
    corners=" -|+--++|+|+++++",
)


GLYPHS = ASCII if only_ascii(os.environ) else UNICODE
"""What this terminal can draw."""
