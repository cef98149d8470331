"""Reach: how far spaces lie apart, where a figure can go, and what a template covers."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from heapq import heappop, heappush

from referee.engine.board import Space
from referee.engine.sight import Terrain

STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
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
    terrain: Terrain, start: tuple[Space, ...], steps: int, through: Callable[[Space], bool], diagonal: bool = True
) -> dict[Space, int]:
    """Where the first of a figure's spaces can get in so many steps, and in how many; `through`: where it may pass."""
    found = dict.fromkeys(start[:1], 0)
    due = deque(found)
    while due:
        here = due.popleft()
        if found[here] == steps:
            continue
        for after in _nexts(terrain, start, here, through, diagonal):
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
    """From the goal back, but for where it began."""
    while goal in came and came[goal] != goal:
        yield goal
        goal = came[goal]


def _nexts(
    terrain: Terrain, start: tuple[Space, ...], here: Space, through: Callable[[Space], bool], diagonal: bool = True
) -> Iterator[Space]:
    """Where the first of a figure's spaces can be one step on from there."""
    spaces = moved(start, (here[0] - start[0][0], here[1] - start[0][1]))
    for step in (*STRAIGHT, *DIAGONAL) if diagonal else STRAIGHT:
        if _fits(terrain, spaces, step, through):
            yield here[0] + step[0], here[1] + step[1]


def _fits(terrain: Terrain, here: Iterable[Space], step: Space, through: Callable[[Space], bool]) -> bool:
    """Can a figure in these spaces take that step, with all of itself?"""
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
