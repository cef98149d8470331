"""Board drawing: the board as the players may see it."""

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.state.board import Space, edge_of, name_of, space_of
from referee.ui.drawing.bars import bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, fit, line
from referee.ui.players.figure_health import bounded, health_of
from referee.ui.players.figure_sides import sides
from referee.words.public_view import PublicBoard, PublicView

_LABEL = 4
SIZES = ((14, 4), (10, 3), (8, 2), (4, 1))
"""Cells and lines of a space, the largest first."""
_SIGNS = {"wall": GLYPHS.down, "closed": "D", "open": "o"}
_LEVEL = {"wall": GLYPHS.across * 2, "closed": "DD", "open": "oo"}


class BoardDrawing(Struct, frozen=True):
    """The spaces that were shown, with who stands there and what stands between them, in one size."""

    view: PublicView
    board: PublicBoard
    cell: int
    """Cells of a space."""
    high: int
    """Lines of a space."""

    @property
    def width(self) -> int:
        """Cells that it takes."""
        columns, _ = self._extent()
        return len(columns) * (self.cell + 1) + 1 + _LABEL

    def lines(self) -> list[Line]:
        """The spaces row by row, with their letters above and their numbers at the left."""
        columns, rows = self._extent()
        heading = " ".join(f"{name_of((x, 0))[:-1]:^{self.cell}}" for x in columns)
        lines = [line((f"{' ' * _LABEL} {heading}", "dim"))]
        for y in (*rows, rows.stop):
            if any(self._barrier((x, y - 1), (x, y)) for x in columns):
                lines.append(self._edges(columns, y))
            if y < rows.stop:
                lines += (self._spaces(columns, y, part) for part in range(self.high))
        return lines

    def _extent(self) -> tuple[range, range]:
        """The columns and rows in which something was shown."""
        spaces = [space_of(name) for name in self.board.spaces]
        columns, rows = [x for x, _ in spaces], [y for _, y in spaces]
        return range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)

    def _barrier(self, one: Space, other: Space) -> str:
        return self.board.edges.get(edge_of(one, other), "") if min(*one, *other) >= 0 else ""

    def _edges(self, columns: range, y: int) -> Line:
        barriers = [self._barrier((x, y - 1), (x, y)) for x in columns]
        parts = " ".join(map(self._edge, barriers))
        return line((" " * (_LABEL + 1) + parts, "text"))

    def _edge(self, barrier: str) -> str:
        """The upper edge of a space, with what stands there."""
        fill = "-" if barrier else " "
        if barrier in ("wall", "closed"):
            fill = GLYPHS.across
        return f"{_LEVEL.get(barrier, fill):{fill}^{self.cell}}"

    def _spaces(self, columns: range, y: int, part: int) -> Line:
        is_middle = part == (self.high - 1) // 2
        words: list[StyledText] = [(f"{y + 1 if is_middle else '':>{_LABEL - 1}} ", "dim")]
        for x in (*columns, columns.stop):
            barrier = self._barrier((x - 1, y), (x, y))
            words.append((_SIGNS[barrier if is_middle else "wall"] if barrier else " ", "text"))
            if x < columns.stop:
                words.append(self._space(name_of((x, y)), part, is_middle))
        return line(*words)

    def _space(self, name: str, part: int, is_middle: bool) -> StyledText:
        """One line of a space: who stands there, below that how it fares; or the ground in its middle."""
        tag = next((tag for tag, spaces in self.board.figures.items() if name in spaces), "")
        ground = {"obstacle": GLYPHS.solid, "rough": GLYPHS.rough}.get(self.board.spaces.get(name, ""), "")
        figure = next((each for each in self.view.figures if tag and each.tag == tag), None)
        if figure is None:
            floor = GLYPHS.floor if is_middle and self.board.spaces.get(name) == "floor" else ""
            return (ground * self.cell if ground and self.high > 1 else f"{ground * 2 or floor:^{self.cell}}"), "dim"
        acts = figure.name == self.view.turn
        if part == 0:
            sign = GLYPHS.turn if acts else " "
            called = figure.name if cell_len(figure.name) < self.cell else tag
            style = "turn" if acts else sides(self.view)[figure.name].style
            return fit(f"{sign if self.high > 1 else ''}{called}", self.cell), style
        told, how = health_of(figure)
        track = bounded(figure)
        drawn = bar(track.now, track.most or 0, self.cell - 2) if track is not None else told
        return fit(f" {drawn}" if part == 1 else "", self.cell), how
