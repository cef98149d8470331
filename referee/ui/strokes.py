"""Strokes: what of the screen is sent when a part of it changes. The toolkit sends each line from its beginning."""

from rich.console import Console
from rich.control import Control
from textual._compositor import ChopsUpdate, Compositor


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
        return "".join(sent)


class Painter(Compositor):
    """Puts the panes together, and is sparing with what it sends."""

    def render_partial_update(self) -> ChopsUpdate | None:
        update = super().render_partial_update()
        return None if update is None else Strokes(update.chops, update.spans, update.chop_ends)
