"""The board page: the map of an encounter, to be changed."""

from collections.abc import Callable

from referee.engine.questions.answer import Said
from referee.store.settings import keep_setting
from referee.ui.input.key_actions import changing_key, key
from referee.ui.map.map_size import ZOOMS, Zoom
from referee.ui.screens.map import MapPage
from referee.ui.screens.map_help import MapHelp
from referee.ui.screens.map_strokes import DOOR, ERASE, FLOOR, OBSTACLE, ROOM, ROUGH, VOID, WALL, Brush

_SIZE = "20x15"
_ANSWER_FIRST = "Answer first: Enter takes what is under the cursor. : types a command, Esc goes back to the table."


def no_board(page: MapPage) -> str:
    """Why nothing can be done on the board; empty if there is one."""
    return "There is no board; b makes one." if page.board is None else ""


def asked_first(page: MapPage) -> str:
    """Why the board cannot be changed; empty if it can."""
    return no_board(page) or (_ANSWER_FIRST if page.answers is not None else "")


def brush_key(letter: str, brush: Brush, help: str, hint: str = "", label: str = "") -> Callable[[MapPage], None]:
    """A key that sets a brush down: arrows go to the other corner, Enter or a side ends the stroke."""

    @changing_key(letter, hint=hint, label=label, help=help, bar=asked_first)
    def draw(page: MapPage) -> None:
        page.strokes.begin(brush)

    return draw


def step_key(arrow: str, across: int, down: int, help: str) -> Callable[[MapPage], None]:
    """A key that moves the cursor so many spaces across and down."""

    @key(arrow, help=help)
    def step(page: MapPage) -> None:
        page.step(across, down)

    return step


class BoardPage(MapPage):
    """The board of an encounter, to look at and to change."""

    def fill(self) -> None:
        super().fill()
        if self.board is None and not self.read_only:
            self.lay_board()

    # ---------------------------------------------------------------- why something cannot be done

    def cannot_place(self) -> str:
        """Why the chosen figure cannot be set on the board; empty if it can."""
        return asked_first(self) or self.nobody()

    def cannot_see(self) -> str:
        """Why no line of sight can be shown, or hidden; empty if it can."""
        return "" if self.looking else no_board(self) or self.nobody() or self.not_placed()

    def cannot_leave(self) -> str:
        """Why the chosen figure cannot be taken off the board; empty if it can."""
        return self.cannot_place() or self.not_placed()

    def no_door(self) -> str:
        """Why no door can be opened or closed; empty if one can."""
        return asked_first(self) or ("" if self.strokes.doors() else f"There is no door beside {self.here}.")

    # ---------------------------------------------------------------- what is changed, and what is seen

    @changing_key(
        "p",
        hint="place",
        help="Put the chosen figure on the space under the cursor, or move it there.",
        bar=cannot_place,
    )
    def place_here(self) -> None:
        self.place(self.here)

    @key(
        "s",
        hint="sight",
        help="Show the line of sight from the chosen figure to the cursor, what blocks it and how far "
        "it is, or hide it.",
        bar=cannot_see,
    )
    def sight(self) -> None:
        self.looking = not self.looking

    @key("tab", hint="next", help="Choose the next figure on the board and go to it.", bar=no_board)
    def next_on_board(self) -> None:
        self.next_figure(1)

    draw_room = brush_key(
        "r", ROOM, "Draw a room from corner to corner: floor with walls around it; doors stay.", hint="room"
    )
    draw_wall = brush_key(
        "w", WALL, "Draw walls: n e s w for a wall on that side of the cursor, Enter for all four.", hint="wall"
    )
    draw_door = brush_key("d", DOOR, "Draw a closed door: n e s w for a door on that side of the cursor.", hint="door")

    @changing_key("u", "ctrl+z", hint="undo", help="Undo the last command.")
    def undo(self) -> None:
        self.table.take_back()

    @changing_key(
        ":",
        hint="command",
        help="Type a command, as at the table: ground a1-l8 void, place g1-2 c5 d5, wall b2-b5 east.",
    )
    def any_order(self) -> None:
        self.ask("For example: ground a1-l8 void · wall b2-b5 east · room b2-i7", self.do_order, mode="COMMAND")

    @key(
        "z",
        hint="zoom",
        help="Change the size of the spaces: as large as the whole board fits, with tags, or with a letter each. "
        "The next map opens at the same size.",
        bar=no_board,
    )
    def change_zoom(self) -> None:
        looks = dict[Zoom | None, str]()
        for name in ZOOMS:  # two names may come to the same here
            looks.setdefault(self.arrangement(name).zoom, name)
        names = [*looks.values()]
        self.zoom = names[(names.index(looks[self.arrangement(self.zoom).zoom]) + 1) % len(names)]
        with self.telling():
            keep_setting("zoom", self.zoom)

    @changing_key(
        "b",
        hint="make a board",
        help="Make another board: type its size, or draw it with / between its lines; off removes it.",
    )
    def lay_board(self) -> None:
        if self.board is None:
            self.ask(f"Enter makes a board of {_SIZE} spaces; or type another size; Esc cancels", self._lay, _SIZE)
        else:
            self.ask("Type the size of the new board, or draw it with / between its lines; off removes it", self._lay)

    @changing_key(
        "I",
        hint="read a file",
        help="Read the board from a text file: - | walls, D o doors, # obstacles, . floor; "
        "then `ulf c5` for each figure.",
    )
    def read_file(self) -> None:
        self.ask("Which text file is the map in?", lambda where: self._lay(self.table.map_files.read(where)))

    @key("?", "f1", hint="keys", help="Show all keys and signs of the map.")
    def show_keys(self) -> None:
        """All keys and signs of the map."""
        _ = self.app.push_screen(MapHelp(self.keyed.values()))

    leave = MapPage.leave
    show_palette = MapPage.show_palette

    draw_floor = brush_key("f", FLOOR, "Draw floor from corner to corner, with an outline around it.", label="floor")
    draw_obstacle = brush_key(
        "o", OBSTACLE, "Draw or erase obstacles that block, from corner to corner.", label="obstacle"
    )
    draw_terrain = brush_key("t", ROUGH, "Draw or erase rough ground, which does not block sight.", label="terrain")
    draw_void = brush_key("v", VOID, "Draw or erase spaces without floor, such as outside the walls.", label="no floor")
    erase = brush_key("e", ERASE, "Erase walls, doors and obstacles, from corner to corner.", label="erase")

    @changing_key(
        "c",
        label="open/close",
        help="Open or close the door beside the cursor; n e s w chooses one of several.",
        bar=no_door,
    )
    def turn_door(self) -> None:
        self.strokes.turn_door()

    @key("enter", label="choose", help="Choose the figure under the cursor.", bar=no_board)
    def choose(self) -> None:
        tag = self.plan.who.get(self.cursor) if self.plan is not None else None
        if tag is None:
            self.say(f"Nobody is at {self.here}.", is_error=True)
        else:
            self.table.choose(tag)

    @key(
        "n",
        label="next to place",
        help="Choose the next figure that is not on the board; p puts it there.",
        bar=no_board,
    )
    def next_to_place(self) -> None:
        self.next_figure(1, placed=False)

    @key("E", label="write a file", help="Write the board to a new text file; I reads it again.", bar=no_board)
    def write_file(self) -> None:
        self.ask("Which file should the map be written to?", self._export_to)

    @changing_key("x", label="off the board", help="Take the chosen figure off the board.", bar=cannot_leave)
    def take_off(self) -> None:
        self.place("off")

    @key("shift+tab", label="previous figure", help="Choose the previous figure.", bar=no_board)
    def figure_before(self) -> None:
        self.next_figure(-1)

    @changing_key("U", "ctrl+y", label="redo", help="Redo what was undone.")
    def redo(self) -> None:
        self.table.bring_back()

    def _lay(self, text: str) -> None:
        if text.strip():
            self.table.order("map", chart=Said(text=text.strip("\n")))

    def _export_to(self, where: str) -> None:
        if self.board is not None:
            self.say(f"Written to {self.table.map_files.write(where, self.board)}.")

    # ---------------------------------------------------------------- where the cursor goes

    left = step_key("left", -1, 0, "Go one space left.")
    right = step_key("right", 1, 0, "Go one space right.")
    up = step_key("up", 0, -1, "Go one space up.")
    down = step_key("down", 0, 1, "Go one space down.")
    far_left = step_key("shift+left", -1, 0, "Go one space left, even if you cannot choose that space.")
    far_right = step_key("shift+right", 1, 0, "Go one space right, even if you cannot choose it.")
    far_up = step_key("shift+up", 0, -1, "Go one space up, even if you cannot choose it.")
    far_down = step_key("shift+down", 0, 1, "Go one space down, even if you cannot choose it.")
    home = step_key("home", -8, 0, "Go eight spaces left.")
    end = step_key("end", 8, 0, "Go eight spaces right.")
    page_up = step_key("pageup", 0, -8, "Go eight spaces up.")
    page_down = step_key("pagedown", 0, 8, "Go eight spaces down.")
