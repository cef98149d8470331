"""Map strokes: what a brush draws on a map, from one corner to the other."""

from collections.abc import Mapping

from msgspec import Struct

from referee.engine.questions.answer import Answer, Chosen, Said
from referee.engine.state.board import Board, Side, Space, name_of, rectangle, side_edges
from referee.ui.screens.map_cursor import CursorPage

SIDE_KEYS: Mapping[str, Side] = {"n": "north", "e": "east", "s": "south", "w": "west"}


class Brush(Struct, frozen=True):
    """What a stroke draws on the map: the order for it, and whether it is drawn at the sides of spaces."""

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


class Stroke(Struct, frozen=True):
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
            far = "arrow keys to the other corner, a number first to go that far"
            return f"{self.brush.name} {area}: {far}; Enter OK · Esc cancel"
        around = "" if self.brush is DOOR else "; Enter: all around"
        return f"{self.brush.name} at {area}: n e s w for the side{around}; arrow keys to the other corner · Esc cancel"


def doors_beside(board: Board, space: Space) -> dict[str, str]:
    """The doors around a space, each by the key of its side."""
    out = {}
    for key, side in SIDE_KEYS.items():
        for edge in side_edges(board, space, space, side):
            if board.edges.get(edge, "wall") != "wall":
                out[key] = edge
    return out


_MOVES = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown")


class MapStrokes:
    """The stroke that is being drawn on a map, and the door that is asked about."""

    def __init__(self, page: CursorPage) -> None:
        self._page = page
        self._stroke: Stroke | None = None
        self._doors: dict[str, str] = {}
        """Doors beside the cursor, by the key of the side, while it is asked which of them is turned."""

    def spaces(self) -> tuple[Space, ...]:
        """The spaces it has gone over."""
        return self._stroke.spaces(self._page.cursor) if self._stroke is not None else ()

    def note(self) -> str:
        """What is being drawn, and how it ends; empty if nothing is."""
        if self._doors:
            return f"Which door beside {self._page.here}: {' '.join(self._doors)}? Esc cancels"
        return self._stroke.told(self._page.cursor) if self._stroke is not None else ""

    def hinted(self) -> tuple[tuple[str, str], ...]:
        """The keys for the hint line while something is drawn; none else."""
        if self._stroke is None:
            return ()
        sides = (("n", "north"), ("e", "east"), ("s", "south"), ("w", "west")) if self._stroke.brush.at_sides else ()
        around = () if self._stroke.brush is DOOR else (("Enter", "all around" if sides else "OK"),)
        return (*sides, *around, ("Esc", "cancel"))

    def begin(self, brush: Brush) -> None:
        """A brush is set down at the cursor."""
        self._stroke = Stroke(brush, self._page.cursor)

    def doors(self) -> dict[str, str]:
        """The doors beside the cursor."""
        return doors_beside(self._page.board, self._page.cursor) if self._page.board is not None else {}

    def turn_door(self) -> None:
        """Opens or closes the door beside the cursor; with several it is asked which."""
        self._doors = self.doors()
        if len(self._doors) == 1:
            self._turn(next(iter(self._doors)))

    def _turn(self, side: str) -> None:
        edge, self._doors = self._doors[side], {}
        _ = self._page.table.order("door", edge=Chosen(option=edge))

    def takes(self, word: str) -> bool:
        """A key while a brush is down or a door is asked about; False if it moves the cursor, or neither is so."""
        if self._doors:
            if word in self._doors:
                self._turn(word)
            elif word == "escape":
                self._doors = {}
            return True
        if self._stroke is None or word in _MOVES:
            return False
        if word == "escape":
            self._stroke = None
        elif word in SIDE_KEYS and self._stroke.brush.at_sides:
            self._draw(word)
        elif word == "enter" and self._stroke.brush is not DOOR:
            self._draw()
        else:
            self._page.say(self._stroke.told(self._page.cursor), is_error=True)
        return True

    def _draw(self, side: str = "") -> None:
        """The stroke ends here: one order."""
        board, stroke = self._page.board, self._stroke
        self._stroke = None
        if board is not None and stroke is not None:
            given = stroke.order(board, self._page.cursor, SIDE_KEYS.get(side, "around"))
            _ = self._page.table.order(stroke.brush.verb, **given)
