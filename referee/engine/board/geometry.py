"""Geometry of the board: lines of sight, distances, ways and templates, in whole numbers only."""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from heapq import heappop, heappush
from typing import Literal

from msgspec import Struct

from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Space, ends_of, name_of, space_of
from referee.engine.state.encounter import Encounter

Blocker = Literal["wall", "door", "figure", "obstacle"]
Barred = tuple[Blocker, str]
"""What is in the way, and where: a figure's tag, else the name of a space or an edge."""


class Look(Struct, frozen=True):
    """The result of looking along one line."""

    start: Space
    end: Space
    barred: Barred | None
    """The first thing in the way; None for a free line."""
    also: Barred | None = None
    """What closes the other side, where the line is stopped at a corner."""

    @property
    def clear(self) -> bool:
        """Is nothing in the way?"""
        return self.barred is None


class Terrain:
    """A board prepared for lines of sight and moves: what is in each space and on each edge, by lookup."""

    def __init__(self, board: Board, fills: Callable[[Tag], bool] = lambda tag: True, corner_open: bool = True) -> None:
        """`fills`: which figures stand in their spaces; `corner_open`: a line passes a corner blocked on one side."""
        self.board = board
        self.corner_open = corner_open
        self.who: dict[Space, Tag] = {space: tag for tag in board.figures if fills(tag) for space in board.spaces(tag)}
        """The figure in a space."""
        self.solid: dict[Space, Barred] = {}
        """Spaces that nothing passes, whoever stands where."""
        for name, ground in board.ground.items():
            if ground != "rough":
                self.solid[space_of(name)] = ("wall" if ground == "void" else "obstacle", name)
        self.shut: dict[tuple[Space, Space], Barred] = {}
        """Edges that nothing passes, from either side."""
        for name, barrier in board.edges.items():
            if barrier != "open":
                one, other = ends_of(name)
                self.shut[one, other] = self.shut[other, one] = ("wall" if barrier == "wall" else "door", name)

    def look(self, start: Space, end: Space, own: Collection[Tag | None] = ()) -> Look:
        """Along the line between two centres; what fills these two spaces, and figures in `own`, are not in the way."""
        before = start
        for after, barred in self._line(start, end, own):
            if barred is not None:
                return Look(start, end, barred, self._other_side(before, after, barred, own))
            before = after
        return Look(start, end, None)

    def clear(self, start: Space, end: Space, own: Collection[Tag | None] = ()) -> bool:
        """Is the line free?"""
        return all(barred is None for _, barred in self._line(start, end, own))

    def line(self, start: Space, end: Space) -> tuple[Space, ...]:
        """The spaces that the line passes, the first and the last among them; at a corner it goes straight on."""
        return (start, *(space for space, _ in self._line(start, end, ())))

    def _line(self, start: Space, end: Space, own: Collection[Tag | None]) -> Iterator[tuple[Space, Barred | None]]:
        """Space after space, each with what bars the way into it.

        The line crosses the upright edge number i at (2i+1)/2dx of its way and the level edge number j at
        (2j+1)/2dy; multiplied out, which comes first is a comparison of whole numbers, and a tie is a corner.
        """
        (x, y), (u, v) = start, end
        dx, dy = abs(u - x), abs(v - y)
        right, down = (1 if u > x else -1), (1 if v > y else -1)
        i = j = 0
        while i < dx or j < dy:
            upright, level = (2 * i + 1) * dy, (2 * j + 1) * dx
            if upright == level:
                after = (x + right, y + down)
                barred = self._corner((x, y), after, own)
                i, j = i + 1, j + 1
            elif upright < level:
                after = (x + right, y)
                barred = self.shut.get(((x, y), after))
                i += 1
            else:
                after = (x, y + down)
                barred = self.shut.get(((x, y), after))
                j += 1
            if barred is None and after != end:
                barred = self._within(after, own)
            yield after, barred
            x, y = after

    def _within(self, space: Space, own: Collection[Tag | None]) -> Barred | None:
        """What stands in a space and blocks."""
        if space in self.solid:
            return self.solid[space]
        who = self.who.get(space)
        return None if who is None or who in own else ("figure", who)

    def _corner(self, before: Space, after: Space, own: Collection[Tag | None]) -> Barred | None:
        """What bars the way through the corner between two spaces: both its sides, or either, as is chosen."""
        sides = [self._side(before, beside, after, own) for beside in _beside(before, after)]
        if self.corner_open:
            return sides[0] if all(sides) else None
        return sides[0] or sides[1]

    def _side(self, before: Space, beside: Space, after: Space, own: Collection[Tag | None]) -> Barred | None:
        """What closes one side of a corner: the first that one comes to on the way round it."""
        return self.shut.get((before, beside)) or self._within(beside, own) or self.shut.get((beside, after))

    def _other_side(self, before: Space, after: Space, barred: Barred, own: Collection[Tag | None]) -> Barred | None:
        """What closes the other side of the corner at which a line is stopped; None if it is stopped elsewhere."""
        if before[0] == after[0] or before[1] == after[1]:
            return None
        one, other = (self._side(before, beside, after, own) for beside in _beside(before, after))
        return other if one == barred != other else None

    # ---------------------------------------------------------------- figures

    def between(
        self, looker: Iterable[Space], target: Iterable[Space], own: Collection[Tag | None] = ()
    ) -> Look | None:
        """A free look from any of the looker's spaces to any of the target's, nearest first; else the first barred."""
        pairs = sorted((max(abs(a[0] - b[0]), abs(a[1] - b[1])), a, b) for a in looker for b in target)
        looks = [self.look(start, end, own) for _, start, end in pairs]
        return next((look for look in looks if look.clear), looks[0] if looks else None)

    def open_step(self, before: Space, after: Space) -> bool:
        """Do walls, doors and blocking ground leave the way to a neighbouring space free, whoever stands there?"""
        if not self.board.has(after) or after in self.solid or (before, after) in self.shut:
            return False
        if before[0] == after[0] or before[1] == after[1]:
            return True
        ways = _beside(before, after)
        return any(
            beside not in self.solid and (before, beside) not in self.shut and (beside, after) not in self.shut
            for beside in ways
        )


def _beside(before: Space, after: Space) -> tuple[Space, Space]:
    """The two spaces on either side of a corner, in the same order from both ends."""
    first, second = sorted((before, after))
    return (first[0], second[1]), (second[0], first[1])


def along(look: Look) -> str:
    """Where a line goes, in words: c3 to f6."""
    return f"{name_of(look.start)} to {name_of(look.end)}"


# One answer looks at the same board many times, and a large one takes milliseconds to prepare.
_ready: deque[tuple[Terrain, frozenset[Tag]]] = deque(maxlen=4)


def terrain(rules: Ruleset, encounter: Encounter, corner_open: bool | None = None) -> Terrain | None:
    """The board with the figures that fill their spaces; None where none is laid out. Corners are as the game says."""
    if encounter.board is None:
        return None
    if corner_open is None:
        corner_open = rules.board.corner_open(encounter)
    filling = frozenset(f.tag for f in encounter.figures.values() if rules.standing(f.standing).fills)
    for ready, filled in tuple(_ready):
        if ready.board is encounter.board and ready.corner_open == corner_open and filled == filling:
            return ready
    made = Terrain(encounter.board, filling.__contains__, corner_open)
    _ready.append((made, filling))
    return made


STEPS = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
"""What one step adds to column and row: the straight ones first, then the diagonal ones."""
DIRECTIONS = {
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
    "north": (0, -1),
    "northeast": (1, -1),
}
"""The eight ways from a space."""


def apart(one: Space, other: Space, diagonal: bool = True) -> int:
    """How many steps lie between two spaces; a diagonal step counts one, or (not `diagonal`) two."""
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    return max(across, along) if diagonal else across + along


def distance(ones: Iterable[Space], others: Iterable[Space], diagonal: bool = True) -> int | None:
    """How far the nearest of these spaces lies from the nearest of those; None where there are none."""
    there = tuple(others)
    return min((apart(one, other, diagonal) for one in ones for other in there), default=None)


def adjacent(ones: Iterable[Space], others: Iterable[Space], diagonal: bool = True) -> bool:
    """Are they next to each other: side to side, or corner to corner too?"""
    return distance(ones, others, diagonal) == 1


def moved(spaces: Iterable[Space], by: Space) -> tuple[Space, ...]:
    """These spaces, all shifted alike."""
    return tuple((x + by[0], y + by[1]) for x, y in spaces)


def reachable(
    terrain: Terrain, start: tuple[Space, ...], steps: int, through: Callable[[Space], bool]
) -> dict[Space, int]:
    """Where the first of a figure's spaces can get in so many steps, and in how many; `through`: where it may pass."""
    found = dict.fromkeys(start[:1], 0)
    due = deque(found)
    while due:
        here = due.popleft()
        if found[here] == steps:
            continue
        for after in _nexts(terrain, start, here, through):
            if after not in found:
                found[after] = found[here] + 1
                due.append(after)
    return found


def way(
    terrain: Terrain,
    start: tuple[Space, ...],
    goal: Space,
    through: Callable[[Space], bool],
    toll: Callable[[Space], int],
) -> tuple[Space, ...]:
    """The first of a figure's spaces, step by step to another: of the shortest ways the one with the least toll."""
    cost = cache(toll)
    due = [(0, 0, here, here) for here in start[:1]]
    came: dict[Space, Space] = {}
    while due and goal not in came:
        steps, paid, here, before = heappop(due)
        if here in came:
            continue
        came[here] = before
        for after in _nexts(terrain, start, here, through):
            if after not in came:
                heappush(due, (steps + 1, paid + cost(after), after, here))
    return tuple(reversed(tuple(_back(came, goal))))


def _back(came: Mapping[Space, Space], goal: Space) -> Iterator[Space]:
    """The spaces from the goal back to the start, without the start."""
    while goal in came and came[goal] != goal:
        yield goal
        goal = came[goal]


def _nexts(
    terrain: Terrain, start: tuple[Space, ...], here: Space, through: Callable[[Space], bool]
) -> Iterator[Space]:
    """The spaces to which the first of a figure's spaces can move in one step."""
    spaces = moved(start, (here[0] - start[0][0], here[1] - start[0][1]))
    for step in STEPS:
        if _fits(terrain, spaces, step, through):
            yield here[0] + step[0], here[1] + step[1]


def _fits(terrain: Terrain, here: Iterable[Space], step: Space, through: Callable[[Space], bool]) -> bool:
    """True if each of a figure's spaces can take that step."""
    return all(
        terrain.open_step((x, y), (x + step[0], y + step[1])) and through((x + step[0], y + step[1])) for x, y in here
    )


# -------------------------------------------------------------------- templates


def within(middle: Space, radius: int) -> frozenset[Space]:
    """All spaces so near a space, itself among them."""
    x, y = middle
    span = range(-radius, radius + 1)
    return frozenset((x + across, y + along) for across in span for along in span)


def bolt(start: Space, way: Space, length: int) -> tuple[Space, ...]:
    """A straight row of spaces that begins beside a space."""
    return tuple((start[0] + way[0] * n, start[1] + way[1] * n) for n in range(1, length + 1))


def breath(start: Space, way: Space, length: int) -> tuple[Space, ...]:
    """A cone that begins beside a space: 1, 3, 5 spaces wide; diagonally, a square with its corner there."""
    x, y = start
    if way[0] and way[1]:
        span = range(1, length + 1)
        return tuple((x + way[0] * across, y + way[1] * along) for across in span for along in span)
    rows = ((n, side) for n in range(1, length + 1) for side in range(1 - n, n))
    return tuple((x + way[0] * n + way[1] * side, y + way[1] * n + way[0] * side) for n, side in rows)
