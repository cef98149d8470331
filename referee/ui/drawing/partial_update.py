"""Partial updates: sends only the cells that changed, where Textual sends lines, or the whole screen at a new layout.

Importing this module fails in a Textual whose compositor has moved; `update_sparingly` is the way in.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from referee.text import pattern
from referee.ui.drawing.sent_cells import Changes, Run, SentCells
from referee.ui.drawing.text_line import has_plain_blanks, is_regular_text

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.widget import Widget

_RESET = "\x1b[m"
"""The SGR sequence ("select graphic rendition") that takes all colours and attributes away: no number is 0."""
_DOWN = "\x1bD"
"""The sequence IND ("index"): the cursor moves a line down."""
_CODE = pattern(r"[34]8;(?:2;\d+;\d+|5);\d+|\d+")
"""One code of an SGR sequence: a colour of numbers, or a single number."""
_RGB = pattern(r"8;2;(\d+);(\d+);(\d+)")
_CUBE = (0, 95, 135, 175, 215, 255)
"""How much red, green or blue the colours 16 to 231 have."""


class PartialUpdate(ChopsUpdate):
    """An update of parts of lines that sends only the cells that changed."""

    sent: SentCells
    """What the terminal shows."""

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal; those of Textual's own update if its parts are not what they were."""
        try:
            self._draw()
            return sent_by(self.sent, console)
        except (AttributeError, LookupError, TypeError, ValueError):
            self.sent.forget()
            return super().render_segments(console)

    def _draw(self) -> None:
        """Draws all spans."""
        for y, start, end in self.spans:
            for stop, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                left, right = max(x, start), min(stop, end)
                if strip is not None and left < right:
                    self.sent.draw(y, x, strip, left - x, right - x)


class LinesUpdate(CompositorUpdate):
    """An update of lines that are in view whole: each with its line and column on the screen."""

    def __init__(self, lines: list[tuple[int, int, Strip]], sent: SentCells) -> None:
        self._lines = lines
        self.sent = sent

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal."""
        for y, x, strip in self._lines:
            self.sent.draw(y, x, strip)
        return sent_by(self.sent, console)


class WholeUpdate(LayoutUpdate):
    """An update of all lines that sends only the cells that differ from what the terminal shows."""

    sent: SentCells

    def render_segments(self, console: Console) -> str:
        """The characters for the terminal; those of Textual's own update if its parts are not what they were."""
        try:
            for y, line in enumerate(self.strips, self.region.y):
                self.sent.draw(y, self.region.x, Strip.join(line))
            return sent_by(self.sent, console)
        except (AttributeError, LookupError, TypeError, ValueError):
            self.sent.forget()
            return super().render_segments(console)


def sent_by(sent: SentCells, console: Console) -> str:
    """The characters that make the terminal show what was drawn."""
    down = "\n" if sent.line_feeds_go_down and can_feed_lines() else _DOWN
    ways = (_rendered(changes, console, sent.width, down) for changes in sent.changes(can_move_lines(), can_erase()))
    return min(ways, key=lambda way: len(way.encode()), default="")


def _rendered(changes: Changes, console: Console, width: int, down: str) -> str:
    """The characters of one way."""
    sgr = _RESET if changes.ground is None else _sgr(changes.ground, console)
    first = "\x1b[H\x1b[J" if changes.clears else "".join(move.sequence(sgr != _RESET) for move in changes.moves)
    drawn = rendered(changes.runs, console, width, sgr, down)
    return ("" if sgr == _RESET else sgr) + first + drawn


def rendered(runs: Iterable[Run], console: Console, width: int = 0, current: str = _RESET, down: str = _DOWN) -> str:
    """The characters that write these runs, style by style: a change of style is longer than a move of the cursor.

    width: cells of a line; 0 if that is not known. current: the attributes that are set already. down: what moves the
    cursor a line down.
    """
    by_style: dict[str, list[Run]] = {}
    for run in runs:
        by_style.setdefault(_sgr(run.style, console), []).append(run)
    out: list[str] = []
    cursor = _Cursor(width, down)
    while by_style:
        sgr = min(by_style, key=partial(_change_of_style, current))
        out += _change_of_style(current, sgr)[1], _written(by_style.pop(sgr), cursor)
        current = sgr
    return "".join(out) + ("" if current == _RESET else _RESET)


_IN_ORDER = itemgetter(0, 1)
"""Run by run down the lines, from left to right."""
_BACK, _FAR_BACK = 1, 4
"""Cells to the left that a step to the line below may take: while there is more on the line of the cursor, and else.
Such a step is as long as a move along the line, or shorter than one to anywhere.
"""


def _near_first(runs: Iterable[Run], line: int, column: int) -> Iterator[Run]:
    """The runs in an order that takes short moves from this position of the cursor on: first what begins just below it,
    then what is on its line, ahead or else behind, then the first of all.
    """
    lines: dict[int, dict[int, Run]] = {}
    for run in sorted(runs, key=_IN_ORDER):
        lines.setdefault(run.y, {})[run.x] = run
    while lines:
        here, below = lines.get(line), lines.get(line + 1, {})
        back, most = 0, _BACK if here else _FAR_BACK
        while back <= most and column - back not in below:
            back += 1
        if back <= most:
            line, column = line + 1, column - back
        elif here:
            column = next((x for x in here if x >= column), next(iter(here)))
        else:
            line, first = next(iter(lines.items()))
            column = next(iter(first))
        yield (run := lines[line].pop(column))
        if not lines[line]:
            del lines[line]
        column += len(run.text)


def _written(runs: Iterable[Run], cursor: "_Cursor") -> str:
    """The characters that write runs of one style; the cursor is behind the last of them then."""
    out, can_split = list[str](), can_erase()
    for y, x, text, style in _near_first(runs, cursor.line, cursor.column):
        # Behind a wide letter, blanks are not as many cells to the right as they are letters.
        if can_split and _BLANKS_ERASED in text and has_plain_blanks(style) and is_regular_text(text):
            for start, piece, is_erased in _split_at_blanks(text):
                out += cursor.move(y, x + start), f"\x1b[{len(piece)}X" if is_erased else cursor.write(piece)
        else:
            out += cursor.move(y, x), cursor.write(text)
    return "".join(out)


class _Cursor:
    """Where the cursor of the terminal is."""

    def __init__(self, width: int, down: str) -> None:
        self._width, self._down, self.line, self.column = width, down, -1, -1

    def move(self, y: int, x: int) -> str:
        """The shortest sequence that moves it there."""
        line, column = self.line, self.column
        self.line, self.column = y, x
        anywhere = f"\x1b[{y + 1 if y else ''}{f';{x + 1}' if x else ''}H"
        if line < 0:
            return anywhere
        ahead = x - column
        if y == line and 0 <= ahead < 10:
            return f"\x1b[{ahead}C" if ahead else ""
        absolute = f"\x1b[{x + 1}G" if x else "\r"
        relative = f"\x1b[{ahead}C" if ahead > 0 else min("\b" * -ahead, f"\x1b[{-ahead}D", key=len)
        # Behind the last column terminals do not agree where the cursor is.
        is_sure = 0 < column < self._width
        if y == line:
            return min(absolute, relative, key=len) if is_sure else absolute
        if y < line or not is_sure:
            return anywhere
        down = min(self._down * (y - line), f"\x1b[{y - line}B", key=len)
        return min(anywhere, down + absolute, down + relative, key=len)

    def write(self, text: str) -> str:
        """The text; the cursor is behind it then."""
        # Terminals do not agree on the cells of wide letters and marks: behind them the cursor may be anywhere.
        self.line, self.column = (self.line, self.column + len(text)) if is_regular_text(text) else (-1, -1)
        return text


def _split_at_blanks(text: str) -> list[tuple[int, str, bool]]:
    """The text in pieces: where each begins, and whether it is blanks that are shorter to erase than to write."""
    out, done = [], 0
    for blanks in _BLANKS.finditer(text):
        start, end = blanks.span()
        if end == len(text) or end - start >= _ERASED_WITHIN:
            out += [(done, text[done:start], False), (start, text[start:end], True)]
            done = end
    return [each for each in (*out, (done, text[done:], False)) if each[1]]


_BLANKS_ERASED = "     "
"""The fewest blanks that are shorter to erase than to write."""
_BLANKS = pattern(f"{_BLANKS_ERASED}+")
_ERASED_WITHIN = 10
"""Fewer blanks between two words are written: the cursor has to be moved over those that are erased."""


def can_erase() -> bool:
    """Has the terminal ECH ("erase characters"), and gives it what it erases the present background?"""
    return _has(flag="bce", ech=b"\x1b[%p1%dX")


def can_move_lines() -> bool:
    """Has the terminal margins, DL and IL ("delete lines", "insert lines")?"""
    return _has(csr=b"\x1b[%i%p1%d;%p2%dr", dl=b"\x1b[%p1%dM", il=b"\x1b[%p1%dL")


def can_feed_lines() -> bool:
    """Moves a line feed the terminal's cursor a line down?"""
    return _has(cud1=b"\n")


@cache
def _has(flag: str = "", **strings: bytes) -> bool:
    """Says terminfo of this terminal that it has these sequences, and that flag?"""
    try:
        import curses
    except ImportError:
        return False
    try:
        curses.setupterm(fd=1)
        has_flag = not flag or curses.tigetflag(flag) > 0
        return has_flag and all(curses.tigetstr(name) == sequence for name, sequence in strings.items())
    except curses.error:
        return False


@lru_cache(maxsize=1024)
def _sgr(style: Style | None, console: Console) -> str:
    """The SGR sequence of a style."""
    drawn = Strip([Segment("x", style)]).render(console)
    return _RGB.sub(_shortest, drawn.partition("x")[0]) or _RESET


def _shortest(colour: re.Match[str]) -> str:
    """A colour by its number, where it is exactly one of the 256 that terminals have."""
    red, green, blue = parts = tuple(map(int, colour.groups()))
    if red == green == blue and red % 10 == 8 and red < 248:
        return f"8;5;{232 + red // 10}"
    if {*parts} <= {*_CUBE} and (red or green):  # pure blues are among those that schemes of colours change
        return f"8;5;{16 + 36 * _CUBE.index(red) + 6 * _CUBE.index(green) + _CUBE.index(blue)}"
    return colour[0]


@lru_cache(maxsize=4096)
def _change_of_style(current: str, wanted: str) -> tuple[int, str]:
    """The length of the sequence that changes the style, and the sequence: the least of several is the shortest."""
    sequence = _from_one_to_another(current, wanted)
    return len(sequence), sequence


def _from_one_to_another(current: str, wanted: str) -> str:
    """The SGR sequence that makes the attributes `wanted` of the current ones; empty where they are the same."""
    if wanted in (_RESET, current):
        return "" if wanted == current else wanted
    before, after = _by_kind(current), _by_kind(wanted)
    anew = f"\x1b[;{';'.join(after.values())}m"
    ends = {_ENDS.get(kind, "") for kind in before.keys() - after.keys()}
    if "" in ends:
        return anew
    # Bold and dim end together: what stays of them is set again.
    left = {kind: code for kind, code in before.items() if _ENDS.get(kind) not in ends}
    codes = (*sorted(ends), *(code for kind, code in after.items() if left.get(kind) != code))
    return min(f"\x1b[{';'.join(codes)}m", anew, key=len)


_ENDS = {"colour": "39", "behind": "49", "1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}
"""The code that ends each kind."""


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

    def __init__(self, sent: SentCells, side_by_side: "Callable[[], Sequence[Widget]]") -> None:
        super().__init__()
        self.sent, self._side_by_side = sent, side_by_side

    def update_of(self, changed: "Mapping[Widget, Collection[int]]") -> "RenderableType":
        """An update of these lines of panes, which are where they belong, with nothing over them."""
        lines: list[tuple[int, int, Strip]] = []
        for pane, numbers in changed.items():
            left, top, width, height = pane.region
            strips = pane.render_lines(Region(0, 0, width, min(height, max(numbers, default=-1) + 1)))
            lines += [(top + y, left, strips[y]) for y in sorted(numbers) if y < height]
        # Textual displays whatever can be rendered; of an update it takes the characters.
        return cast("RenderableType", LinesUpdate(lines, self.sent))

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
        # Textual would cut the lines of all panes into pieces, to see which of them is in front.
        panes = () if simplify else self._side_by_side()
        if panes and all(pane.region == getattr(pane, "placed", None) for pane in panes):
            self._dirty_regions.clear()
            beside = WholeUpdate(self._lines_of(panes), self.size.region)
            beside.sent = self.sent
            return beside
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

    def _lines_of(self, panes: "Sequence[Widget]") -> list[Iterable[Strip]]:
        """The lines of panes side by side, each of what they show from left to right."""
        lines: list[list[Strip]] = [[] for _ in range(self.size.height)]
        for pane in sorted(panes, key=lambda each: each.region.x):
            _, top, width, height = pane.region
            for y, strip in enumerate(pane.render_lines(Region(0, 0, width, height)), top):
                lines[y].append(strip)
        return [*lines]
