"""Changed lines: a line diff that sends each line of the screen from its first to its last changed cell.

Textual sends every region that it redraws, and the whole screen if a pane moves: some nine kilobytes for one key, which
is slow over a phone. Updates have no public hook, so this module uses two private classes of Textual's compositor.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from operator import itemgetter, ne
from typing import TYPE_CHECKING, cast

from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from referee.ui.drawing.text_line import is_regular_text

if TYPE_CHECKING:
    from rich.console import RenderableType

_ENDS = {"bold": "\x1b[22m", "italic": "\x1b[23m", "underline": "\x1b[24m", "reverse": "\x1b[27m"}
"""Sequences that end one attribute each."""

Cell = tuple[str, Style]
"""A letter and its style."""
_STYLE = itemgetter(1)
_PLAIN, _DEFAULT = Style(), Color.default()
_RESET = "\x1b[m"
"""Sequence that resets all colours and attributes."""


class ShownLines:
    """Cells that the terminal shows, line by line, as far as they are known."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}
        """Cells by line number; None for an unknown cell."""
        self._strips: dict[int, dict[int, Strip]] = {}
        """Whole strips that each line shows, by their first columns: most of what Textual redraws is as it was."""

    def forget(self) -> None:
        """Call when the terminal may show anything: the next update then sends every cell."""
        self._lines.clear()
        self._strips.clear()

    def reduced(self, update: "RenderableType") -> "RenderableType":
        """Wraps an update so that it sends only what changed. Returns an update of an unknown kind as it is."""
        if isinstance(update, LayoutUpdate | ChopsUpdate):
            # Textual displays whatever can be rendered; of an update it takes the characters.
            return cast("RenderableType", ChangedLines(update, self))
        self.forget()
        return update

    def changed(self, y: int, x: int, strip: Strip) -> tuple[int, Iterable[tuple[str, Style]]]:
        """Compares a strip with what line `y` shows from column `x` on, and records it as shown.

        Returns the column to write at, and texts with their styles; no texts if nothing changed.
        """
        width = strip.cell_length
        strips = self._strips.get(y, {})
        if strips.get(x) == strip:
            return x, ()
        beside = {at: other for at, other in strips.items() if at + other.cell_length <= x or x + width <= at}
        self._strips[y] = beside
        line = self._lines.setdefault(y, [])
        line += [None] * (x + width - len(line))
        texts = [(text, style or _PLAIN) for text, style, _ in strip]
        if not is_regular_text(strip.text):  # terminals disagree on the width: send all of it
            line[x : x + width] = [None] * width
            return x, texts
        beside[x] = strip
        cells = [(letter, style) for text, style in texts for letter in text]
        shown = line[x : x + width]
        if shown == cells:
            return x, ()
        line[x : x + width] = cells
        differ = [*map(ne, shown, cells)]
        first, end = differ.index(True), width - differ[::-1].index(True)
        runs = groupby(cells[first:end], key=_STYLE)
        return x + first, [("".join(letter for letter, _ in run), style) for style, run in runs]


class ChangedLines(CompositorUpdate):
    """Textual update that sends only what changed."""

    def __init__(self, update: LayoutUpdate | ChopsUpdate, shown: ShownLines) -> None:
        self._update, self._shown = update, shown

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal."""
        update = self._update
        parts = _of_screen(update) if isinstance(update, LayoutUpdate) else _of_spans(update)
        out, current = list[str](), _PLAIN
        for y, x, strip in parts:
            column, texts = self._shown.changed(y, x, strip)
            if texts:
                out.append(f"\x1b[{y + 1};{column + 1}H")
            for text, style in texts:
                out += _turned(current, style, console), text
                current = style
        return "".join([*out, _turned(current, _PLAIN, console)])


def _of_screen(update: LayoutUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yields line number, first column and strip of each line of a whole screen."""
    for y, line in enumerate(update.strips, update.region.y):
        yield y, update.region.x, Strip.join(line)


def _of_spans(update: ChopsUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Yields line number, first column and strip of each redrawn part of a line."""
    for y, start, end in update.spans:
        for stop, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            left, right = max(x, start), min(stop, end)
            if strip is None or left >= right:
                continue
            if is_regular_text(strip.text):
                yield y, left, strip.crop(left - x, right - x)
            else:  # a wide letter could be cut in two
                yield y, x, strip


@lru_cache(maxsize=4096)
def _turned(before: Style, after: Style, console: Console) -> str:
    """Returns the sequences that turn one style into another: what ends, then what begins."""
    if before == after:
        return ""
    if before.dim or before.strike or after.dim or after.strike:
        return _RESET + _begun(after, console)
    ended = [end for name, end in _ENDS.items() if getattr(before, name) and not getattr(after, name)]
    begun = Style(
        color=None if after.color == before.color else after.color or _DEFAULT,
        bgcolor=None if after.bgcolor == before.bgcolor else after.bgcolor or _DEFAULT,
        bold=after.bold and not before.bold,
        italic=after.italic and not before.italic,
        underline=after.underline and not before.underline,
        reverse=after.reverse and not before.reverse,
    )
    return "".join([*ended, _begun(begun, console)])


def _begun(style: Style, console: Console) -> str:
    """Returns the sequence that begins a style."""
    return Strip([Segment("x", style)]).render(console).partition("x")[0]
