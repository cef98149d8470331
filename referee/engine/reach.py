"""Reach: how far spaces lie apart, where a figure can go, and what a template covers."""

from collections import deque
from collections.abc import Callable, Iterable

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
    if not start:
        return {}
    anchor = start[0]
    shape = tuple((x - anchor[0], y - anchor[1]) for x, y in start)
    found = {anchor: 0}
    due = deque([anchor])
    ways = (*STRAIGHT, *DIAGONAL) if diagonal else STRAIGHT
    while due:
        here = due.popleft()
        if found[here] == steps:
            continue
        for way in ways:
            after = (here[0] + way[0], here[1] + way[1])
            if after not in found and _fits(terrain, moved(shape, here), way, through):
                found[after] = found[here] + 1
                due.append(after)
    return found


def _fits(terrain: Terrain, here: Iterable[Space], way: Space, through: Callable[[Space], bool]) -> bool:
    """Can a figure in these spaces take one step that way, with all of itself?"""
    return all(
        terrain.open_step((x, y), (x + way[0], y + way[1])) and through((x + way[0], y + way[1])) for x, y in here
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
