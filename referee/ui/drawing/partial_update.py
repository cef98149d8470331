"""Partial updates: sends only the cells that changed, where Textual sends each line from its beginning.

Importing this module fails in a Textual whose compositor has moved; `update_sparingly` is the way in.
"""

import re

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor

_SGR = re.compile(r"(\x1b\[[0-9;]*m)")
"""A change of colours or attributes: "select graphic rendition"."""
_MOVES = re.compile(r"^(\x1b\[[0-9;]*H)*")
_RESET = "\x1b[0m"


class PartialUpdate(ChopsUpdate):
    """The cells that changed, without the rest of their lines."""

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal; those of Textual's own update if its parts are not what they were."""
        try:
            return without_redundant_sgr("".join(self._changed(console)))
        except (AttributeError, LookupError, TypeError, ValueError):
            return super().render_segments(console)

    def _changed(self, console: Console) -> list[str]:
        sent: list[str] = []
        for y, start, end in self.spans:
            for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, start), min(stop, end)
                if strip is not None and left < right:
                    sent += [Control.move_to(left, y).segment.text, strip.crop(left - x, right - x).render(console)]
        return sent


def without_redundant_sgr(text: str) -> str:
    """The same text without those SGR sequences that change nothing; each is some forty bytes."""
    sent: list[str] = []
    current = wanted = _RESET
    for n, part in enumerate(_SGR.split(text)):
        if n % 2:
            wanted = part
        elif part:
            # Moving the cursor needs no reset; writing needs the right attributes.
            written = _MOVES.sub("", part)
            if written and wanted != current:
                moves = part[: len(part) - len(written)]
                sent += [moves, "" if current == _RESET else _RESET, "" if wanted == _RESET else wanted, written]
                current = wanted
            else:
                sent.append(part)
    return "".join(sent) + ("" if current == _RESET else _RESET)


class PartialCompositor(Compositor):
    """Textual's compositor with partial updates of its own."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        if type(update) is not ChopsUpdate:
            return update
        try:
            return PartialUpdate(update.chops, update.spans, update.chop_ends)
        except (AttributeError, TypeError):
            return update
