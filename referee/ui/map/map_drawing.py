"""The board as lines of text, with a letter or a short tag for each figure."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Space, edge_of, name_of
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.cells import SideMark, side_marks
from referee.ui.drawing.text_line import GLYPHS, StyledText, fit
from referee.ui.map.line_of_sight import Sighting

ROOM = 3
"""Letters that a space of the map has for a tag."""


def short_tags(tags: Iterable[Tag]) -> dict[Tag, str]:
    """Each tag in at most three letters, no two alike: g1, ulf, gra for grave, s12 for spearbone12."""
    known = tuple(tags)
    found = {tag: tag for tag in known if len(tag) <= ROOM}
    taken = set(found.values())
    for tag in known:
        if tag not in found:
            found[tag] = next((word for word in _ways(tag) if word not in taken), tag[:ROOM])
            taken.add(found[tag])
    return found


def _ways(tag: Tag) -> Iterator[str]:
    """Ways to write a long tag: its beginning and its number first, then any of its letters, then a count."""
    letters = tag.rstrip("0123456789")
    number = tag[len(letters) :][-2:]
    plain = "".join(letter for letter in letters if letter.isalnum()) or "x"
    room = ROOM - len(number)
    yield plain[:room] + number
    for others in combinations(plain[1:], room - 1):
        yield plain[0] + "".join(others) + number
    for n in range(1, 1000):
        yield f"{plain[0]}{n}"[:ROOM] if n < 100 else f"{n}"


LABEL = 4
"""Letters at the left for the number of a row."""

Row = tuple[bool, int]
"""A row of the drawing: is it the edges above that row of spaces, or the spaces themselves?"""


class Zoom(NamedTuple):
    """How large the board is drawn."""

    name: str
    cell: int
    """Letters that a space is wide."""

    @property
    def step(self) -> int:
        """Letters from one space to the next."""
        return self.cell + 1


NEAR = Zoom("near", ROOM + 1)
"""A space has room for a sign and a short tag."""
FAR = Zoom("far", 1)
"""A space has room for one letter: that of its figure, a capital if it is no foe."""


@dataclass(frozen=True)
class Plan:
    """One moment of a board."""

    rules: Ruleset
    encounter: Encounter
    board: Board
    chosen: Tag | None
    cursor: Space
    sight: Sighting | None = None
    zoom: Zoom = NEAR
    lit: Mapping[Space, str] = field(default_factory=dict)
    """Spaces that answer what is asked, each with its cost, or the letter of who stands there."""
    stroke: Collection[Space] = ()
    """Spaces that a brush has gone over so far."""
    letters: Mapping[Tag, str] = field(default_factory=dict)
    """The letter of each figure at the table."""
    who: dict[Space, Tag] = field(default_factory=dict, init=False)
    """The figure that fills a space; in older saves the fallen still have theirs, and are not drawn."""
    short: dict[Tag, str] = field(default_factory=dict, init=False)
    sides: dict[str, SideMark] = field(default_factory=dict, init=False)
    """The colour of each side, as in the roster."""

    def __post_init__(self) -> None:
        self.sides.update(side_marks(self.rules, self.encounter.figures.values()))
        self.short.update(short_tags(self.encounter.figures))
        for tag in self.board.figures:
            if self.stands(tag):
                self.who.update(dict.fromkeys(self.board.spaces(tag), tag))

    def stands(self, tag: Tag) -> bool:
        """Does it fill its spaces?"""
        figure = self.encounter.figures.get(tag)
        return figure is not None and self.rules.standing(figure.standing).fills

    def on_board(self, tag: Tag) -> bool:
        """Does it stand in a space of the board?"""
        return tag in self.board.figures and self.stands(tag)

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
        return self.sides[self.encounter.figures[tag].side].style

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
            called = f"[{letters}]" if here else letters
            if self.zoom.cell < len(called):
                called = letters[-1].upper() if here else letters[-1]
            out.append((f"{called:^{self.zoom.cell}} ", "key" if here else "dim"))
        return out

    def _spaces(self, y: int, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._upright((x - 1, y), (x, y))
            yield from self._space((x, y))
        yield self._upright((columns.stop - 1, y), (columns.stop, y))

    def _edges(self, y: int, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._corner(x, y), "text"
            yield self._level((x, y - 1), (x, y))
        yield self._corner(columns.stop, y), "text"

    # ---------------------------------------------------------------- squares

    def _space(self, space: Space) -> Iterator[StyledText]:
        tag = self.who.get(space)
        words = self._ground(space) if tag is None else self._figure(space, tag)
        here = "mine" if space == self.cursor else "chosen" if space in self.stroke else ""
        return ((text, here or style) for text, style in words)

    def _stopped(self, space: Space) -> bool:
        return self.sight is not None and name_of(space) in self.sight.stops

    def _figure(self, space: Space, tag: Tag) -> Iterator[StyledText]:
        """Who stands in a space; one that answers what is asked has its letter before its name."""
        stopped, lit = self._stopped(space), self.lit.get(space, "")
        style = "error" if stopped else self.style(tag)
        if self.zoom.cell == 1:
            letter = self.letters.get(tag, "") or self.short.get(tag, tag)[:1]
            yield (
                (GLYPHS.stopped if stopped else letter if self.foe(tag) else letter.upper()),
                ("asked" if lit else style),
            )
            return
        yield (GLYPHS.stopped if stopped else lit[:1] or self.sign(tag)), ("asked" if lit and not stopped else style)
        yield fit(self.short.get(tag, tag), ROOM), style

    def _ground(self, space: Space) -> Iterator[StyledText]:
        """A space where nobody stands; one that answers what is asked shows what it costs."""
        ground = self.board.ground.get(name_of(space))
        sign = {"obstacle": GLYPHS.solid, "rough": GLYPHS.rough}.get(ground or "", " ")
        middle, style = (GLYPHS.floor if ground is None else sign), "dim"
        if self._stopped(space):
            middle, style = GLYPHS.stopped, "error"
        elif self.sight is not None and space in self.sight.passed:
            middle, style = GLYPHS.passed, "ok" if self.sight.clear else "warning"
        elif space in self.lit:
            middle, style = self._cost(self.lit[space]), "asked"
        left = min(2, self.zoom.cell - len(middle))
        yield f"{sign * left}{middle}{sign * (self.zoom.cell - left - len(middle))}", style

    def _cost(self, cost: str) -> str:
        """What it costs to answer with a space, or that it can be answered."""
        cost = cost or "()"
        return cost[:2] if self.zoom.cell > 1 else cost if len(cost) == 1 else GLYPHS.lit

    # ---------------------------------------------------------------- edges

    def barrier(self, one: Space, other: Space) -> str | None:
        """What stands between two spaces; around the board, and where floor ends, there is wall."""
        inside = self.board.has(one), self.board.has(other)
        if all(inside):
            ends = (self._void(one) != self._void(other)) and "wall"
            return self.board.edges.get(edge_of(one, other)) or ends or None
        return "wall" if any(inside) else None

    def _void(self, space: Space) -> bool:
        return self.board.ground.get(name_of(space)) == "void"

    def _upright(self, one: Space, other: Space) -> StyledText:
        return self._barred(one, other) or (_SIGNS.get(self.barrier(one, other) or "", GLYPHS.down), "text")

    def _level(self, one: Space, other: Space) -> StyledText:
        barrier = self.barrier(one, other)
        sign, style = self._barred(one, other) or (_SIGNS.get(barrier or "", GLYPHS.across), "text")
        if barrier is None:
            return " " * self.zoom.cell, "text"
        return sign if self.zoom.cell == 1 else f"{GLYPHS.across}{sign}{sign}{GLYPHS.across}", style

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
