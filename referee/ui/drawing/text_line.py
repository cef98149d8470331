"""Lines of styled text, fitted into so many cells."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len  # a call less for each of the 300 texts that a key measures
from rich.cells import get_character_cell_size, set_cell_size

from referee.text.harmless import harmless
from referee.ui.drawing.glyphs import GLYPHS

StyledText = tuple[str, str]
"""Text, and the name of the style it is drawn in; an empty name is the style of the background."""


class Line(Struct, frozen=True):
    """One line of the screen, before it is drawn."""

    words: tuple[StyledText, ...] = ()
    background: str = "background"
    """Style behind the whole line: `background`, `chosen`, `bar`, or `mine` for the one whose turn it is."""
    click_target: str = ""
    """What a click on it stands for: a tag, a word or an index, as its pane reads it; empty if nothing."""
    margin: str = " "
    """What fills the free cells before it."""
    is_thumb: bool = False
    """The thumb of a list that does not fit is at its right end, on the edge."""


def line(*words: StyledText, background: str = "background", click_target: str = "") -> Line:
    """A line of these words."""
    return Line(words, background, click_target)


def fit(text: str, width: int) -> str:
    """The text, made harmless, in exactly so many cells; cut with a sign that more is there."""
    return _fitted(text, width, GLYPHS.more)


@lru_cache(maxsize=4096)
def _fitted(text: str, width: int, more: str) -> str:
    """The same with that sign; most of what is drawn was drawn before."""
    text = harmless(text)
    if (cells := cell_len(text)) <= width:
        return text + " " * (width - cells)
    return set_cell_size(text, max(0, width - 1)) + more if width > 0 else ""


def short_name(name: str, width: int) -> str:
    """A name in exactly so many cells; the number at its end stays."""
    head, _, number = name.rpartition(" ")
    if cell_len(name) <= width or not number.isdigit() or len(number) + 3 > width:
        return fit(name, width)
    return f"{fit(head, width - len(number) - 1)} {number}"


def ruled(title: str, width: int) -> Line:
    """A rule across with a heading on it."""
    name = cut(title, max(0, width - 2))
    return line((f" {name} ", "dim"), (GLYPHS.rule * max(0, width - 2 - cell_len(name)), "rule"))


def cut_before(text: str, width: int) -> str:
    """The end of the text in at most so many cells: of a path it tells more than the beginning."""
    return text if cell_len(text) <= width else f"{GLYPHS.more}{set_cell_size(text[::-1], max(0, width - 1))[::-1]}"


def cut(text: str, width: int) -> str:
    """The text, made harmless, in at most so many cells."""
    return fit(text, width).rstrip()


def wrapped(text: str, width: int) -> list[str]:
    """The text, made harmless, over as many lines as it takes; blanks between words stay, but not where a line ends."""
    text = harmless(text).strip()
    if cell_len(text) <= width:
        return [text]
    lines, row = [], ""
    for word in text.split(" "):
        while cell_len(word) > width > 0:
            head = set_cell_size(word, width).rstrip() or word[0]
            lines += [row, head] if row else [head]
            row, word = "", word[len(head) :]
        if row and cell_len(row) + 1 + cell_len(word) > width:
            lines.append(row.rstrip())
            row = word
        else:
            row = f"{row} {word}" if row else word
    return [*lines, row]


@lru_cache(maxsize=2048)
def is_regular_text(text: str) -> bool:
    """Is each letter of a text one cell wide?"""
    return text.isascii() or all(get_character_cell_size(letter) == 1 for letter in text)


def width(words: Iterable[StyledText]) -> int:
    """Cells that these words take."""
    return sum([cell_len(text) for text, _ in words])


def side_by_side(parts: Iterable[Line], cells: int) -> Line:
    """One line of several, each of which begins so many cells after the one before."""
    words: list[StyledText] = []
    for n, part in enumerate(parts):
        words += [(" " * (n * cells - width(words)), "text"), *part.words]
    return line(*words)


def centred(title: str, keys: Sequence[tuple[str, str]], width: int, height: int) -> list[Line]:
    """What an empty page says in its middle: why it is empty, and some keys, each with what it does."""
    widest = max((cell_len(key) for key, _ in keys), default=0)
    room = max(1, width - widest - 5)
    told = [(key if not n else "", row) for key, does in keys for n, row in enumerate(wrapped(does, room))]
    block = max((widest + 3 + cell_len(row) for _, row in told), default=0)
    left = " " * max(1, (width - block) // 2)
    titles = [" " * max(1, (width - cell_len(row)) // 2) + row for row in wrapped(title, max(1, width - 2))]
    rows = [*(line((row, "title")) for row in titles), Line()]
    rows += [line((left + fit(key, widest), "key"), (f"   {row}", "text")) for key, row in told]
    return [*[Line()] * max(0, (height - len(rows)) // 2), *rows][:height]
