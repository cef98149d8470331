"""The commands of the map."""

from referee.ui.input.key_actions import KeyAction
from referee.ui.screens.list_keys import Back
from referee.ui.screens.map import MapPage


class MapKey(KeyAction[MapPage]):
    """A command of the map, for which there has to be one."""

    def barred(self, screen: MapPage) -> str:
        return "" if screen.board is not None else "No board is laid out; b lays one out."


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
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.choose_here()


class Another(MapKey):
    """Chooses a figure so many places on in the roster."""

    label = "next"

    def __init__(self, key: str, help: str, by: int, hinted: bool = False) -> None:
        self.keys, self.help, self.by, self.hinted = (key,), help, by, hinted

    def run(self, screen: MapPage) -> None:
        screen.next_figure(self.by)


class Wall(MapKey):
    changes = True
    keys = ("w",)
    label = "wall"
    help = "A wall beside the cursor, put or taken away; an arrow key says on which side."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.edging = "wall"


class Door(MapKey):
    changes = True
    keys = ("d",)
    label = "door"
    help = "A closed door beside the cursor, put or taken away; an arrow key says on which side."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.edging = "door"


class Turn(MapKey):
    changes = True
    keys = ("c",)
    label = "open/close"
    help = "Opens or closes the door beside the cursor; with several, an arrow key says which."
    hinted = True

    def barred(self, screen: MapPage) -> str:
        return super().barred(screen) or ("" if screen.doors() else f"There is no door beside {screen.here}.")

    def run(self, screen: MapPage) -> None:
        doors = screen.doors()
        if len(doors) == 1:
            screen.turn_door(doors[0])
        else:
            screen.edging = "turn"


class Fill(MapKey):
    """Something in the space under the cursor, or plain floor again."""

    changes = True
    label = "block"

    def __init__(self, key: str, help: str, ground: str, hinted: bool = False) -> None:
        self.keys, self.help, self.ground, self.hinted = (key,), help, ground, hinted

    def run(self, screen: MapPage) -> None:
        screen.fill_space(self.ground)


class Off(Place):
    keys = ("x",)
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
    help = "Brings back what was taken back."

    def run(self, screen: MapPage) -> None:
        screen.table.bring_back()


class Dense(MapKey):
    keys = ("z",)
    help = "Squares as high as they are wide, or more of them on the screen."

    def run(self, screen: MapPage) -> None:
        screen.close = not screen.close


class Lay(KeyAction[MapPage]):
    changes = True
    keys = ("b",)
    label = "lay a board"
    help = "Another board: its size, or drawn with / between its lines, or off for none."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.ask_board()


class Import(KeyAction[MapPage]):
    changes = True
    keys = ("I",)
    label = "read a file"
    help = (
        "Reads the board from a text file: - | walls, D o doors, # obstacles, . floor; then `ulf c5` for each figure."
    )
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.ask("Which text file is the map in?", screen.import_from)


class Export(MapKey):
    keys = ("E",)
    label = "write a file"
    help = "Writes the board to a new text file, as I reads it."
    hinted = True

    def run(self, screen: MapPage) -> None:
        screen.ask("Which new file is the map written to?", screen.export_to)


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
    Another("tab", "Chooses the next figure; the cursor goes to it, if it is on the board.", 1, hinted=True),
    Fill("o", "An obstacle in the space, put or taken away.", "obstacle", hinted=True),
    Wall(),
    Door(),
    Undo(),
    Keys(),
    Back(),
    Turn(),
    Choose(),
    Lay(),
    Import(),
    Export(),
    Off(),
    Fill("r", "Rough ground that blocks no sight, put or taken away.", "rough"),
    Fill("v", "No floor in the space, such as outside of the walls; or floor again.", "void"),
    Dense(),
    Another("shift+tab", "Chooses the figure before.", -1),
    Redo(),
)
