"""The board page: the map with its keys, their help, the legend of its signs."""

from collections.abc import Callable, Iterable
from typing import Any

from referee.engine.problem import Problem
from referee.engine.questions.answer import Said
from referee.ui.drawing.text_line import GLYPHS, Line
from referee.ui.input.key_actions import KeyAction, changing_key, key
from referee.ui.map.map_drawing import FAR, NEAR
from referee.ui.panes.map import Map
from referee.ui.screens.map import MapPage, keep_zoom
from referee.ui.screens.map_strokes import DOOR, ERASE, FLOOR, OBSTACLE, ROOM, ROUGH, VOID, WALL, Brush
from referee.ui.screens.page import Page
from referee.ui.screens.text_pages import explained, keys_of

_KEYS = 14


def signs() -> tuple[tuple[str, str], ...]:
    """What the map is drawn with."""
    return (
        (GLYPHS.turn, "Whose turn it is."),
        (GLYPHS.chosen, "The chosen figure."),
        (GLYPHS.both, "Both: the chosen figure, and it is its turn."),
        (GLYPHS.foe, "A foe: a figure of a side that the referee plays."),
        (GLYPHS.none, "A figure that does not stand any more."),
        (
            f"3 () {GLYPHS.lit}",
            "A space that answers what is asked: its cost, or that it will do; Enter takes it.",
        ),
        ("d", "Before a name: the letter that answers with this figure. Drawn far, each figure is its letter."),
        ("[ ]", "Around letter and number: the column and the row of the cursor."),
        (GLYPHS.floor, "Floor."),
        (GLYPHS.solid * 4, "An obstacle that blocks."),
        (GLYPHS.rough * 4, "Rough ground."),
        (f"{GLYPHS.across * 2} {GLYPHS.down}", "Walls."),
        ("D o", "A closed door, and an open one."),
        (GLYPHS.passed, "The line of sight."),
        (GLYPHS.stopped, "What blocks it."),
    )


class MapHelp(Page):
    """All keys and signs of the map."""

    heading = "Keys and signs of the map"

    def __init__(self, keys: Iterable[KeyAction[Any]]) -> None:
        super().__init__()
        self.rows = [*((keys_of(command), command.help) for command in keys), ("", ""), *signs()]

    def fill(self) -> None:
        self.listing.show(len(self.rows), self.item)

    def item(self, n: int, width: int) -> list[Line]:
        """One key or sign, and what it means."""
        return explained(*self.rows[n], _KEYS, width)


_SIZE = "20x15"
_ANSWER_FIRST = "Answer first: Enter takes what is under the cursor; : takes any order, Esc goes back to the table."


def no_board(page: MapPage) -> str:
    """Why nothing can be done on the board; empty if there is one."""
    return "No board is laid out; b lays one out." if page.board is None else ""


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
        help="Puts the chosen figure on the space under the cursor, or moves it there.",
        bar=cannot_place,
    )
    def place_here(self) -> None:
        self.place(self.here)

    @key(
        "s",
        hint="sight",
        help="From the chosen figure: the line of sight to the cursor, what blocks it, and how far it is; "
        "again: no more.",
        bar=cannot_see,
    )
    def sight(self) -> None:
        self.looking = not self.looking

    @key("tab", hint="next", help="Chooses the next figure on the board, and goes to it.", bar=no_board)
    def next_on_board(self) -> None:
        self.next_figure(1)

    draw_room = brush_key(
        "r", ROOM, "A room: floor with walls around it, from corner to corner; doors there stay.", hint="room"
    )
    draw_wall = brush_key(
        "w", WALL, "Walls: n e s w puts them on that side of the cursor, Enter all around.", hint="wall"
    )
    draw_door = brush_key("d", DOOR, "A closed door: n e s w says on which side of the cursor.", hint="door")

    @changing_key("u", "ctrl+z", hint="undo", help="Takes back the last act.")
    def undo(self) -> None:
        self.table.take_back()

    @changing_key(
        ":", hint="order", help="Any order, as at the table: ground a1-l8 void, place g1-2 c5 d5, wall b2-b5 east."
    )
    def any_order(self) -> None:
        self.ask("An order, such as: ground a1-l8 void · wall b2-b5 east · room b2-i7", self.do_order, mode="ORDER")

    @key(
        "z",
        hint="zoom",
        help="Spaces with room for a name, or with one letter each and more of them on the screen; "
        "kept for the next map.",
        bar=no_board,
    )
    def change_zoom(self) -> None:
        self.zoom = FAR if self.zoom == NEAR else NEAR
        try:
            keep_zoom(self.zoom)
        except OSError:
            self.say("Drawn so for now; it cannot be written down for the next time.", is_error=True)

    @changing_key(
        "b", hint="lay a board", help="Another board: its size, or drawn with / between its lines, or off for none."
    )
    def lay_board(self) -> None:
        if self.board is None:
            what = f"There is no board: Enter lays one of {_SIZE} spaces, or type another size; Esc leaves it"
            self.ask(what, self._lay, _SIZE)
        else:
            self.ask("Another board: its size, drawn with / between its lines, or off for none", self._lay)

    @changing_key(
        "I",
        hint="read a file",
        help="Reads the board from a text file: - | walls, D o doors, # obstacles, . floor; "
        "then `ulf c5` for each figure.",
    )
    def read_file(self) -> None:
        self.ask("Which text file is the map in?", self._import_from)

    @key("?", "f1", hint="keys", help="All keys of the map.")
    def show_keys(self) -> None:
        """All keys and signs of the map."""
        _ = self.app.push_screen(MapHelp(self.keyed.values()))

    leave = MapPage.leave
    show_palette = MapPage.show_palette

    draw_floor = brush_key(
        "f", FLOOR, "Floor, from corner to corner; where none is beside it, it has an outline.", label="floor"
    )
    draw_obstacle = brush_key(
        "o", OBSTACLE, "Obstacles that block, put or taken away, from corner to corner.", label="obstacle"
    )
    draw_terrain = brush_key(
        "t", ROUGH, "Terrain: rough ground that blocks no sight, put or taken away.", label="terrain"
    )
    draw_void = brush_key("v", VOID, "No floor, such as outside of the walls, put or taken away.", label="no floor")
    erase = brush_key("e", ERASE, "Erases walls, doors and obstacles, from corner to corner.", label="erase")

    @changing_key(
        "c",
        label="open/close",
        help="Opens or closes the door beside the cursor; with several, n e s w says which.",
        bar=no_door,
    )
    def turn_door(self) -> None:
        self.strokes.turn_door()

    @key("enter", label="choose", help="Chooses the figure under the cursor.", bar=no_board)
    def choose(self) -> None:
        plan = self.query_one(Map).plan
        tag = plan.who.get(self.cursor) if plan is not None else None
        if tag is None:
            self.say(f"Nobody is at {self.here}.", is_error=True)
        else:
            self.table.choose(tag)

    @key(
        "n",
        label="next to place",
        help="Chooses the next figure that is not on the board, for p to set it there.",
        bar=no_board,
    )
    def next_to_place(self) -> None:
        self.next_figure(1, placed=False)

    @key("E", label="write a file", help="Writes the board to a new text file, as I reads it.", bar=no_board)
    def write_file(self) -> None:
        self.ask("Which new file is the map written to?", self._export_to)

    @changing_key("x", label="off the board", help="Takes the chosen figure off the board.", bar=cannot_leave)
    def take_off(self) -> None:
        self.place("off")

    @key("shift+tab", label="figure before", help="Chooses the figure before.", bar=no_board)
    def figure_before(self) -> None:
        self.next_figure(-1)

    @changing_key("U", "ctrl+y", label="redo", help="Brings back what was taken back.")
    def redo(self) -> None:
        self.table.bring_back()

    def _lay(self, text: str) -> None:
        if text.strip():
            self.table.order("map", chart=Said(text=text.strip("\n")))

    def _import_from(self, where: str) -> None:
        try:
            self._lay(self.table.map_files.read(where))
        except Problem as problem:
            self.say(str(problem), is_error=True)

    def _export_to(self, where: str) -> None:
        try:
            if self.board is not None:
                self.say(f"Written to {self.table.map_files.write(where, self.board)}.")
        except Problem as problem:
            self.say(str(problem), is_error=True)

    # ---------------------------------------------------------------- where the cursor goes

    left = step_key("left", -1, 0, "The space to the left.")
    right = step_key("right", 1, 0, "The space to the right.")
    up = step_key("up", 0, -1, "The space above.")
    down = step_key("down", 0, 1, "The space below.")
    far_left = step_key("shift+left", -1, 0, "The space to the left, also where what is asked lights others.")
    far_right = step_key("shift+right", 1, 0, "The space to the right, likewise.")
    far_up = step_key("shift+up", 0, -1, "The space above, likewise.")
    far_down = step_key("shift+down", 0, 1, "The space below, likewise.")
    home = step_key("home", -8, 0, "Eight spaces to the left.")
    end = step_key("end", 8, 0, "Eight spaces to the right.")
    page_up = step_key("pageup", 0, -8, "Eight spaces up.")
    page_down = step_key("pagedown", 0, 8, "Eight spaces down.")
