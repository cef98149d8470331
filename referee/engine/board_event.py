"""Board events: all that can happen to a board."""

from typing import Literal

from referee.engine.bearer import Tag
from referee.engine.board import Barrier, Board, EdgeName, Ground, Side, SpaceName
from referee.engine.happened import Happened


class BoardLaid(Happened):
    """A board was laid out with all that stands on it, or (None) taken away."""

    t: Literal["board"] = "board"
    board: Board | None
    """The board; None: it was taken away."""


class EdgeSet(Happened):
    """A wall or a door was put on an edge, opened or closed, or (None) taken away."""

    t: Literal["edge"] = "edge"
    edge: EdgeName
    """The two spaces on either side of it."""
    barrier: Barrier | None
    """What stands there now; None: nothing."""


class GroundSet(Happened):
    """An obstacle was put into a space, or into all from one corner to the other; or (None) plain floor."""

    t: Literal["ground"] = "ground"
    space: SpaceName
    """Which space, or one corner."""
    to: SpaceName | None = None
    """The opposite corner, where it is more than one space."""
    ground: Ground | None
    """What is there now; None: plain floor."""


class SpacesShown(Happened):
    """The players were shown all spaces from one corner to the other, or these were hidden from them again."""

    t: Literal["shown"] = "shown"
    space: SpaceName
    """One corner."""
    to: SpaceName
    """The opposite corner."""
    shown: bool
    """The players see them now."""


class FigurePlaced(Happened):
    """A figure came to stand in these spaces of the board, or (none) off it."""

    t: Literal["placed"] = "placed"
    tag: Tag
    """Which figure."""
    spaces: tuple[SpaceName, ...]
    """The spaces that it fills; none: it is off the board."""


class SidesSet(Happened):
    """Walls or doors were put on one side of a rectangle of spaces or all around it, or (None) taken away."""

    t: Literal["sides"] = "sides"
    space: SpaceName
    """One corner."""
    to: SpaceName
    """The opposite corner."""
    side: Side
    """Along which side, or all around."""
    barrier: Barrier | None
    """What stands there now; None: nothing."""


class RoomSet(Happened):
    """A rectangle became plain floor without walls in it; around it there are walls, or nothing is left either."""

    t: Literal["room"] = "room"
    space: SpaceName
    """One corner."""
    to: SpaceName
    """The opposite corner."""
    walled: bool = True
    """There are walls around it."""


BoardEvent = BoardLaid | EdgeSet | GroundSet | FigurePlaced | SidesSet | RoomSet | SpacesShown
