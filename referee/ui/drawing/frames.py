"""Frames: the lines around panes."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len
from textual.geometry import Region

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.style_names import FOCUS
from referee.ui.drawing.text_line import Line, StyledText, cut, line

_LEFT, _ABOVE, _RIGHT, _BELOW = 1, 2, 4, 8
"""Where the lines come from that meet in a joint, as `Glyphs.joints` has them."""


class Frame(Struct, frozen=True):
    """The lines at the edges of one pane."""

    left: tuple[StyledText, ...] = ()
    """The sign in each of its rows; empty: there is no line."""
    right: tuple[StyledText, ...] = ()
    top: str = "rule"
    """The style of the line beside its title."""

    def split(self, rows: int) -> "tuple[Frame, Frame]":
        """The frames of its first so many rows, and of those below, where two panes are drawn as one."""
        return replace(self, left=self.left[:rows], right=self.right[:rows]), replace(
            self, left=self.left[rows:], right=self.right[rows:]
        )


class Frames(Struct, frozen=True):
    """The frames of all panes, and the line below the lowest of them."""

    of: Mapping[str, Frame]
    bottom: Line


FRAMED_WIDTH, FRAMED_HEIGHT = 78, 20
"""Columns and lines of the smallest window that has room for several panes, and for the lines around them."""


def has_frames(width: int, height: int) -> bool:
    """Has a window of that size lines around its panes?"""
    return width >= FRAMED_WIDTH and height >= FRAMED_HEIGHT


def titled(name: str, cells: int, edge: str) -> tuple[StyledText, ...]:
    """The line above panes or in a box, in so many cells, with a title on it; edge: its style."""
    rule, name = GLYPHS.rule, cut(name, cells - 3)
    return (f"{rule} ", edge), (name, "title"), (f" {rule * (cells - 3 - cell_len(name))}", edge)


def with_headings(title: Line, headings: Sequence[tuple[int, str]]) -> Line:
    """The line above a table with the headings of its columns on it."""
    left, (gap, rule), end = title.words
    words, at, stop = [left], cell_len(left[0]), cell_len(left[0]) + cell_len(gap)
    for start, text in headings:
        if at < start and start + cell_len(text) + 1 <= stop:
            words += [(GLYPHS.rule * (start - 1 - at), rule), (f" {text} ", "dim")]
            at = start + cell_len(text) + 1
    return replace(title, words=(*words, (GLYPHS.rule * (stop - at), rule), end))


def frames(places: Mapping[str, Region], focused: Region) -> Frames:
    """The frames of panes that fill a rectangle, of which each has its title in the first row.

    focused: where the arrow keys move.
    """
    return _Walls(places, focused).frames()


class _Walls:
    """The lines between panes: one is in the last column of each, and one in the first column of the leftmost."""

    def __init__(self, places: Mapping[str, Region], focused: Region) -> None:
        self._places = places
        self._bottom = max((place.bottom for place in places.values()), default=0)
        self._right = max((place.right for place in places.values()), default=0)
        self._upright: dict[int, set[int]] = {}
        self._level = {self._bottom: {*range(self._right)}}
        for place in places.values():
            self._level.setdefault(place.y, set()).update(range(place.x, place.right))
            for x in {place.right - 1, *({0} if place.x == 0 else ())}:
                self._upright.setdefault(x, set()).update(range(place.y, place.bottom))
        # Its left border is drawn by its neighbour.
        self._focused = Region.from_corners(max(0, focused.x - 1), focused.y, focused.right, focused.bottom + 1)
        self._within = focused

    def frames(self) -> Frames:
        """The lines as they are drawn."""
        of = {name: self._frame(place) for name, place in self._places.items()}
        signs = (self._sign(x, self._bottom) for x in range(self._right))
        runs = groupby(signs, key=lambda sign: sign[1])
        return Frames(of, line(*(("".join(sign for sign, _ in run), style) for style, run in runs)))

    def _frame(self, place: Region) -> Frame:
        """The lines at the edges of one pane."""
        rows = range(place.y, place.bottom)
        left = tuple(self._sign(0, y) for y in rows) if place.x == 0 else ()
        right = tuple(self._sign(place.right - 1, y) for y in rows)
        return Frame(left, right, FOCUS if self._is_edge_of_focused(place) else "rule")

    def _is_edge_of_focused(self, place: Region) -> bool:
        """Is the line at the top of a pane part of the frame of the focused place: its own, or that below it?"""
        inner = self._within
        return place.y in (inner.y, inner.bottom) and inner.x <= place.x and place.right <= inner.right

    def _sign(self, x: int, y: int) -> StyledText:
        """The sign of one cell of the lines, and its style."""
        upright = self._upright.get(x, set())
        lines = {
            _LEFT: self._is_level(x - 1, y),
            _ABOVE: y - 1 in upright,
            _RIGHT: self._is_level(x + 1, y),
            _BELOW: y + 1 in upright or (y in upright and y + 1 == self._bottom),
        }
        joint = sum(place for place, is_there in lines.items() if is_there)
        box = self._focused
        in_box = box.contains(x, y) and (y == self._bottom or x in (box.x, box.right - 1))
        return GLYPHS.joints[joint], FOCUS if in_box and self._within else "rule"

    def _is_level(self, x: int, y: int) -> bool:
        """Is there a line across in that cell?"""
        return x in self._level.get(y, ())
