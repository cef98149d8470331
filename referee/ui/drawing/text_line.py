"""Lines of styled text, alone or in the columns of a list, with the signs that the terminal can show."""

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len  # a call less for each of the 300 texts that a key measures
from rich.cells import get_character_cell_size, set_cell_size

from referee.text.ascii import in_ascii, only_ascii, spelled_in_ascii
from referee.text.harmless import harmless


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


StyledText = tuple[str, str]
"""Text, and the name of the style it is drawn in; an empty name is the style of the background."""

SIDES = ("side1", "side2", "side3", "side4")
"""The styles of the sides, in the order in which they came, as `Glyphs.sides` has their signs; the second is the
referee's own.
"""


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


MOST_PIPS = 6
"""Points that are told at a glance, one by one; a track of more is a bar."""


def bar(now: int, maximum: int, cells: int, lost: int = 0, extra: int = 0) -> str:
    """How much of a track is left: a few points as pips, more as a bar, half a cell fine.

    A little is never drawn as nothing, nor almost all as all. lost: of what is gone, how much went just now.
    extra: points beside the track, which are lost before it.
    """
    if maximum <= 0 or cells <= 0:
        return ""
    if not extra and maximum <= min(cells, MOST_PIPS):
        gone, there = GLYPHS.pips
        left = min(maximum, max(0, now))
        return (there * left + gone * (maximum - left)).ljust(cells)
    whole = maximum + extra
    full, half = divmod(min(2 * cells, max(0, 2 * now * cells // whole)), 2)
    half = 1 if now > 0 and full == 0 else half
    beside = min(cells - full - half, max(1, extra * cells // whole)) if extra > 0 else 0
    gone_cells = cells - full - half - beside
    before = max(0, maximum - now - lost) * cells // whole
    just = min(gone_cells, max(1, gone_cells - before)) if lost > 0 else 0
    drawn = GLYPHS.full * full + GLYPHS.half_full * half + GLYPHS.extra * beside
    return drawn + GLYPHS.lost * just + GLYPHS.gone * (gone_cells - just)


def share_bar(share: float, cells: int) -> str:
    """A bar as long as that share of so many cells, half a cell fine; a little is never drawn as nothing."""
    halves = round(2 * cells * share) if share else 0
    return GLYPHS.full * (halves // 2) + (GLYPHS.half_full if halves % 2 or (share and not halves) else "")


def sparkline(numbers: Iterable[int | None], top: int) -> str:
    """A cell for each number, as high as it is of the top; a blank for None."""
    last = len(GLYPHS.steps) - 1
    steps = (None if n is None else min(last, max(0, -(-n * last // max(1, top)))) for n in numbers)
    return "".join(" " if step is None else GLYPHS.steps[step] for step in steps)


def health(now: int, maximum: int) -> str:
    """The style for how much is left of a track."""
    if now <= 0 or (now * 3 <= maximum and now < maximum):
        return "dying"
    return "hurt" if now < maximum else "ok"


_GAP = 2
"""Cells between two columns."""


class ListColumn(Struct, frozen=True):
    """A column of a list."""

    name: str
    title: str = ""
    style: str = "text"
    is_number: bool = False
    """It stands at the right of its cells."""
    least: int = 0
    """Cells to which its texts may be cut before a column is left out; 0: they are never cut."""
    most: int = 40
    """Cells that it takes at most."""
    gives_way: int = 0
    """Where there is not room for all, the columns of the highest number are left out first."""
    fills: bool = False
    """It takes the cells that are left, and is left out where they are few."""


class Columns(Struct, frozen=True):
    """Columns that fit into some width, each with its cells."""

    cells: tuple[tuple[ListColumn, int], ...]

    def heading(self, width: int, by: str = "", falling: bool = False) -> Line:
        """The headings on a rule. by: the column that the list is sorted by; falling: the greatest first."""
        words: list[StyledText] = []
        rule, told, end = GLYPHS.rule, 0, 0
        for n, (column, cells) in enumerate(self.cells):
            start = end + (_GAP if n else 1)
            end = start + cells
            sign = GLYPHS.sorted[falling] if column.name == by else ""
            if title := cut(column.title, cells - len(sign)) + sign:
                start = end - cell_len(title) if column.is_number else start
                words += [(rule * (start - 1 - told), "rule"), (f" {title} ", "title" if sign else "dim")]
                told = start + cell_len(title) + 1
        return line(*words, (rule * max(0, width - told), "rule"))

    def row(self, texts: Mapping[str, str], styles: Mapping[str, str] = MappingProxyType({})) -> Line:
        """One row; texts by the names of the columns, and styles where they are not those of the columns."""
        words: list[StyledText] = []
        for n, (column, cells) in enumerate(self.cells):
            text = fit(texts.get(column.name, ""), cells)
            if column.is_number:
                text = text.rstrip().rjust(cells)
            words.append((" " * (_GAP if n else 1) + text, styles.get(column.name, column.style)))
        return line(*words)


def columns_for(columns: Sequence[ListColumn], rows: Sequence[Mapping[str, str]], width: int) -> Columns:
    """The columns that fit, as wide as these rows need them; one that no row fills is left out, but for the first."""
    needs = {column.name: _need(column, rows) for column in columns}
    kept = [column for column in columns if needs[column.name] or column is columns[0]]
    cells = {column.name: min(needs[column.name], column.least or needs[column.name]) for column in kept}
    while (left := width - 1 - sum(cells[column.name] + _GAP for column in kept)) < 0 and len(kept) > 1:
        kept.remove(max(kept[1:], key=lambda column: column.gives_way))
    cells[kept[0].name] += min(0, left)
    for column in sorted(kept, key=lambda column: column.gives_way):
        more = max(0, left if column.fills else min(left, needs[column.name] - cells[column.name]))
        cells[column.name] += more
        left -= more
    return Columns(tuple((column, cells[column.name]) for column in kept))


def _need(column: ListColumn, rows: Sequence[Mapping[str, str]]) -> int:
    """Cells that a column needs for these rows and its heading; 0 if no row fills it."""
    needed = cell_len(widest([row.get(column.name, "") for row in rows]))
    return min(column.most, max(needed, cell_len(column.title) + 1)) if needed else 0


def widest(texts: Sequence[str]) -> str:
    """The text that takes most cells; empty if there is none."""
    # A shelf may have thousands; most are plain.
    return max(texts, key=len if "".join(texts).isascii() else cell_len, default="")


def with_dim_rest(text: str, style: str, dim: str) -> list[StyledText]:
    """A cell with what is gone of its bar in another style."""
    start = text.find(GLYPHS.gone)
    if start < 0:
        return [(text, style)]
    end = text.rfind(GLYPHS.gone) + 1
    return [(text[:start], style), (text[start:end], dim), (text[end:], style)]
