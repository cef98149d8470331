"""Plan: a board as it is drawn, square for square, with walls between and figures in them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.engine.bearer import Tag
from referee.engine.board import Board, Space, edge_of, name_of
from referee.engine.encounter import Encounter
from referee.engine.ruleset import Ruleset
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import StyledText, fit
from referee.ui.map.line_of_sight import Sighting
from referee.ui.map.short_tags import ROOM, short_tags

CELL = ROOM + 1
"""Letters that a space is wide: a sign and a short tag."""
STEP = CELL + 1
"""Letters from one space to the next."""
LABEL = 4
"""Letters at the left for the number of a row."""

Row = tuple[bool, int]
"""A row of the drawing: is it the edges above that row of spaces, or the spaces themselves?"""


@dataclass(frozen=True)
class Plan:
    """One moment of a board."""

    rules: Ruleset
    encounter: Encounter
    board: Board
    chosen: Tag | None
    cursor: Space
    sight: Sighting | None = None
    who: dict[Space, Tag] = field(default_factory=dict, init=False)
    """The figure that fills a space; in older saves the fallen still have theirs, and are not drawn."""
    short: dict[Tag, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.short.update(short_tags(self.encounter.figures))
        for tag in self.board.figures:
            if self.stands(tag):
                self.who.update(dict.fromkeys(self.board.spaces(tag), tag))

    def stands(self, tag: Tag) -> bool:
        """Does it fill its spaces?"""
        figure = self.encounter.figures.get(tag)
        return figure is not None and self.rules.standing(figure.standing).fills

    def sign(self, tag: Tag) -> str:
        """Whose turn it is, who is chosen, and who is a foe, by signs that need no colour."""
        if tag == self.chosen:
            return GLYPHS.both if tag == self.encounter.turn else GLYPHS.chosen
        if tag == self.encounter.turn:
            return GLYPHS.turn
        return GLYPHS.foe if self.foe(tag) else " "

    def foe(self, tag: Tag) -> bool:
        """Is it of a side that the referee plays?"""
        return self.encounter.figures[tag].side in self.rules.app_sides

    def style(self, tag: Tag) -> str:
        """How a figure is drawn."""
        if tag in (self.encounter.turn, self.chosen):
            return "turn" if tag == self.encounter.turn else "asked"
        return "condition" if self.foe(tag) else "title"

    # ---------------------------------------------------------------- rows

    def rows(self, close: bool) -> list[Row]:
        """The rows of the drawing; not `close`: without the edges between rows where nothing stands on any."""
        out: list[Row] = []
        for row in range(self.board.height + 1):
            between = 0 < row < self.board.height
            if close or not between or any(self.barrier((x, row - 1), (x, row)) for x in range(self.board.width)):
                out.append((True, row))
            if row < self.board.height:
                out.append((False, row))
        return out

    def drawn(self, row: Row, columns: range) -> list[StyledText]:
        """One row of these columns."""
        edges, y = row
        own = edges or y != self.cursor[1]
        label = " " * LABEL if edges else f"{y + 1:>3} " if own else f"{f'[{y + 1}]':>4}"
        out: list[StyledText] = [(label, "dim" if own else "key")]
        parts = self._edges(y, columns) if edges else self._spaces(y, columns)
        out.extend(parts)
        return out

    def heading(self, columns: range) -> list[StyledText]:
        """The letters of these columns."""
        out: list[StyledText] = [(" " * (LABEL + 1), "dim")]
        for x in columns:
            letters = name_of((x, 0))[:-1]
            here = x == self.cursor[0]
            out.append((f"{f'[{letters}]' if here else letters:^{CELL}} ", "key" if here else "dim"))
        return out

    def _spaces(self, y: int, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._upright((x - 1, y), (x, y))
            yield self._space((x, y))
        yield self._upright((columns.stop - 1, y), (columns.stop, y))

    def _edges(self, y: int, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._corner(x, y), "text"
            yield self._level((x, y - 1), (x, y))
        yield self._corner(columns.stop, y), "text"

    # ---------------------------------------------------------------- squares

    def _space(self, space: Space) -> StyledText:
        here = space == self.cursor
        stopped = self.sight is not None and name_of(space) in self.sight.stops
        tag = self.who.get(space)
        if tag is not None:
            sign = GLYPHS.stopped if stopped else self.sign(tag)
            style = "error" if stopped else self.style(tag)
            return f"{sign}{fit(self.short.get(tag, tag), ROOM)}", "mine" if here else style
        ground = self.board.ground.get(name_of(space))
        sign = {"obstacle": GLYPHS.solid, "rough": GLYPHS.rough}.get(ground or "", " ")
        middle, style = (GLYPHS.floor if ground is None else sign), "dim"
        if stopped:
            middle, style = GLYPHS.stopped, "error"
        elif self.sight is not None and space in self.sight.passed:
            middle, style = GLYPHS.passed, "ok" if self.sight.clear else "warning"
        return f"{sign}{sign}{middle}{sign}", "mine" if here else style

    # ---------------------------------------------------------------- edges

    def barrier(self, one: Space, other: Space) -> str | None:
        """What stands between two spaces; all around the board there is wall."""
        inside = self.board.has(one), self.board.has(other)
        if all(inside):
            return self.board.edges.get(edge_of(one, other))
        return "wall" if any(inside) else None

    def _upright(self, one: Space, other: Space) -> StyledText:
        return self._barred(one, other) or (_SIGNS.get(self.barrier(one, other) or "", GLYPHS.down), "text")

    def _level(self, one: Space, other: Space) -> StyledText:
        barrier = self.barrier(one, other)
        sign, style = self._barred(one, other) or (_SIGNS.get(barrier or "", GLYPHS.across), "text")
        if barrier is None:
            return " " * CELL, "text"
        return f"{GLYPHS.across}{sign}{sign}{GLYPHS.across}", style

    def _barred(self, one: Space, other: Space) -> StyledText | None:
        """A mark where the line of sight ends."""
        if self.sight is not None and edge_of(one, other) in self.sight.stops:
            return GLYPHS.stopped, "error"
        return ("D", "warning") if self.barrier(one, other) == "closed" else None

    def _corner(self, x: int, y: int) -> str:
        """How the walls around a corner meet; it is the upper left one of space x, y."""
        around = (
            ((x - 1, y - 1), (x - 1, y)),
            ((x - 1, y - 1), (x, y - 1)),
            ((x, y - 1), (x, y)),
            ((x - 1, y), (x, y)),
        )
        return GLYPHS.corners[sum(1 << n for n, edge in enumerate(around) if self.barrier(*edge))]


_SIGNS = {"": " ", "open": "o"}
