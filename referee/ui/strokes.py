"""Strokes: what of the screen is sent when a part of it changes. The toolkit sends each line from its beginning."""

import re

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor

_PEN = re.compile(r"(\x1b\[[0-9;]*m)")
_GONE = re.compile(r"^(\x1b\[[0-9;]*H)*")
_LIFTED = "\x1b[0m"


class Strokes(ChopsUpdate):
    """Only the cells that changed."""

    def render_segments(self, console: Console) -> str:
        """What goes to the terminal."""
        sent: list[str] = []
        for y, start, end in self.spans:
            for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, start), min(stop, end)
                if strip is not None and left < right:
                    sent += [Control.move_to(left, y).segment.text, strip.crop(left - x, right - x).render(console)]
        return sparing("".join(sent))


def sparing(text: str) -> str:
    """The same strokes without those changes of the pen that change nothing: each costs some forty bytes."""
    sent: list[str] = []
    held = pen = _LIFTED
    for n, part in enumerate(_PEN.split(text)):
        if n % 2:
            pen = part
        elif part:
            # To go elsewhere on the screen the pen need not be lifted; to write, it must be the right one.
            written = _GONE.sub("", part)
            if written and pen != held:
                place = part[: len(part) - len(written)]
                sent += [place, "" if held == _LIFTED else _LIFTED, "" if pen == _LIFTED else pen, written]
                held = pen
            else:
                sent.append(part)
    return "".join(sent) + ("" if held == _LIFTED else _LIFTED)


class Painter(Compositor):
    """Puts the panes together, and is sparing with what it sends."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else Strokes(update.chops, update.spans, update.chop_ends)
