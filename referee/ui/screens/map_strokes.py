"""Draws with a brush on the map, from its first corner to the key that ends the stroke."""

from referee.engine.answer import Chosen
from referee.engine.board import Space
from referee.ui.map.brush import DOOR, SIDE_KEYS, Brush, Stroke, doors_beside
from referee.ui.screens.map_state import MapState

_MOVES = ("left", "right", "up", "down", "home", "end", "pageup", "pagedown")


class MapStrokes:
    """The stroke that is being drawn on a map, and the door that is asked about."""

    def __init__(self, page: MapState) -> None:
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
            return f"Which door beside {self._page.here}: {' '.join(self._doors)}? Esc leaves it."
        return self._stroke.told(self._page.cursor) if self._stroke is not None else ""

    def hinted(self) -> tuple[tuple[str, str], ...]:
        """The keys for the hint line while something is drawn; none else."""
        if self._stroke is None:
            return ()
        sides = (("n", "north"), ("e", "east"), ("s", "south"), ("w", "west")) if self._stroke.brush.at_sides else ()
        around = () if self._stroke.brush is DOOR else (("Enter", "all around" if sides else "draw it"),)
        return (*sides, *around, ("Esc", "leave it"))

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
