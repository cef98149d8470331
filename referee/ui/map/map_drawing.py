"""Drawing of the map as lines of text: the spaces of the board with who stands there and what is between them, and the
size at which all of it fits, or the one that was chosen.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space, edge_of, name_of
from referee.ui.drawing.cells import fitted, health_bar
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, fit, line
from referee.ui.map.board_plan import ROOM, Plan
from referee.words.conditions import marks

LABEL = 4
"""Letters at the left for the number of a row."""


class Zoom(NamedTuple):
    """How large a space is drawn."""

    lines: int
    is_spaced: bool
    """There is a line between any two rows of spaces; if not, only where a wall or a door stands."""
    cell: int
    """Letters that a space is wide."""

    @property
    def step(self) -> int:
        """Letters from one space to the next."""
        return self.cell + 1

    @property
    def has_names(self) -> bool:
        """Is there room for a sign and a short tag?"""
        return self.cell > ROOM

    @property
    def rank(self) -> tuple[bool, int, bool, int]:
        """Of two sizes the greater shows more."""
        return self.has_names, *self


_CURSOR = 3
"""Letters of the cursor in an empty space."""


class Row(Struct, frozen=True):
    """A line of the drawing."""

    y: int
    part: int
    """Which line of that row of spaces; -1: the edges above it."""

    @property
    def is_edges(self) -> bool:
        """Is it a line of edges?"""
        return self.part < 0


class MapDrawing(Struct, frozen=True):
    """A board in one size."""

    plan: Plan
    zoom: Zoom

    # ---------------------------------------------------------------- rows

    def rows(self) -> list[Row]:
        """The lines from the top down."""
        out: list[Row] = []
        height = self.plan.board.height
        for y in range(height + 1):
            if self.zoom.is_spaced or y in (0, height) or self.plan.has_barriers(y):
                out.append(Row(y, -1))
            if y < height:
                out += (Row(y, part) for part in range(self.zoom.lines))
        return out

    def lines(self, rows: list[Row], columns: range) -> list[Line]:
        """A heading, and these rows of these columns. A sign at their ends tells of what is out of view."""
        board = self.plan.board
        out = [self._heading(columns)]
        for row in rows:
            hides = (row == rows[0] and row.y + row.part >= 0) or (row == rows[-1] and row.y < board.height)
            parts = self._edges(row.y, columns) if row.is_edges else self._spaces(row, columns)
            out.append(line(self._label(row, hides), *parts))
        return out

    def _label(self, row: Row, hides: bool) -> StyledText:
        """The number of a row of spaces at its middle line."""
        if row.part == self._middle and row.y == self.plan.cursor[1]:
            return f"{f'[{row.y + 1}]':>{LABEL}}", "key"
        text = f"{row.y + 1 if row.part == self._middle else '':>{LABEL - 1}} "
        return GLYPHS.more + text[1:] if hides else text, "dim"

    @property
    def _middle(self) -> int:
        """The line of a space that has its sign, and the number of its row."""
        return (self.zoom.lines - 1) // 2

    def _heading(self, columns: range) -> Line:
        """The letters of these columns, on a rule."""
        rule, cell = GLYPHS.rule, self.zoom.cell
        hides = columns.start > 0, columns.stop < self.plan.board.width
        words: list[StyledText] = [(rule * (LABEL - 1) + (GLYPHS.more if hides[0] else rule) + rule, "rule")]
        for x in columns:
            letters, here = name_of((x, 0))[:-1], x == self.plan.cursor[0]
            text = f"[{letters}]" if here else f" {letters} "
            if cell < len(text):
                text = letters[-1].upper() if here else letters[-1]
            left = (cell - len(text)) // 2
            end = GLYPHS.more if hides[1] and x == columns[-1] else rule
            words += [(rule * left, "rule"), (text, "key" if here else "dim")]
            words.append((rule * (cell - left - len(text)) + end, "rule"))
        return line(*words)

    def _spaces(self, row: Row, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._upright((x - 1, row.y), (x, row.y), row.part)
            yield from self._space((x, row.y), row.part)
        yield self._upright((columns.stop - 1, row.y), (columns.stop, row.y), row.part)

    def _edges(self, y: int, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._corner(x, y)
            yield self._level((x, y - 1), (x, y))
        yield self._corner(columns.stop, y)

    # ---------------------------------------------------------------- spaces

    def _space(self, space: Space, part: int) -> Iterable[StyledText]:
        tag = self.plan.who.get(space)
        words = self._ground(space, part) if tag is None else self._figure(space, tag, part)
        behind = "chosen" if space in self.plan.stroke else ""
        return ((text, behind if behind and style != "mine" else style) for text, style in words)

    def _stopped(self, space: Space) -> bool:
        sight = self.plan.sight
        return sight is not None and name_of(space) in sight.stops

    def _figure(self, space: Space, tag: Tag, part: int) -> Iterator[StyledText]:
        """One line of whoever stands in a space: the name, how much is left of it, what lies on it."""
        figure, cell = self.plan.encounter.figures[tag], self.zoom.cell
        bar = health_bar(self.plan.rules, figure, cell) if self.zoom.lines > 1 else ("", "")
        lies = fitted(marks(self.plan.rules, figure), cell) if figure.conditions and self.zoom.lines > 2 else ""
        told: list[StyledText] = [("", ""), *([bar] if bar[0] else []), *([(lies, "condition")] if lies else [])]
        n = part - max(0, self.zoom.lines - len(told)) // 2
        if n == 0:
            yield from self._name(space, tag)
        elif 0 < n < len(told):
            yield fit(told[n][0], cell), told[n][1]
        else:
            yield " " * cell, ""

    def _name(self, space: Space, tag: Tag) -> Iterator[StyledText]:
        """A sign and a name; a figure that answers what is asked has its letter before its name."""
        plan, cell = self.plan, self.zoom.cell
        stopped, lit, here = self._stopped(space), plan.lit.get(space, ""), space == plan.cursor
        style = "error" if stopped else plan.style(tag)
        if cell == 1:
            text = GLYPHS.stopped if stopped else plan.letter(tag)
            yield text, "mine" if here else "asked" if lit else style
            return
        called = plan.called(tag, cell - 1) if self.zoom.has_names else plan.letter(tag)
        sign = GLYPHS.stopped if stopped else lit[:1] or plan.sign(tag)
        yield sign, "mine" if here else "asked" if lit and not stopped else style
        yield fit(called, min(cell - 1, cell_len(called))), "mine" if here else style
        yield " " * (cell - 1 - cell_len(called)), style

    def _ground(self, space: Space, part: int) -> Iterator[StyledText]:
        """One line of a space where nobody stands; one that answers what is asked shows what it costs."""
        plan, cell = self.plan, self.zoom.cell
        ground = plan.board.ground.get(name_of(space))
        sign = {"obstacle": GLYPHS.solid, "rough": GLYPHS.rough}.get(ground or "", " ")
        if part != self._middle:
            yield sign * cell, "dim"
            return
        middle, style = (GLYPHS.floor if ground is None else sign), "dim"
        if self._stopped(space):
            middle, style = GLYPHS.stopped, "error"
        elif plan.sight is not None and space in plan.sight.passed:
            middle, style = GLYPHS.passed, "ok" if plan.sight.clear else "warning"
        elif space in plan.lit:
            middle, style = self._cost(plan.lit[space]), "asked"
        left = (cell - len(middle)) // 2
        text = f"{sign * left}{middle}{sign * (cell - left - len(middle))}"
        # No more of a large space than the cursor needs: each cell of it is sent at each step.
        start = max(0, (cell - _CURSOR) // 2) if space == plan.cursor else cell
        yield text[:start], style
        yield text[start : start + _CURSOR], "mine"
        yield text[start + _CURSOR :], style

    def _cost(self, cost: str) -> str:
        """What it costs to answer with a space, or that it can be answered."""
        cost = cost or "()"
        return cost[:2] if self.zoom.cell > 1 else cost if len(cost) == 1 else GLYPHS.lit

    # ---------------------------------------------------------------- edges

    def _upright(self, one: Space, other: Space, part: int) -> StyledText:
        """The edge between two spaces that are side by side, beside one of their lines."""
        barrier, is_middle = self.plan.barrier(one, other), part == self._middle
        if is_middle and (sign := self._barred(one, other)):
            return sign
        if barrier:
            return "o" if is_middle and barrier == "open" else GLYPHS.down, "text"
        if self.plan.is_outline(one, other):
            return GLYPHS.outline[1 if self.plan.who.get(other) == self.plan.encounter.turn else 2], "turn"
        return " ", "text"

    def _level(self, one: Space, other: Space) -> StyledText:
        """The edge between two spaces that are one above the other."""
        barrier, cell = self.plan.barrier(one, other), self.zoom.cell
        if barrier is None:
            return (GLYPHS.outline[0] * cell, "turn") if self.plan.is_outline(one, other) else (" " * cell, "text")
        sign, style = self._barred(one, other) or ("o" if barrier == "open" else GLYPHS.across, "text")
        left = (cell - 1) // 2 if cell > 1 else 0
        signs = sign * min(2, cell)
        return f"{GLYPHS.across * left}{signs}{GLYPHS.across * (cell - left - len(signs))}", style

    def _barred(self, one: Space, other: Space) -> StyledText | None:
        """A mark where the line of sight ends, or a door is closed."""
        if self.plan.sight is not None and edge_of(one, other) in self.plan.sight.stops:
            return GLYPHS.stopped, "error"
        return ("D", "warning") if self.plan.barrier(one, other) == "closed" else None

    def _corner(self, x: int, y: int) -> StyledText:
        """How the walls around a corner meet, or the outline turns; it is the upper left one of space x, y."""
        around = (
            ((x - 1, y - 1), (x - 1, y)),
            ((x - 1, y - 1), (x, y - 1)),
            ((x, y - 1), (x, y)),
            ((x - 1, y), (x, y)),
        )
        if walls := sum(1 << n for n, edge in enumerate(around) if self.plan.barrier(*edge)):
            return GLYPHS.corners[walls], "text"
        outlined = sum(1 << n for n, edge in enumerate(around) if self.plan.is_outline(*edge))
        return GLYPHS.joints[outlined], "turn" if outlined else "text"


class Size(Struct, frozen=True):
    """A size of spaces, with the fewest and the most letters that they may be wide: else they look like no squares."""

    lines: int
    is_spaced: bool
    least: int
    most: int


_NEAR = (Size(1, True, 4, 4), Size(1, False, 4, 4))
"""A space has room for a sign and a short tag."""
_FAR = (Size(1, False, 1, 1),)
"""A space has room for one letter: that of its figure, a capital if it is no foe."""
_WHOLE = (
    Size(5, True, 10, 20),
    Size(4, True, 8, 18),
    Size(3, True, 6, 14),
    Size(2, True, 4, 11),
    Size(2, False, 4, 11),
    Size(1, True, 4, 7),
    Size(1, False, 4, 7),
    Size(1, True, 3, 3),
    Size(1, False, 1, 3),
)
ZOOMS: Mapping[str, Sequence[Size]] = {"whole": _WHOLE, "near": _NEAR, "far": _FAR}
"""The sizes that the referee can choose between: `whole` is the largest at which all of the board is in view."""


class Extent(Struct, frozen=True):
    """How many spaces a board has, and how many lines of edges are drawn where its rows are not spaced."""

    width: int
    height: int
    edges: int

    @classmethod
    def of(cls, plan: Plan) -> "Extent":
        """That of the board of a plan."""
        height = plan.board.height
        return cls(plan.board.width, height, 2 + sum(plan.has_barriers(y) for y in range(1, height)))

    def cells(self, zoom: Zoom) -> int:
        """Cells of a line of the drawing."""
        return LABEL + 1 + zoom.step * self.width

    def lines(self, zoom: Zoom) -> int:
        """Lines of the drawing with its heading."""
        return 1 + (self.height + 1 if zoom.is_spaced else self.edges) + zoom.lines * self.height

    def largest(self, cells: int, lines: int, sizes: Sequence[Size] = _WHOLE) -> Zoom | None:
        """The largest of these sizes at which all of it fits into so many cells and lines; None if none does."""
        for size in sizes:
            cell = min(size.most, (cells - LABEL - 1) // self.width - 1)
            zoom = Zoom(size.lines, size.is_spaced, cell)
            if cell >= size.least and self.lines(zoom) <= lines:
                return zoom
        return None

    def smallest(self, cells: int, sizes: Sequence[Size] = _WHOLE) -> Zoom:
        """The smallest of these sizes, for a board of which not all fits; with as wide spaces as the cells allow."""
        size = sizes[-1]
        cell = (cells - LABEL - 1) // self.width - 1
        return Zoom(size.lines, size.is_spaced, max(size.least, min(size.most, cell)))

    def cells_within(self, most: int) -> int:
        """Cells of a line beside other panes, at most so many: those of spaces that have room for a tag, or fewer."""
        cell = min(_NEAR[0].most, (most - LABEL - 1) // self.width - 1)
        return LABEL + 1 + (cell + 1) * self.width if cell > 0 else most

    def lines_within(self, cells: int, most: int) -> int:
        """Lines above other panes, in so many cells, at most so many where all of it fits so."""
        return self.lines(self.largest(cells, most) or self.smallest(cells))


FEWEST_CELLS, FEWEST_LINES = 22, 3
"""Cells, or lines, that the list of figures has at least; it is left out where there are fewer."""


_MOST_OF_IT = 40
"""Cells for names, numbers and the first condition."""


class ListNeeds(Struct, frozen=True):
    """What the list of figures needs."""

    cells: int
    """For all that it tells of a figure."""
    figures: int
    """Lines that can stand side by side."""
    others: int
    """Lines that cannot: its title, and those that tell of several figures."""

    def lines(self, cells: int) -> int:
        """Lines in so many cells."""
        return self.others + -(-self.figures // max(1, cells // self.cells))

    def beside(self, cells: int) -> tuple[int, ...]:
        """Cells that it may have of so many: for all that it tells, or for most of it."""
        return min(self.cells, cells // 2), min(self.cells, cells // 2, _MOST_OF_IT)


class Arrangement(NamedTuple):
    """How large the board is drawn, and where the list of figures stands."""

    zoom: Zoom
    beside: int = 0
    """Cells of the board where the list is at its right; 0: it is not."""
    below: int = 0
    """Lines of the list below the board; 0: it is not there."""


def arranged(extent: Extent, needs: ListNeeds, room: tuple[int, int], edge: int, sizes: Sequence[Size]) -> Arrangement:
    """The list at the right of the board or below it, wherever the board is the larger; the list has what is left.

    room: cells and lines for both. edge: cells of a line around them, which each has at its right, the left one at its
    left, too.
    """
    width, height = room[0] - 2 * edge, room[1]
    below = min(needs.lines(width), height // 3)
    beside = [extent.largest(width - edge - cells, height, sizes) for cells in needs.beside(width)]
    whole, most = beside
    if whole is not None and most is not None and whole.rank[:-1] == most.rank[:-1]:
        beside = [whole]  # wider spaces are worth less than a list that is not cut
    over, alone = extent.largest(width, height - below, sizes), extent.largest(width, height, sizes)
    fits = [zoom for zoom in (*beside, over) if zoom is not None]
    zoom = max(fits, key=lambda zoom: zoom.rank, default=alone) or extent.smallest(width, sizes)
    cells, lines = extent.cells(zoom), extent.lines(zoom)
    if zoom in beside or (zoom == alone != over and width - edge - cells >= FEWEST_CELLS):
        return Arrangement(zoom, beside=cells + 2 * edge)
    below = height - lines if lines <= height else below
    return Arrangement(zoom, below=below if below >= FEWEST_LINES else 0)
