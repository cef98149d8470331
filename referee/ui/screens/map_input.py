"""Input on a map by keys: spaces as the answer to a question, or drawn with a brush from one corner to the other."""

from collections.abc import Mapping

from msgspec import Struct

from referee.engine.questions.answer import Answer, Chosen, Picked, Said
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Board, Side, Space, name_of, rectangle, side_edges
from referee.ui.controller import reply
from referee.ui.controller.controller import Controller
from referee.ui.controller.reply import takes_several
from referee.ui.drawing.text_line import GLYPHS
from referee.ui.map.board_plan import BoardAnswers, Sighting, board_answers
from referee.ui.screens.page import Page


class CursorPage(Page):
    """A page on which a cursor goes over a map."""

    def __init__(self, table: Controller) -> None:
        super().__init__()
        self.table = table
        self.cursor: Space = (0, 0)
        self.count = ""
        """The number typed before an arrow key: how many spaces it goes."""

    @property
    def board(self) -> Board | None:
        """The board, if one is laid out."""
        return self.table.session.encounter.board

    @property
    def here(self) -> str:
        """The name of the space under the cursor."""
        return name_of(self.cursor)

    @property
    def answers(self) -> BoardAnswers | None:
        """What can be answered on the map; None if nothing is asked that can."""
        view = self.table.view
        return board_answers(view.question, view.encounter)


_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class MapAnswering:
    """What is asked while the map is open, and the keys that answer it."""

    def __init__(self, page: CursorPage) -> None:
        self._page = page
        self._table = page.table

    def begin(self) -> None:
        """The cursor goes to what is proposed, or the nearest that may be answered."""
        answers, view = self._page.answers, self._table.view
        board, turn = view.encounter.board, view.encounter.turn
        if answers is None or view.question is None or board is None:
            return
        looker = self.looker(answers) or (turn if turn in board.figures else None)
        if looker is not None:
            self._page.cursor = board.spaces(looker)[0]
        if isinstance(view.question, Text):
            return
        proposed = reply.proposed_offer(view.question, view.encounter, chosen=view.chosen)
        there = [space for space, word in answers.words.items() if word == proposed]
        if self._page.cursor not in answers.words:
            self._page.cursor = there[0] if there else answers.nearest(self._page.cursor)

    def looker(self, answers: BoardAnswers | None) -> Tag | None:
        """Whose line of sight is drawn while a figure is asked for: who decides, else whose turn it is."""
        view = self._table.view
        if answers is None or not isinstance(view.question, Pick) or view.encounter.board is None:
            return None
        asking = (view.question.by, *view.question.needs, view.encounter.turn)
        return next((tag for tag in asking if tag in view.encounter.board.figures), None)

    def lit(self, answers: BoardAnswers) -> Mapping[Space, str]:
        """What is shown at each space that may be answered; those that are marked have a tick."""
        picked = self._table.line.picked
        return {s: GLYPHS.done if answers.words[s] in picked else shown for s, shown in answers.shown.items()}

    def hinted(self, answers: BoardAnswers | None) -> tuple[tuple[str, str], ...]:
        """The keys for the hint line while something is asked that can be answered here; none else."""
        if answers is None:
            return ()
        several = takes_several(self._table.view.question)
        enter = (("Space", "tick"), ("Enter", "OK")) if several else (("Enter", "OK"),)
        jump = () if answers.any_space else (("Tab", "next"),)
        ends = (("/", "type"), (":", "command"), ("z", "zoom"), ("?", "keys"), ("Esc", "table"))
        return (*enter, *jump, *ends)

    def note(self, answers: BoardAnswers, sight: Sighting | None) -> str:
        """What Enter would answer, what is seen of it, and what else may be answered."""
        cost = answers.shown.get(self._page.cursor, "")
        told = sight.text if sight is not None else f"{self._page.here}{f', {cost}' if cost else ''}"
        beside = ", ".join(f"{key} {label}" for key, label in answers.beside)
        return f"{told} · {self._does(answers)}{f' · also {beside}' if beside else ''}"

    def _does(self, answers: BoardAnswers) -> str:
        question = self._table.view.question
        word = answers.words.get(self._page.cursor)
        if word is None and not answers.any_space:
            return self._why_not(answers)
        if takes_several(question):
            return f"Space ticks, Enter OK ({len(self._table.line.picked)} ticked)"
        return "Enter OK"

    def _why_not(self, answers: BoardAnswers) -> str:
        """Why the space under the cursor is no answer."""
        question, board = self._table.view.question, self._page.board
        if isinstance(question, Text):
            return question.accepts(Said(text=self._page.here)) or ""
        tags = [tag for tag in board.figures if self._page.cursor in board.spaces(tag)] if board is not None else []
        reason = answers.barred.get(tags[0]) if tags else ""
        return (
            reason or (question.accepts(Picked(tags=(tags[0],))) if tags and question is not None else "") or "nobody"
        )

    # ---------------------------------------------------------------- keys

    def takes(self, word: str) -> bool:
        """A key that answers, or jumps from one that may be answered to another; False if it does neither."""
        answers, page = self._page.answers, self._page
        if answers is None or page.read_only:
            return False
        match word:
            case "left" | "right" | "up" | "down" if not answers.any_space:
                for _ in range(int(page.count or 1)):
                    page.cursor = answers.next(page.cursor, _WAYS[word])
            case "tab" | "shift+tab" if not answers.any_space:
                page.cursor = answers.after(page.cursor, 1 if word == "tab" else -1)
            case " " if takes_several(self._table.view.question):
                self._answer_here(answers)
            case "enter" if takes_several(self._table.view.question):
                self._take()
            case "enter":
                self._answer_here(answers)
            case " ":
                self._take()
            case "/":
                page.ask("Type the answer", self._say, mode="WORDS")
            case _ if word in answers.keys:
                self._choose(answers.keys[word])
            case _:
                return False
        return True

    def _answer_here(self, answers: BoardAnswers) -> None:
        word = answers.words.get(self._page.cursor) or (self._page.here if answers.any_space else "")
        if word:
            self._choose(word)
        else:
            self._page.say(self._why_not(answers), is_error=True)

    def _choose(self, word: str) -> None:
        """An answer is given, or marked as one of several."""
        question = self._table.view.question
        if takes_several(question) and word in question.among:
            self._table.line.pick(word)
        else:
            self._say(word)

    def _say(self, words: str) -> None:
        view = self._table.view
        question = view.question
        if question is not None and self._table.answer(lambda: question.read(view.encounter, words)):
            self.go_on()

    def _take(self) -> None:
        """Those that are ticked, or nothing, where nothing may be said."""
        view, picked = self._table.view, self._table.line.picked
        if picked or (isinstance(view.question, Text) and view.question.optional):
            if self._table.answer(lambda: Picked(tags=picked) if picked else Said(text="")):
                self.go_on()
        elif takes_several(view.question):
            self._page.say("Tick first: Space, or a letter each. Then Enter.", is_error=True)
        else:
            self._page.say("Answer with what is under the cursor.", is_error=True)

    def go_on(self) -> None:
        """After an answer or an order: what is asked now is answered here, or at the table."""
        if self._page.answers is not None:
            self._table.line.fresh()
            self.begin()
        elif self._table.view.questions:
            self._page.leave()


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
