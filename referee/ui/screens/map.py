"""The map: the base of pages with the board of the encounter."""

from collections.abc import Mapping, Sequence

from textual.geometry import Region

from referee.command_language.keyed_offers import figure_letters
from referee.engine.problem import Problem
from referee.engine.questions.answer import Said
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board
from referee.store.settings import setting
from referee.ui.controller.controller import Controller
from referee.ui.controller.roster_order import row_order
from referee.ui.drawing.frames import has_frames
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.board_answers import BoardAnswers
from referee.ui.map.board_plan import Plan
from referee.ui.map.line_of_sight import Sighting, sighting
from referee.ui.map.map_size import ZOOMS, Arrangement, Extent, arranged
from referee.ui.panes.board_figures import FigureList, WhoIsWhere
from referee.ui.panes.map import Map, about_cursor
from referee.ui.screens.map_answering import MapAnswering
from referee.ui.screens.map_cursor import CursorPage
from referee.ui.screens.map_strokes import MapStrokes


class MapPage(CursorPage):
    """The board under the fight; who inherits says with which keys."""

    panes = {"map": Map, "figures": WhoIsWhere}
    roomy = True  # the board is not to be smaller where a longer note stands below it

    def __init__(self, table: Controller) -> None:
        super().__init__(table)
        self.looking = False
        """The line of sight is drawn."""
        self.zoom = "whole"
        """The name of the sizes that it may be drawn in."""
        self.plan: Plan | None = None
        """What is shown; None: there is no board."""
        self._room = Region()
        self.strokes = MapStrokes(self)
        self.answering = MapAnswering(self)

    def fill(self) -> None:
        self.zoom = kept_zoom()
        if self.table.cursor.chosen is None:
            self.table.choose(self.table.session.encounter.turn)
        self.to_chosen()
        self.answering.begin()

    def follow(self) -> None:
        self.show()

    # ---------------------------------------------------------------- what is shown

    def nobody(self) -> str:
        """Said when no figure is chosen; empty if one is."""
        return "" if self.table.cursor.chosen is not None else "Choose a figure first: Tab, or Enter on its space."

    def not_placed(self) -> str:
        """Said when the chosen figure is not on the board; empty if it is."""
        tag, encounter = self.table.cursor.chosen, self.table.session.encounter
        placed = tag is not None and self.board is not None and tag in self.board.figures
        return "" if placed or tag is None else f"{encounter.name(tag)} is not on the board; p puts it there."

    def show(self) -> None:
        said, is_error = self.table.heard()
        if said:
            self.say(said, is_error)
        answers, self.plan = self.answers, None
        if (board := self.board) is not None:
            self.cursor = (min(self.cursor[0], board.width - 1), min(self.cursor[1], board.height - 1))
            self.plan = self._plan(board, answers)
        self.heading = self._heading(answers)
        note = self.strokes.note() or self._note(answers)
        self.note = f"Spaces: {self.count}; now press an arrow key · {note}" if self.count else note
        super().show()

    def places(self, room: Region) -> Mapping[str, Region]:
        """The board, and who is where beside or below it."""
        self._room = room
        board, figures = self.query_one(Map), self.query_one(WhoIsWhere)
        board.plan, board.zoom, figures.figures = self.plan, None, None
        places = {"map": room}
        if self.plan is not None:
            figures.figures = FigureList(self.plan)
            board.zoom, beside, below = self.arrangement(self.zoom)
            parts = room.split_vertical(beside) if beside else room.split_horizontal(room.height - below)
            places = dict(zip(("map", "figures"), parts, strict=True)) if beside or below else places
        return places

    def arrangement(self, zoom: str) -> Arrangement:
        """How large the board would be drawn with the sizes of that name, and where."""
        figures, edge = self.query_one(WhoIsWhere).figures, int(has_frames(*self.app.size))
        assert self.plan is not None and figures is not None  # the caller checks that there is a board
        return arranged(Extent.of(self.plan), figures.needs, self._room.size, edge, ZOOMS[zoom])

    def _plan(self, board: Board, answers: BoardAnswers | None) -> Plan:
        rules, encounter = self.table.session.rules, self.table.session.encounter
        stroke = self.strokes.spaces()
        return Plan(
            rules,
            encounter,
            board,
            self.table.cursor.chosen,
            self.cursor,
            self._sight(answers),
            self.answering.lit(answers) if answers is not None else {},
            frozenset(stroke),
            figure_letters(encounter),
        )

    def _sight(self, answers: BoardAnswers | None) -> Sighting | None:
        """The line of sight: the chosen figure's, or, while a figure is asked for, that of whoever asks."""
        self.looking = self.looking and not self.nobody() and not self.not_placed()
        looker = self.answering.looker(answers) or (self.table.cursor.chosen if self.looking else None)
        if looker is None:
            return None
        return sighting(self.table.session.rules, self.table.session.encounter, looker, self.cursor)

    def _heading(self, answers: BoardAnswers | None) -> str:
        """What is asked, if it can be answered here; the size, whose turn it is, and what waits at the table."""
        view, board = self.table.view, self.board
        asked = view.question.prompt if view.question is not None else ""
        if answers is not None:
            return asked
        size = f"{board.width} by {board.height} spaces" if board is not None else "no board"
        whose = view.who() if view.encounter.turn else ""
        return " · ".join(part for part in ("Map", size, whose, asked and f"asked: {asked}") if part)

    def _note(self, answers: BoardAnswers | None) -> str:
        """What is under the cursor, and who is chosen; or what is seen, and what can be answered."""
        plan = self.plan
        if plan is None:
            return ""
        if answers is not None:
            return self.answering.note(answers, plan.sight)
        if plan.sight is not None:
            return plan.sight.text
        return about_cursor(plan)

    # ---------------------------------------------------------------- keys

    @property
    def mode(self) -> str:
        return "ANSWER" if self.answers is not None else "KEYS"

    @property
    def hinted(self) -> Sequence[tuple[str, str]]:
        return self.strokes.hinted() or self.answering.hinted(self.answers) or super().hinted

    def press(self, word: str) -> None:
        """A key: a number before an arrow, the stroke of a brush, an answer, or a command."""
        if word.isdecimal() and word.isascii() and (self.count or word != "0"):
            self.count = (self.count + word)[-2:]
            return
        if not (self.strokes.takes(word) or self.answering.takes(word)):
            super().press(word)
        self.count = ""

    def do_order(self, text: str) -> None:
        """Does a typed order."""
        if text.strip() and self.table.do_line(text):
            self.answering.go_on()

    # ---------------------------------------------------------------- the cursor, and who is chosen

    def step(self, across: int, down: int) -> None:
        """Moves the cursor, as many times as the number typed before says."""
        if board := self.board:
            times = int(self.count or 1)
            x, y = self.cursor[0] + times * across, self.cursor[1] + times * down
            self.cursor = (max(0, min(board.width - 1, x)), max(0, min(board.height - 1, y)))

    def to_chosen(self) -> None:
        """The cursor goes to the chosen figure, if it is on the board."""
        board, chosen = self.board, self.table.cursor.chosen
        if board is not None and chosen is not None and (spaces := board.spaces(chosen)):
            self.cursor = spaces[0]

    def next_figure(self, by: int, placed: bool = True) -> None:
        """Chooses another figure of those on the board, or of those that can be set on it, as the roster has them."""
        rules, encounter, board = self.table.session.rules, self.table.session.encounter, self.board
        tags = (tag for row in row_order(rules, encounter).rows for tag in row.tags)
        fills = [tag for tag in tags if rules.standing(encounter.figures[tag].standing).fills]
        on = [tag for tag in fills if board is not None and tag in board.figures]
        # On an empty board, whoever is to be set on it first.
        there = on if placed and on else [tag for tag in fills if tag not in on]
        if not there:
            self.say("Everybody is on the board." if on else "There is nobody to put on the board.", is_error=True)
            return
        chosen = self.table.cursor.chosen
        self.table.choose(_other(there, chosen, by))
        self.to_chosen()

    # ---------------------------------------------------------------- what is changed

    def place(self, where: str) -> None:
        """Puts the chosen figure somewhere."""
        who = self.table.cursor.picked()
        if self.board is not None and self.board.figures.get(who.tags[0]) == (where,):
            self.say(f"{self.table.session.encounter.name(who.tags[0])} already stands there.", is_error=True)
            return
        _ = self.table.order("place", who=who, where=Said(text=where))

    def on_space_clicked(self, message: SpaceClicked) -> None:
        self.said = ""
        self.cursor = message.space
        if message.again:
            self.press("enter")
        if self.takes_keys:
            self.show()


def _other(tags: list[Tag], chosen: Tag | None, by: int) -> Tag:
    """The one after, or before, the chosen one; the first where that is not among them."""
    return tags[(tags.index(chosen) + by) % len(tags)] if chosen in tags else tags[0]


def kept_zoom() -> str:
    """The name of the zoom that was chosen last; the whole board where none was, or it cannot be read."""
    try:
        name = setting("zoom")
    except Problem:
        name = ""
    return name if name in ZOOMS else "whole"
