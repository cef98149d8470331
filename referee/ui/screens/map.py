"""The map: the board of the encounter, to look at and to change. Every change is an order, and can be taken back."""

from textual.app import ComposeResult

from referee.engine.answer import Chosen, Said
from referee.engine.board import Board, Space, edge_of, name_of
from referee.engine.problem import Problem
from referee.ui.controller.controller import Controller
from referee.ui.controller.roster_order import row_order
from referee.ui.controller.view import View
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.line_of_sight import Sighting, sighting
from referee.ui.map.map_drawing import Plan
from referee.ui.panes.ask import Ask
from referee.ui.panes.map import Map
from referee.ui.screens.page import Heading, Page

_SIDES: dict[str, Space] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_ABOUT = {"wall": "The wall", "door": "The door", "turn": "Which door"}
_SIZE = "20x15"


class MapPage(Page):
    """The board under the fight; who inherits says with which keys."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self.looking = False
        """The line of sight is drawn."""
        self.edging = ""
        """What is done at the side that an arrow key says next: `wall`, `door` or `turn`."""
        self.cursor: Space = (0, 0)
        self.close = True

    def compose(self) -> ComposeResult:
        yield Heading(id="heading")
        yield Map(id="map")
        yield Ask(id="ask")

    def fill(self) -> None:
        turn = self.table.session.encounter.turn
        if self.table.cursor.chosen is None:
            self.table.choose(turn)
        self.close = self.board is None or 2 * self.board.height + 2 <= self.app.size.height - 4
        self.to_chosen()
        if self.board is None and not self.read_only:
            self.ask_board()

    def follow(self) -> None:
        self.show()

    # ---------------------------------------------------------------- what is shown

    @property
    def board(self) -> Board | None:
        """The board, if one is laid out."""
        return self.table.session.encounter.board

    @property
    def here(self) -> str:
        """The name of the space under the cursor."""
        return name_of(self.cursor)

    def nobody(self) -> str:
        """Said when no figure is chosen; empty if one is."""
        return "" if self.table.cursor.chosen is not None else "Choose a figure first: Tab, or Enter where it stands."

    def not_placed(self) -> str:
        """Said when the chosen figure is not on the board; empty if it is."""
        tag, encounter = self.table.cursor.chosen, self.table.session.encounter
        placed = tag is not None and self.board is not None and tag in self.board.figures
        return "" if placed or tag is None else f"{encounter.name(tag)} is not on the board; p places it."

    def show(self) -> None:
        table, board = self.table, self.board
        rules, encounter = table.session.rules, table.session.encounter
        said, is_error = table.heard()
        if said:
            self.say(said, is_error)
        plan, sight = None, None
        if board is not None:
            self.cursor = (min(self.cursor[0], board.width - 1), min(self.cursor[1], board.height - 1))
            self.looking = self.looking and not self.nobody() and not self.not_placed()
            if self.looking and table.cursor.chosen is not None:
                sight = sighting(rules, encounter, table.cursor.chosen, self.cursor)
            plan = Plan(rules, encounter, board, table.cursor.chosen, self.cursor, sight)
        self.heading = _heading(board, table.view)
        self.note = self._note(plan, sight)
        self.query_one(Map).show(plan, self.close)
        super().show()

    def _note(self, plan: Plan | None, sight: Sighting | None) -> str:
        """What is under the cursor, and who is chosen; or what is seen."""
        if self.edging:
            return f"{_ABOUT[self.edging]} at {self.here}: on which side? An arrow key says; Esc leaves it."
        if plan is None or sight is not None:
            return sight.text if sight is not None else ""
        encounter, chosen = self.table.session.encounter, self.table.cursor.chosen
        who = plan.who.get(self.cursor)
        ground = plan.board.ground.get(self.here)
        there = [f"{encounter.name(who)} ({who})"] if who is not None else []
        there += [{"void": "no floor", "rough": "rough ground"}.get(ground, ground)] if ground else []
        end = ""
        if chosen is not None and chosen != who:
            spaces = plan.board.spaces(chosen)
            end = f"   chosen: {encounter.name(chosen)}, {name_of(spaces[0]) if spaces else 'not on the board'}"
        return f"{self.here}: {', '.join(there) or 'empty'}{end}"

    # ---------------------------------------------------------------- the cursor, and who is chosen

    def step(self, across: int, down: int) -> None:
        """Moves the cursor."""
        if board := self.board:
            x, y = self.cursor[0] + across, self.cursor[1] + down
            self.cursor = (max(0, min(board.width - 1, x)), max(0, min(board.height - 1, y)))

    def to_chosen(self) -> None:
        """The cursor goes to the chosen figure, if it is on the board."""
        board, chosen = self.board, self.table.cursor.chosen
        if board is not None and chosen is not None and (spaces := board.spaces(chosen)):
            self.cursor = spaces[0]

    def choose_here(self) -> None:
        """Chooses the figure under the cursor."""
        plan = self.query_one(Map).plan
        tag = plan.who.get(self.cursor) if plan is not None else None
        if tag is None:
            self.say(f"Nobody is at {self.here}.", is_error=True)
        else:
            self.table.choose(tag)

    def next_figure(self, by: int) -> None:
        """Chooses another figure, in the order of the roster."""
        session = self.table.session
        there = [figure.tag for figure in row_order(session.rules, session.encounter).rows]
        if there:
            chosen = self.table.cursor.chosen
            self.table.choose(there[(there.index(chosen) + by) % len(there)] if chosen in there else there[0])
            self.to_chosen()

    # ---------------------------------------------------------------- what is changed

    def place(self, where: str) -> None:
        """Puts the chosen figure somewhere."""
        _ = self.table.order("place", who=self.table.cursor.picked(), where=Said(text=where))

    def fill_space(self, what: str) -> None:
        """Something in the space under the cursor, or, if it is there, plain floor."""
        there = self.board.ground.get(self.here) if self.board is not None else None
        self.table.order("ground", where=Said(text=self.here), what=Chosen(option="floor" if there == what else what))

    def doors(self) -> list[str]:
        """The doors beside the cursor."""
        edges = self.board.edges if self.board is not None else {}
        beside = (edge_of(self.cursor, self._beside(side)) for side in _SIDES)
        return [edge for edge in beside if edges.get(edge, "wall") != "wall"]

    def turn_door(self, edge: str) -> None:
        """Opens or closes a door."""
        self.table.order("door", edge=Chosen(option=edge))

    def press(self, word: str) -> None:
        what, self.edging = self.edging, ""
        if what and word in _SIDES:
            self._edge(what, self._beside(word))
        elif not (what and word == "escape"):
            super().press(word)

    def _beside(self, side: str) -> Space:
        return self.cursor[0] + _SIDES[side][0], self.cursor[1] + _SIDES[side][1]

    def _edge(self, what: str, other: Space) -> None:
        """A wall or a door between the cursor and that space, or none if it is there; or the door there is turned."""
        board = self.board
        if board is None or not board.has(other):
            self.say("The board ends there; around it there is wall.", is_error=True)
            return
        edge = edge_of(self.cursor, other)
        there = board.edges.get(edge)
        if what == "turn":
            if edge in self.doors():
                self.turn_door(edge)
            else:
                self.say("There is no door on that side.", is_error=True)
            return
        same = there == "wall" if what == "wall" else there in ("closed", "open")
        self.table.order("wall", edge=Said(text=edge), barrier=Chosen(option="nothing" if same else what))

    # ---------------------------------------------------------------- whole boards

    def ask_board(self) -> None:
        """Asks for a board."""
        what = "The board: its size, drawn with / between its lines, or off for none"
        self.ask(what, self.lay, "" if self.board else _SIZE)

    def lay(self, text: str) -> None:
        """Lays a board out."""
        if text.strip():
            self.table.order("map", chart=Said(text=text.strip("\n")))

    def import_from(self, where: str) -> None:
        """Lays out the board that a file draws."""
        try:
            self.lay(self.table.map_files.read(where))
        except Problem as problem:
            self.say(str(problem), is_error=True)

    def export_to(self, where: str) -> None:
        """Writes the board to a file."""
        try:
            if self.board is not None:
                self.say(f"Written to {self.table.map_files.write(where, self.board)}.")
        except Problem as problem:
            self.say(str(problem), is_error=True)

    def on_space_clicked(self, message: SpaceClicked) -> None:
        self.said, self.edging = "", ""
        self.cursor = message.space
        if message.again:
            self.press("enter")
        self.show()


def _heading(board: Board | None, view: View) -> str:
    """The size, whose turn it is, and what waits for an answer at the table."""
    size = f"{board.width} by {board.height} spaces" if board is not None else "no board"
    asked = f"asked: {view.question.prompt}" if view.question is not None else ""
    return " · ".join(part for part in ("Map", size, view.who() if view.encounter.turn else "", asked) if part)
