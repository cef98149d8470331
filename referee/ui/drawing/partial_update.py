"""Partial updates: sends only the cells that changed, where Textual sends lines, or the whole screen at a new layout.

Importing this module fails in a Textual whose compositor has moved; `update_sparingly` is the way in.
"""

import re
from functools import lru_cache

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual.strip import Strip

from referee.ui.drawing.sent_cells import SentCells

_SGR = re.compile(r"(\x1b\[[0-9;]*m)")
"""A change of colours or attributes: "select graphic rendition"."""
_MOVES = re.compile(r"^(\x1b\[[0-9;]*H)*")
_RESET = "\x1b[0m"
_CODE = re.compile(r"[34]8;(?:2;\d+;\d+|5);\d+|\d+")
"""One code of such a sequence: a colour of numbers, or a single number."""


class PartialUpdate(ChopsUpdate):
    """The cells that changed, without the rest of their lines."""

    sent: SentCells
    """What is on the terminal."""

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal; those of Textual's own update if its parts are not what they were."""
        try:
            return without_redundant_sgr("".join(self._changed(console)))
        except (AttributeError, LookupError, TypeError, ValueError):
            self.sent.forget()
            return super().render_segments(console)

    def _changed(self, console: Console) -> list[str]:
        sent: list[str] = []
        for y, start, end in self.spans:
            for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, start), min(stop, end)
                if strip is not None and left < right:
                    sent += _written(self.sent, left, y, strip.crop(left - x, right - x), console)
        return sent


class WholeUpdate(LayoutUpdate):
    """All lines of a screen, of which the cells are sent that differ from what is on the terminal."""

    sent: SentCells

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal; those of Textual's own update if its parts are not what they were."""
        try:
            out: list[str] = []
            for y, line in enumerate(self.strips, self.region.y):
                out += _written(self.sent, self.region.x, y, Strip.join(line), console)
            return without_redundant_sgr("".join(out))
        except (AttributeError, LookupError, TypeError, ValueError):
            self.sent.forget()
            return super().render_segments(console)


def _written(sent: SentCells, x: int, y: int, strip: Strip, console: Console) -> list[str]:
    """What has to be written so that a strip is on the terminal from that cell on."""
    out: list[str] = []
    for start, part in sent.send(y, x, strip):
        out += [Control.move_to(start, y).segment.text, part.render(console)]
    return out


def without_redundant_sgr(text: str) -> str:
    """The same text, of its SGR sequences only what changes: a whole one is some forty bytes."""
    sent: list[str] = []
    current = wanted = _RESET
    for n, part in enumerate(_SGR.split(text)):
        if n % 2:
            wanted = part
        elif part:
            # Moving the cursor needs no reset; writing needs the right attributes.
            written = _MOVES.sub("", part)
            if written and wanted != current:
                sent += [part[: len(part) - len(written)], _from_one_to_another(current, wanted), written]
                current = wanted
            else:
                sent.append(part)
    return "".join(sent) + ("" if current == _RESET else _RESET)


@lru_cache(maxsize=4096)
def _from_one_to_another(current: str, wanted: str) -> str:
    """The SGR sequence that makes the attributes `wanted` of the current ones."""
    if wanted == _RESET:
        return wanted
    before, after = _by_kind(current), _by_kind(wanted)
    # Colours can be changed one by one; what has to go needs a reset.
    if before.keys() <= after.keys():
        return f"\x1b[{';'.join(code for kind, code in after.items() if before.get(kind) != code)}m"
    return f"\x1b[0;{';'.join(after.values())}m"


@lru_cache(maxsize=1024)
def _by_kind(sgr: str) -> dict[str, str]:
    """The codes of a sequence by what they set: the colour of letters, what lies behind them, or one attribute."""
    out: dict[str, str] = {}
    for code in _CODE.findall(sgr):
        head = int(code.partition(";")[0])
        is_behind = 40 <= head < 50 or 100 <= head < 108
        is_colour = is_behind or 30 <= head < 40 or 90 <= head < 98
        out["behind" if is_behind else "colour" if is_colour else code] = code
    out.pop("0", None)
    return out


class PartialCompositor(Compositor):
    """Textual's compositor with updates that send only what changes."""

    def __init__(self, sent: SentCells) -> None:
        super().__init__()
        self.sent = sent

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        if type(update) is not ChopsUpdate:
            return update
        try:
            partial = PartialUpdate(update.chops, update.spans, update.chop_ends)
        except (AttributeError, TypeError):
            self.sent.forget()
            return update
        partial.sent = self.sent
        return partial

    def render_full_update(self, simplify: bool = False) -> LayoutUpdate:
        update = super().render_full_update(simplify)
        if simplify or type(update) is not LayoutUpdate:
            return update
        try:
            whole = WholeUpdate(update.strips, update.region)
        except (AttributeError, TypeError):
            self.sent.forget()
            return update
        whole.sent = self.sent
        return whole
