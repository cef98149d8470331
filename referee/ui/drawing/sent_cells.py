"""Sent cells: what the terminal shows in each cell; lines that moved are moved, and cells that differ are sent."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, compress
from operator import eq, itemgetter, ne
from typing import NamedTuple

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len
from rich.style import Style
from textual.strip import Strip

from referee.ui.drawing.text_line import is_regular_text, seen_on_blank

_PIECE = 16
"""Cells that are compared at once, and by which lines are recognised that have moved; every other piece will do."""
_FEWEST = 120
"""So many cells more have to be right afterwards: to move lines, and to clear those that come free, is a sequence of
some fifty bytes, and what stays as it is lies in many pieces. Where it is from 80 to 240 either may be shorter; to try
both saved one byte in a hundred, in fights of 500 keys, and took as long as all else.
"""
_SOME = 2
"""Of so many cells one is compared to find what moved: it costs one byte in ten thousand, and takes a tenth less."""
_LINES = 10
"""About so many lines are looked at for what most of the blanks look like."""
_MOVES = 2
"""Lines of so many parts of a screen are moved, as the roster and the log."""
_TRIED = 2
"""Distances that are looked at, those first by which most pieces have moved."""

Cells = Sequence[int]


class Move(Struct, frozen=True):
    """Lines that are moved: from `top` to before `end`, up by `by` lines, or down where that is negative.

    What is moved out is lost; the lines that come free at the other end are blank.
    """

    top: int
    end: int
    by: int

    def sequence(self, erases: bool = False) -> str:
        """The characters that do it: DL or IL between margins, and no margins again.

        erases: the lines that come free get the present background, which not all terminals give them by themselves.
        """
        what, free = (f"{self.by}M", self.end - self.by) if self.by > 0 else (f"{-self.by}L", self.top)
        erased = f"\x1b[{free + 1}H" + "\n".join(["\x1b[K"] * abs(self.by)) if erases else ""
        return f"\x1b[{self.top + 1};{self.end}r\x1b[{self.top + 1}H\x1b[{what}{erased}\x1b[r"

    def source(self, y: int) -> int | None:
        """The line whose cells line `y` shows afterwards; None for a blank one."""
        if not self.top <= y < self.end:
            return y
        return y + self.by if self.top <= y + self.by < self.end else None


def best_moves(old: Sequence[Cells], new: Sequence[Cells], distances: Sequence[int], blank: int) -> list[Move]:
    """The moves by such distances, one after the other, after which most cells of the old lines are as the new ones.

    Empty if none is worth it. blank: the cell of a line that comes free. No line with an unknown cell is moved.
    """

    lines, widest = range(len(new)), max(map(len, old), default=0)
    fixed_old, fixed_new = (
        {y for y, line in enumerate(each) if _UNKNOWN in line or len(line) != widest} for each in (old, new)
    )
    some_old, some_new = ([line[::_SOME] for line in each] for each in (old, new))

    @cache
    def alike(source: int | None, y: int) -> int:
        """About how many cells line `y` has of the old line `source`, or of a blank one."""
        return _SOME * (some_new[y].count(blank) if source is None else _alike(some_old[source], some_new[y]))

    sources: list[int | None] = [*lines]
    moves: list[Move] = []
    while len(moves) < _MOVES:
        there = list(map(alike, sources, lines))
        free = [alike(None, y) - there[y] for y in lines]
        fixed = [y in fixed_new or sources[y] in fixed_old for y in lines]
        gain, move = 0, Move(0, 0, 0)
        for by in distances:
            gains = [(alike(sources[y + by], y) if 0 <= y + by < len(new) else 0) - there[y] for y in lines]
            gain, move = max((gain, move), _best_of(gains, free, fixed, by), key=itemgetter(0))
        if gain < _FEWEST:
            break
        moves.append(move)
        sources = [None if (of := move.source(y)) is None else sources[of] for y in lines]
    return moves


def _alike(one: Cells, other: Cells) -> int:
    """How many cells are the same."""
    return len(other) if one is other or one == other else sum(map(eq, one, other))


def distances_moved(old: Sequence[Cells], new: Sequence[Cells]) -> list[int]:
    """By how many lines most pieces of the new lines have moved up, if they are enough."""
    came: dict[tuple[int, ...], list[int]] = {}
    for y, line in enumerate(new):
        for x in range(0, 0 if old[y] == line else len(line), 2 * _PIECE):
            if old[y][x : x + _PIECE] != (piece := line[x : x + _PIECE]):
                came.setdefault((x, *piece), []).append(y)
    if _PIECE * sum(map(len, came.values())) < _FEWEST:  # too little is new
        return []
    columns, places = {piece[0] for piece in came}, dict[tuple[int, ...], list[int]]()
    for y, line in enumerate(old):
        for x in () if line == new[y] else columns:
            if (there := (x, *line[x : x + _PIECE])) in came:
                places.setdefault(there, []).append(y)
    # What is on many lines, such as blanks, is no clue.
    clues = ((places[piece][0], lines) for piece, lines in came.items() if len(places.get(piece, ())) == 1)
    votes = Counter(was - y for was, lines in clues for y in lines)
    return [by for by, count in votes.most_common(_TRIED) if count * 2 * _PIECE >= _FEWEST]


def _best_of(gains: Sequence[int], free: Sequence[int], fixed: Sequence[bool], by: int) -> tuple[int, Move]:
    """How many cells more are right after the best move by so many, and that; 0 if none is better than to move none."""
    count, n = len(gains), abs(by)
    if by < 0:  # the same from the last line upwards
        gains, free, fixed = gains[::-1], free[::-1], fixed[::-1]
    moved, blank = (list(accumulate(values, initial=0)) for values in (gains, free))
    best = 0, 0, 0
    top = 0
    for middle in range(1, count - n + 1):
        # Lines `top` to `middle` take the place of others, those from `middle` on come free.
        if fixed[middle - 1 + n] or fixed[middle - 1]:
            top = middle
            continue
        if moved[middle - 1] < moved[top]:
            top = middle - 1
        if any(fixed[middle : middle + n]):
            continue
        gain = moved[middle] - moved[top] + blank[middle + n] - blank[middle]
        if gain > best[0]:
            best = gain, top, middle + n
    gain, first, end = best
    return (gain, Move(first, end, by)) if by > 0 else (gain, Move(count - end, count - first, by))


_LETTERS = 0x110000
"""A cell is one number: the code point of its letter, plus this times the number of its style."""
_UNKNOWN = -1
"""What a cell shows is not known: it is sent at the next update."""
_SEGMENTS = 4096
"""Of so many texts in a style the cells are kept."""
_JOINED = 4
"""Up to so many unchanged cells between two changed ones are sent again: that is no longer than a move of the cursor.
Any number of blanks is, before a changed cell that is blank, too, where all can be erased at once.
"""


class Run(NamedTuple):
    """Text of one style on line `y` from column `x` on, both counted from 0."""

    y: int
    x: int
    text: str
    style: Style | None


class _CellStyle(Struct, frozen=True):
    """A style and the numbers of its cells."""

    style: Style | None
    base: int
    """The cell with letter 0 in that style."""
    blank: int
    """The cell with a blank: the same number for all styles whose blanks look the same."""
    is_blank: bool = False
    """It is one by which only blanks are told apart: a background without a colour of letters."""


class Changes(Struct, frozen=True):
    """What makes the terminal show what was drawn."""

    runs: list[Run]
    moves: Sequence[Move] = ()
    """Lines that are moved first."""
    clears: bool = False
    """All of the screen is made blank first."""
    ground: Style | None = None
    """The background that it has then, and lines that come free; None: the terminal's own."""


class SentCells:
    """The cells of each line as they were sent last, and those that are drawn since."""

    def __init__(self) -> None:
        self.line_feeds_go_down = False
        """A line feed moves the cursor a line down and no more: no carriage return is added to it on the way."""
        self._rows: dict[int, list[int]] = {}
        self._first: dict[int, Strip] = {}
        """Lines that were sent whole, from column 0 on, while nothing was known of them: their cells are not numbered
        before something else comes, which would slow down the first screen.
        """
        self._drawn: dict[int, list[int]] = {}
        """Lines that were drawn and not sent yet, as the terminal is to show them."""
        self._whole: list[Run] = []
        """What was drawn and is sent in any case."""
        self._known: dict[Style | None, _CellStyle] = {}
        self._numbered: list[_CellStyle] = []
        self._segments: dict[tuple[str, Style | None], list[int]] = {}
        """The cells of texts in a style: most of a screen is drawn again as it was."""

    def forget(self) -> None:
        """Call this when the terminal may show anything: the next update sends each cell."""
        for each in (self._rows, self._first, self._drawn, self._whole):
            each.clear()

    def draw(self, y: int, x: int, strip: Strip, start: int = 0, end: int | None = None) -> None:
        """Line `y` is to show this strip from column `x` on, once `changes` is sent; of it the cells from `start` to
        `end`, or to its end.

        A strip with wide letters or marks is sent whole each time, so that none is cut in two.
        """
        is_whole = not start and (end is None or end >= strip.cell_length)
        if x == 0 and is_whole and y not in self._rows and y not in self._first:
            self._first[y] = strip
            self._whole += _whole(y, x, strip)
            return
        cells = self._cells(strip)
        is_known = _UNKNOWN not in cells
        if is_known and not is_whole:
            cells, x = cells[start:end], x + start
        row, stop = self._row(y), x + len(cells)
        row += [_UNKNOWN] * (stop - len(row))
        drawn = self._drawn.get(y) or self._drawn.setdefault(y, row[:])
        drawn += [_UNKNOWN] * (len(row) - len(drawn))
        drawn[x:stop] = cells
        if not is_known:
            row[x:stop] = cells
            self._whole += _whole(y, x, strip)

    def changes(self, moves_lines: bool = False, clears: bool = False) -> list[Changes]:
        """Ways to make the terminal show what was drawn, two at most; it counts as sent by one of them.

        moves_lines, clears: lines may be moved, the screen or parts of it cleared, where that leaves less to be sent.
        """
        if not (self._drawn or self._whole):
            return []
        ways, moves = list[Changes](), list[Move]()
        shown: Mapping[int, list[int]] = self._rows
        free = self._known.get(None) or self._learn(None)
        if clears and (known := self._ground()) is not None:
            cleared = {y: [known.blank] * len(row) for y, row in self._rows.items()}
            self._drawn = {**self._rows, **self._drawn}
            ways.append(Changes(self._runs(cleared, clears), clears=True, ground=known.style))
        if moves_lines and self._drawn:
            rows = [self._row(y) for y in range(1 + max((*self._rows, *self._first)))]
            new = [self._drawn.get(y, row) for y, row in enumerate(rows)]
            if distances := distances_moved(rows, new):
                if clears:
                    free = self._commonest_blank(self._drawn.values()) or free
                moves = best_moves(rows, new, distances, free.blank)
                for move in moves:
                    rows = self._moved(rows, move, free.blank)
                shown = dict(enumerate(rows))
        ways.append(Changes(self._whole + self._runs(shown, clears), moves, ground=free.style if moves else None))
        self._rows |= self._drawn
        self._drawn, self._whole = {}, []
        return ways

    def _runs(self, shown: Mapping[int, list[int]], clears: bool) -> list[Run]:
        """The runs of all that was drawn and is not shown; clears: many blanks are sent as few bytes."""
        return [
            Run(y, start, "".join(map(chr, [cell % _LETTERS for cell in new[start:end]])), known.style)
            for y, new in self._drawn.items()
            for start, end, known in self._ranges(shown[y], new, clears)
        ]

    def _ground(self) -> _CellStyle | None:
        """The commonest blank of a screen most of which is drawn anew; None where less is, or wide letters are."""
        if self._first or len(self._drawn) * 2 < len(self._rows):
            return None
        rows = {**self._rows, **self._drawn}
        if sum(_alike(row, rows[y]) for y, row in self._rows.items()) * 2 > sum(map(len, self._rows.values())):
            return None
        return None if any(_UNKNOWN in row for row in rows.values()) else self._commonest_blank(rows.values())

    def _commonest_blank(self, rows: Collection[Cells]) -> _CellStyle | None:
        """Of the blanks by which only blanks are told apart the commonest in some of the rows; None while there is
        none.
        """
        counts = Counter(chain.from_iterable([*rows][:: 1 + len(rows) // _LINES]))
        blanks = (known for known in self._numbered if known.is_blank)
        return max(blanks, key=lambda known: counts[known.blank], default=None)

    def _moved(self, rows: list[list[int]], move: Move, blank: int) -> list[list[int]]:
        """The lines as they are shown after that; those that are not right where they come count as drawn."""
        for y in range(move.top, move.end):
            self._drawn.setdefault(y, self._rows[y])
        sources = zip(map(move.source, range(len(rows))), rows, strict=True)
        return [[blank] * len(row) if source is None else rows[source] for source, row in sources]

    @property
    def width(self) -> int:
        """Cells of a line, as far as anything is known."""
        return max(map(len, self._rows.values()), default=0)

    def _row(self, y: int) -> list[int]:
        """The cells of a line as the terminal shows it."""
        if (first := self._first.pop(y, None)) is not None:
            self._rows[y] = self._cells(first)
        return self._rows.setdefault(y, [])

    def _cells(self, strip: Strip) -> list[int]:
        """The cells of a strip; all are unknown where one of its letters is not one cell wide."""
        out: list[int] = []
        for text, style, _ in strip:
            cells = self._segments.get((text, style))
            if cells is None:
                if len(self._segments) >= _SEGMENTS:
                    self._segments.clear()
                cells = self._segments[text, style] = self._cells_of(text, style)
            out += cells
        return [_UNKNOWN] * len(out) if _UNKNOWN in out else out

    def _cells_of(self, text: str, style: Style | None) -> list[int]:
        if not is_regular_text(text):
            return [_UNKNOWN] * cell_len(text)
        known = self._known.get(style) or self._learn(style)
        return [known.blank if letter == " " else known.base + ord(letter) for letter in text]

    def _learn(self, style: Style | None) -> _CellStyle:
        """Gives a style the next number."""
        plain = seen_on_blank(style)
        if plain == style:
            blank = len(self._numbered) * _LETTERS + ord(" ")
            self._numbered.append(_CellStyle(style, blank - ord(" "), blank, True))
        else:
            blank = (self._known.get(plain) or self._learn(plain)).blank
        known = self._known[style] = _CellStyle(style, len(self._numbered) * _LETTERS, blank)
        self._numbered.append(known)
        return known

    def _ranges(self, old: list[int], new: list[int], clears: bool) -> list[tuple[int, int, _CellStyle]]:
        """Half-open ranges of cells, each of one style, that hold all those of a row that changed."""
        out: list[tuple[int, int, _CellStyle]] = []
        style, start, end, base, blank = None, 0, 0, 0, 0
        for n in () if old == new else compress(range(len(new)), map(ne, old, new)):
            cell = new[n]
            if style is not None:
                if n == end and (cell == blank or base <= cell < base + _LETTERS):
                    end += 1
                    continue
                near = n - end <= _JOINED or (clears and cell == blank)
                if near and (one := self._common_style(style, new[end : n + 1])) is not None:
                    style, end, base, blank = one, n + 1, one.base, one.blank
                    continue
                out.append((start, end, style))
            style = self._numbered[cell // _LETTERS]
            start, end, base, blank = n, n + 1, style.base, style.blank
        return out if style is None else [*out, (start, end, style)]

    def _common_style(self, before: _CellStyle, cells: list[int]) -> _CellStyle | None:
        """The one style in which a run and the cells after it can be written; None if they need several."""
        here = self._numbered[cells[-1] // _LETTERS]
        one, other = (here, before) if before.is_blank else (before, here)
        if other.blank != one.blank or (other is not one and not other.is_blank):
            return None
        letters = {*cells} - {one.blank}
        return one if not letters or one.base <= min(letters) <= max(letters) < one.base + _LETTERS else None


def _whole(y: int, x: int, strip: Strip) -> list[Run]:
    """The runs of all of a strip."""
    out: list[Run] = []
    for text, style, _ in strip:
        out.append(Run(y, x, text, style))
        x += cell_len(text)
    return out
