"""Board: the squares a fight stands on, as data."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag
from referee.engine.state.saved_model import SavedModel
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted, short

Space = tuple[int, int]
"""A square by its column and row, from 0; called a1, b3, and aa1 after z1."""

Ground = Literal["obstacle", "rough", "void"]
"""What a space may hold: an obstacle that blocks, one that does not, or no floor at all."""
Barrier = Literal["wall", "closed", "open"]
"""What may stand on the edge between two spaces: a wall, or a door."""
Side = Literal["north", "east", "south", "west", "around"]
"""One side of a rectangle of spaces, or all four."""

MOST = 99
"""Spaces that a board has on a side."""

_NAME = pattern(r"([a-z]{1,2})([1-9][0-9]?)", re.ASCII)
SpaceName = Annotated[str, Meta(pattern=r"^[a-z]{1,2}[1-9][0-9]?\Z")]
EdgeName = Annotated[str, Meta(pattern=r"^[a-z]{1,2}[1-9][0-9]?-[a-z]{1,2}[1-9][0-9]?\Z")]
"""The two spaces on either side of an edge, the western or northern first: c5-d5."""


class Board(SavedModel):
    """The spaces that a fight stands on. All around them there is wall."""

    width: Annotated[int, Meta(ge=1, le=MOST)]
    """Columns, from a."""
    height: Annotated[int, Meta(ge=1, le=MOST)]
    """Rows, from 1."""
    ground: dict[SpaceName, Ground] = {}
    """What is not plain floor, by space."""
    edges: dict[EdgeName, Barrier] = {}
    """What stands between two spaces, by edge: c5-d5."""
    figures: dict[Tag, tuple[SpaceName, ...]] = {}
    """The spaces that each figure fills, by tag."""
    shown: tuple[SpaceName, ...] = ()
    """The spaces that the players have been shown; their view leaves out all others."""

    def has(self, space: Space) -> bool:
        """Is that space on the board?"""
        return 0 <= space[0] < self.width and 0 <= space[1] < self.height

    def spaces(self, tag: str) -> tuple[Space, ...]:
        """The spaces that a figure fills; none for one that is not on the board."""
        return tuple(map(space_of, self.figures.get(tag, ())))

    def placed(self, tag: Tag, spaces: Iterable[str]) -> "Board":
        """The board with a figure in these spaces; in none: it is taken off."""
        figures = {other: filled for other, filled in self.figures.items() if other != tag}
        filled = tuple(spaces)
        return replace(self, figures={**figures, tag: filled} if filled else figures)

    def shown_to_players(self, space: str, to: str, shown: bool) -> "Board":
        """The board with all spaces between two opposite corners shown to the players, or hidden from them again."""
        changed = tuple(map(name_of, rectangle(space_of(space), space_of(to))))
        others = tuple(name for name in self.shown if name not in {*changed})
        return replace(self, shown=(*others, *changed) if shown else others)

    def edged(self, edge: str, barrier: Barrier | None) -> "Board":
        """The board with this barrier, or (None) nothing, on an edge."""
        return replace(self, edges=_with(self.edges, (edge,), barrier))

    def grounded(self, space: str, ground: Ground | None, to: str | None = None) -> "Board":
        """The board with this ground, or (None) plain floor, in a space, or in the rectangle from it to the opposite
        corner `to`.
        """
        spaces = map(name_of, rectangle(space_of(space), space_of(to or space)))
        return replace(self, ground=_with(self.ground, spaces, ground))

    def sided(self, space: str, to: str, side: Side, barrier: Barrier | None) -> "Board":
        """The board with this barrier, or (None) nothing, along one side of a rectangle or all around it."""
        edges = side_edges(self, space_of(space), space_of(to), side)
        return replace(self, edges=_with(self.edges, edges, barrier))

    def roomed(self, space: str, to: str, walled: bool) -> "Board":
        """The board with plain floor in a rectangle; around it are walls and the doors that are there, or (not
        `walled`) nothing.

        Edges within it are free.
        """
        one, other = space_of(space), space_of(to)
        around = side_edges(self, one, other, "around")
        doors = {edge for edge in around if self.edges.get(edge, "wall") != "wall"} if walled else set[str]()
        edges = _with(self.edges, inner_edges(one, other), None)
        edges = _with(edges, (edge for edge in around if edge not in doors), "wall" if walled else None)
        return replace(self.grounded(space, None, to), edges=edges)


def _with(there: Mapping[str, str], keys: Iterable[str], value: str | None) -> dict[str, str]:
    changed = dict.fromkeys(keys, value)
    others = {name: kept for name, kept in there.items() if name not in changed}
    return others if value is None else {**others, **dict.fromkeys(changed, value)}


# -------------------------------------------------------------------- names


def name_of(space: Space) -> str:
    """What a space is called."""
    column, row = space
    letters = chr(97 + column % 26)
    return f"{chr(96 + column // 26) if column >= 26 else ''}{letters}{row + 1}"


# The names of spaces are parsed for each `Terrain`, some thousand of them: cached.
@lru_cache(maxsize=1 << 15)
def space_of(name: str) -> Space:
    """The space of that name. NotUnderstood if it is none."""
    found = _NAME.fullmatch(name.strip().lower())
    if found is None:
        raise NotUnderstood(f"A space is a letter and a number, for example c5, not {quoted(name)}.")
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - 96
    return column - 1, int(found[2]) - 1


@lru_cache(maxsize=1 << 15)
def ends_of(edge: str) -> tuple[Space, Space]:
    """The two spaces on the sides of an edge of that name."""
    one, _, other = edge.partition("-")
    return space_of(one), space_of(other)


def edge_of(one: Space, other: Space) -> str:
    """What the edge between two spaces that lie side by side is called."""
    first, second = sorted((one, other))
    return f"{name_of(first)}-{name_of(second)}"


def read_space(board: Board, word: str) -> Space:
    """The space of the board that a word means. NotUnderstood if it is not on it."""
    space = space_of(word)
    if not board.has(space):
        last = name_of((board.width - 1, board.height - 1))
        raise NotUnderstood(f"The board goes from a1 to {last}; {short(word)} is not on it.")
    return space


def read_spaces(board: Board, word: str) -> tuple[Space, ...]:
    """`c5`, or all from one corner to the other: `c5-d6`. NotUnderstood otherwise."""
    first, _, second = word.partition("-")
    return rectangle(read_space(board, first), read_space(board, second or first))


def rectangle(one: Space, other: Space) -> tuple[Space, ...]:
    """All spaces between two opposite corners, row by row."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    return tuple((column, row) for row in range(top, bottom + 1) for column in range(left, right + 1))


def side_edges(board: Board, one: Space, other: Space, side: Side) -> tuple[str, ...]:
    """The edges on one side of a rectangle, or all around it; there are none at the end of the board."""
    (left, right), (top, bottom) = sorted((one[0], other[0])), sorted((one[1], other[1]))
    level, upright = range(left, right + 1), range(top, bottom + 1)
    pairs: dict[Side, list[tuple[Space, Space]]] = {
        "north": [((x, top - 1), (x, top)) for x in level],
        "east": [((right, y), (right + 1, y)) for y in upright],
        "south": [((x, bottom), (x, bottom + 1)) for x in level],
        "west": [((left - 1, y), (left, y)) for y in upright],
    }
    wanted = [pair for of, found in pairs.items() if side in (of, "around") for pair in found]
    return tuple(edge_of(*pair) for pair in wanted if all(map(board.has, pair)))


def inner_edges(one: Space, other: Space) -> Iterator[str]:
    """The edges between the spaces of a rectangle."""
    spaces = rectangle(one, other)
    right, bottom = spaces[-1]
    for x, y in spaces:
        if x < right:
            yield edge_of((x, y), (x + 1, y))
        if y < bottom:
            yield edge_of((x, y), (x, y + 1))
