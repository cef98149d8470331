"""Ink: lines of words, each with the name of how it is drawn, turned into what the terminal gets."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from referee.text import clean
from referee.ui.glyphs import GLYPHS

UNBOUNDED = 10_000
"""Cells beyond the end of every line."""

Words = tuple[str, str]
"""Some words and the name of the style they are drawn in."""


class Line(NamedTuple):
    """One line of the screen, before it is drawn."""

    words: tuple[Words, ...] = ()
    behind: str = "background"
    """What lies behind the whole line: `background`, `chosen`, `bar`, or `mine` for the one whose turn it is."""
    to: str = ""
    """What a click on it means to its pane."""


def line(*words: Words, behind: str = "background", to: str = "") -> Line:
    """A line of these words."""
    return Line(words, behind, to)


def fit(text: str, width: int) -> str:
    """The text, made harmless, in exactly so many cells; cut with a sign that more is there."""
    text = clean(text)
    if (there := cell_len(text)) <= width:
        return text + " " * (width - there)
    return set_cell_size(text, max(0, width - 1)) + GLYPHS.more if width > 0 else ""


def cut(text: str, width: int) -> str:
    """The text, made harmless, in at most so many cells."""
    return fit(text, width).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """The text, made harmless, over as many lines as it takes."""
    lines, row = [], ""
    for word in clean(text).split(" "):
        while cell_len(word) > width > 0:
            head = set_cell_size(word, width).rstrip() or word[0]
            lines += [row, head] if row else [head]
            row, word = "", word[len(head) :]
        if row and cell_len(row) + 1 + cell_len(word) > width:
            lines.append(row)
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*lines, row]


def width(words: Iterable[Words]) -> int:
    """Cells that these words take."""
    return sum(cell_len(text) for text, _ in words)


def bar(now: int, most: int, cells: int) -> str:
    """How much of a track is left, as a bar; a little is never drawn as nothing, nor almost all as all."""
    if most <= 0 or cells <= 0:
        return ""
    full = min(cells, max(0, now * cells // most))
    full = 1 if now > 0 and full == 0 else full
    return GLYPHS.full * full + GLYPHS.gone * (cells - full)


def health(now: int, most: int) -> str:
    """The style for how much is left of a track."""
    if now <= 0 or (now * 3 <= most and now < most):
        return "dying"
    return "hurt" if now < most else "ok"


def difference(old: Line, new: Line) -> tuple[int, int]:
    """From which cell to which two lines differ: as little is sent to the terminal as can be."""
    if old.behind != new.behind:
        return 0, UNBOUNDED
    same = 0
    for before, after in zip(old.words, new.words, strict=False):
        if before != after:
            break
        same += 1
    return width(new.words[:same]), max(width(old.words), width(new.words))


def drawn(content: Line, styles: Mapping[str, Style], cells: int) -> Strip:
    """The line in so many cells. Here nothing that steers a terminal can be left, whoever wrote it."""
    base = styles[content.behind]
    segments: list[Segment] = []
    # Words alike are sent as one: each change of style costs some forty bytes on the line.
    for name, together in groupby((words for words in content.words if words[0]), key=lambda words: words[1]):
        text = "".join(text for text, _ in together)
        segments.append(Segment(GLYPHS.drawable(_harmless(text)), base + styles[name]))
    return Strip(segments).adjust_cell_length(max(0, cells), base)


def _harmless(text: str) -> str:
    """The text itself, or, should a value have come here unclean, without what cannot be printed."""
    return text if text.isprintable() else "".join(letter for letter in text if letter.isprintable())
