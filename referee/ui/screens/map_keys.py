"""The commands of the map."""

from referee.ui.input.key_actions import KeyAction
from referee.ui.map import brush
from referee.ui.screens.list_keys import Back, FindAction
from referee.ui.screens.map import MapPage

_ANSWER_FIRST = "Answer first: Enter takes what is under the cursor; : takes any order, Esc goes back to the table."


class MapKey(KeyAction[MapPage]):
    """A command of the map, for which there has to be one."""

    def barred(self, screen: MapPage) -> str:
        if screen.board is None:
            return "No board is laid out; b lays one out."
        return _ANSWER_FIRST if self.changes and screen.answers is not None else ""


class Place(MapKey):
    changes = True
    keys = ("p",)
    label = "place"
    help = "Puts the chosen figure on the space under the cursor, or moves it there."
    hinted = True

    def barred(self, screen: MapPage) -> str:
        return super().barred(screen) or screen.nobody()

    def run(self, screen: MapPage) -> None:
        screen.place(screen.here)


class Sight(Place):
    changes = False
    keys = ("s",)
    label = "sight"
    help = "From the chosen figure: the line of sight to the cursor, what blocks it, and how far it is; again: no more."

    def barred(self, screen: MapPage) -> str:
        return "" if screen.looking else super().barred(screen) or screen.not_placed()

    def run(self, screen: MapPage) -> None:
        screen.looking = not screen.looking


class Choose(MapKey):
    keys = ("enter",)
    label = "choose"
    help = "Chooses the figure under the cursor."

    def run(self, screen: MapPage) -> None:
        screen.choose_here()


class Another(MapKey):
    """Chooses a figure so many places on in the roster, of those on the board or of the others."""

    def __init__(
        self, key: str, help: str, by: int, placed: bool = True, hinted: bool = False, label: str = "next"
    ) -> None:
        self.keys, self.help, self.by, self.placed, self.hinted = (key,), help, by, placed, hinted
        self.label = label

    def run(self, screen: MapPage) -> None:
        screen.next_figure(self.by, self.placed)


class Draw(MapKey):
    """A brush is set down: arrows go to the other corner, Enter or a side ends the stroke."""

    changes = True

    def __init__(self, key: str, help: str, brush: brush.Brush, label: str = "", hinted: bool = False) -> None:
        self.keys, self.help, self.brush, self.label, self.hinted = (key,), help, brush, label, hinted

    def run(self, screen: MapPage) -> None:
        screen.strokes.begin(self.brush)


class Turn(MapKey):
    changes = True
    keys = ("c",)
    label = "open/close"
    help = "Opens or closes the door beside the cursor; with several, n e s w says which."

    def barred(self, screen: MapPage) -> str:
        return super().barred(screen) or ("" if screen.strokes.doors() else f"There is no door beside {screen.here}.")

    def run(self, screen: MapPage) -> None:
        screen.strokes.turn_door()


class Off(Place):
    keys = ("x",)
    label = "off the board"
    help = "Takes the chosen figure off the board."
    hinted = False

    def barred(self, screen: MapPage) -> str:
        return super().barred(screen) or screen.not_placed()

    def run(self, screen: MapPage) -> None:
        screen.place("off")


class Undo(KeyAction[MapPage]):
    changes = True
    keys = ("u", "ctrl+z")
    label = "undo"
    help = "Takes back the last act."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.table.take_back()


class Redo(KeyAction[MapPage]):
    changes = True
    keys = ("U", "ctrl+y")
    label = "redo"
    help = "Brings back what was taken back."

    def run(self, screen: MapPage) -> None:
        screen.table.bring_back()


class ChangeZoom(MapKey):
    keys = ("z",)
    label = "zoom"
    help = "Spaces with room for a name, or with one letter each and more of them on the screen; kept for the next map."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.other_zoom()


class Order(KeyAction[MapPage]):
    changes = True
    keys = (":",)
    label = "order"
    help = "Any order, as at the table: ground a1-l8 void, place g1-2 c5 d5, wall b2-b5 east."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.ask("An order, such as: ground a1-l8 void · wall b2-b5 east · room b2-i7", screen.do_order, mode="ORDER")


class Lay(KeyAction[MapPage]):
    changes = True
    keys = ("b",)
    label = "lay a board"
    help = "Another board: its size, or drawn with / between its lines, or off for none."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.boards.ask()


class Import(KeyAction[MapPage]):
    changes = True
    keys = ("I",)
    label = "read a file"
    hinted = True
    help = (
        "Reads the board from a text file: - | walls, D o doors, # obstacles, . floor; then `ulf c5` for each figure."
    )

    def run(self, screen: MapPage) -> None:
        screen.ask("Which text file is the map in?", screen.boards.import_from)


class Export(MapKey):
    keys = ("E",)
    label = "write a file"
    help = "Writes the board to a new text file, as I reads it."

    def run(self, screen: MapPage) -> None:
        screen.ask("Which new file is the map written to?", screen.boards.export_to)


class Keys(KeyAction[MapPage]):
    keys = ("?", "f1")
    label = "keys"
    help = "All keys of the map."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.show_keys()


COMMANDS = (
    Place(),
    Sight(),
    Another("tab", "Chooses the next figure on the board, and goes to it.", 1, hinted=True),
    Draw("r", "A room: floor with walls around it, from corner to corner; doors there stay.", brush.ROOM, "room", True),
    Draw("w", "Walls: n e s w puts them on that side of the cursor, Enter all around.", brush.WALL, "wall", True),
    Draw("d", "A closed door: n e s w says on which side of the cursor.", brush.DOOR, "door", True),
    Undo(),
    Order(),
    ChangeZoom(),
    Lay(),
    Import(),
    Keys(),
    Back(),
    FindAction(),
    Draw("f", "Floor, from corner to corner; where none is beside it, it has an outline.", brush.FLOOR, "floor"),
    Draw("o", "Obstacles that block, put or taken away, from corner to corner.", brush.OBSTACLE, "obstacle"),
    Draw("t", "Terrain: rough ground that blocks no sight, put or taken away.", brush.ROUGH, "terrain"),
    Draw("v", "No floor, such as outside of the walls, put or taken away.", brush.VOID, "no floor"),
    Draw("e", "Erases walls, doors and obstacles, from corner to corner.", brush.ERASE, "erase"),
    Turn(),
    Choose(),
    Another(
        "n",
        "Chooses the next figure that is not on the board, for p to set it there.",
        1,
        placed=False,
        label="next to place",
    ),
    Export(),
    Off(),
    Another("shift+tab", "Chooses the figure before.", -1, label="figure before"),
    Redo(),
)
