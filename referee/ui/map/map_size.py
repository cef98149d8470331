"""Map size: how large the spaces of a board are drawn in a window."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from referee.ui.map.board_plan import Plan
from referee.ui.map.short_tags import ROOM

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
