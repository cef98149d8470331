"""Brushes: what is drawn on the map in one stroke, from one corner to the other, and the order that draws it."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.answer import Answer, Chosen, Said
from referee.engine.board import Board, Side, Space, name_of, rectangle, side_edges

SIDE_KEYS: Mapping[str, Side] = {"n": "north", "e": "east", "s": "south", "w": "west"}


@dataclass(frozen=True)
class Brush:
    """What is drawn."""

    name: str
    verb: str
    """The order that draws it."""
    what: str = ""
    """What that order is told to put there."""
    at_sides: bool = False
    """It stands between spaces: on one side of them, or around them."""


ROOM = Brush("Room", "room")
ERASE = Brush("Erase", "erase")
FLOOR = Brush("Floor", "ground", "floor")
VOID = Brush("No floor", "ground", "void")
ROUGH = Brush("Rough ground", "ground", "rough")
OBSTACLE = Brush("Obstacle", "ground", "obstacle")
WALL = Brush("Wall", "wall", "wall", at_sides=True)
DOOR = Brush("Door", "wall", "door", at_sides=True)


@dataclass(frozen=True)
class Stroke:
    """A brush on its way from a first corner."""

    brush: Brush
    start: Space

    def spaces(self, end: Space) -> tuple[Space, ...]:
        """The spaces it has gone over, up to the other corner."""
        return rectangle(self.start, end)

    def area(self, end: Space) -> str:
        """These spaces by their corners: b2, or b2-e5."""
        spaces = self.spaces(end)
        first, last = name_of(spaces[0]), name_of(spaces[-1])
        return first if first == last else f"{first}-{last}"

    def order(self, board: Board, end: Space, side: Side = "around") -> dict[str, Answer]:
        """What the order of the brush is told. What is there already is taken away."""
        area = Said(text=self.area(end))
        if self.brush.at_sides:
            there = {board.edges.get(edge) for edge in side_edges(board, self.start, end, side)}
            kinds = {"wall"} if self.brush.what == "wall" else {"closed", "open"}
            barrier = "nothing" if there and there <= kinds else self.brush.what
            return {"edge": area, "side": Chosen(option=side), "barrier": Chosen(option=barrier)}
        if not self.brush.what:
            return {"where": area}
        full = all(board.ground.get(name_of(space)) == self.brush.what for space in self.spaces(end))
        return {"where": area, "what": Chosen(option="floor" if full else self.brush.what)}

    def told(self, end: Space) -> str:
        """What has been drawn so far, and which keys end it."""
        area = self.area(end)
        if not self.brush.at_sides:
            far = "arrows to the other corner, a number before them for so many"
            return f"{self.brush.name} {area}: {far}; Enter draws it, Esc leaves it."
        around = "" if self.brush is DOOR else "; Enter: all around"
        return f"{self.brush.name} at {area}: n e s w for the side{around}; arrows to the other corner; Esc leaves it."


def doors_beside(board: Board, space: Space) -> dict[str, str]:
    """The doors around a space, each by the key of its side."""
    out = {}
    for key, side in SIDE_KEYS.items():
        for edge in side_edges(board, space, space, side):
            if board.edges.get(edge, "wall") != "wall":
                out[key] = edge
    return out
