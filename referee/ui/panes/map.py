"""The board in a pane: a page of its own or beside the table, with what is under the cursor."""

from textual import events

from referee.engine.state.bearer import Figure
from referee.engine.state.board import name_of
from referee.ui.controller.view import CachedValue, View
from referee.ui.drawing.cells import fitted, marks, standing_word, vital
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, width
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.map_drawing import LABEL, NEAR, ROOM, Plan, Row
from referee.ui.panes.pane import Pane

FEWEST = 22
"""Letters that such a line needs."""
_NAME = 18
"""Letters that a name may take where wounds and conditions need room, too."""
_SHORT_NAME = 6
_CONDITION = 12
"""Letters for conditions that a name gives way to."""
_BAR = 8


def about_cursor(plan: Plan) -> str:
    """What is in the space under the cursor, and who is chosen."""
    here, encounter = name_of(plan.cursor), plan.encounter
    who = plan.who.get(plan.cursor)
    ground = plan.board.ground.get(here)
    there = [f"{encounter.name(who)} ({who})"] if who is not None else []
    there += [{"void": "no floor", "rough": "rough ground"}.get(ground, ground)] if ground else []
    end = ""
    if plan.chosen is not None and plan.chosen != who:
        spaces = plan.board.spaces(plan.chosen)
        end = f" · chosen: {encounter.name(plan.chosen)}, {name_of(spaces[0]) if spaces else 'not on the board'}"
    return f"{here}: {', '.join(there) or 'empty'}{end}"


def who_is_where(plan: Plan, room: int) -> list[Line]:
    """A heading and a line for each figure: those on the board, then the others, who are dim."""
    there = [figure for figure in plan.encounter.figures.values() if plan.on_board(figure.tag)]
    others = [figure for figure in plan.encounter.figures.values() if not plan.on_board(figure.tag)]
    names = min(_NAME, max((len(figure.name) for figure in there), default=0))
    rows = [line(*_words(plan, figure, names, room)) for figure in (*there, *others)]
    return [line(("  who is where", "dim")), *rows]


def _words(plan: Plan, figure: Figure, names: int, room: int) -> list[StyledText]:
    tag, style = figure.tag, plan.style(figure.tag)
    letter = plan.letters.get(tag, " ")
    called = letter if plan.foe(tag) else letter.upper()
    if not plan.on_board(tag):
        known = f"   {plan.short[tag]:{ROOM}} {called} -    "
        return [(known, "dim"), (_gone(plan, figure, room - len(known)), "dim")]
    known = f"  {plan.sign(tag)}{plan.short[tag]:{ROOM}} {called} {name_of(plan.board.spaces(tag)[0]):4} "
    return [(known, style), *_fares(plan, figure, names, room - len(known))]


def _gone(plan: Plan, figure: Figure, room: int) -> str:
    """Its name, and why it is not on the board as far as there is room; that it is not, the dash tells too."""
    words = [figure.name, standing_word(plan.rules, figure).lower() or "not on the board"]
    return next(
        (text for text in (", ".join(words), figure.name) if width([(text, "")]) <= room), cut(figure.name, room)
    )


def _fares(plan: Plan, figure: Figure, names: int, room: int) -> list[StyledText]:
    """Its name, wounds and conditions; where there is little room the name gives way first, then the wounds."""
    fares, how = vital(plan.rules, figure, _BAR)
    plain, _ = vital(plan.rules, figure, 0)
    lies = min(_CONDITION, width([(fitted(marks(figure), room), "")]) + 2) if figure.conditions else 0
    ways = [(name, text) for name in (names, _SHORT_NAME, 0) for text in (fares, plain)]
    least = (min(names, _SHORT_NAME if lies else room, max(0, room)), "")
    name, text = next((way for way in ways if way[0] + len(way[1]) + 2 + lies <= room), least)
    words: list[StyledText] = [(fit(figure.name, name), plan.style(figure.tag))]
    words += [(f"  {text}", how)] if text else []
    left = room - width(words) - 2
    if figure.conditions and left >= ROOM:
        words.append((f"  {fitted(marks(figure), left)}", "condition"))
    return words


_FEWEST_LINES = 3
_COLUMN = 38
"""Letters that a figure has at least where they stand side by side."""
NO_BOARD = (
    "There is no board. The app asks you about sight and distance.",
    "",
    "b makes one: type its size, such as 20x15, or draw it.",
    "I reads one from a text file. u undoes both.",
)


class Map(Pane):
    """A square of the board is as high as it is wide where all of it fits so; else as low as can be."""

    plan: Plan | None = None
    first = 0
    """The first column that is in view."""

    def show(self, plan: Plan | None) -> None:
        """The board as it is now."""
        self.plan = plan
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        plan = self.plan
        if plan is None:
            return [line(), *(line((f"  {cut(text, width - 3)}", "text")) for text in NO_BOARD)]
        columns = self._columns(plan, width)
        rows = self._rows(plan, height - 1)
        lines = [line(*plan.heading(columns)), *(line(*plan.drawn(row, columns)) for row in rows)]
        left = LABEL + 2 + plan.zoom.step * len(columns)
        if width - left >= FEWEST:
            lines += [line() for _ in range(height - len(lines))]
            return _beside(lines, who_is_where(plan, width - left), left)
        return [*lines, *_below(plan, width, height - len(lines))]

    def _columns(self, plan: Plan, width: int) -> range:
        room = max(1, (width - LABEL - 1) // plan.zoom.step)
        at, most = plan.cursor[0], plan.board.width
        if not self.first <= at < self.first + room:
            self.first = at - room // 2
        self.first = max(0, min(self.first, most - room))
        return range(self.first, min(most, self.first + room))

    def _rows(self, plan: Plan, room: int) -> list[Row]:
        """The rows in view; the edges above and below the cursor's are among them."""
        close = plan.zoom == NEAR and 2 * plan.board.height + 1 <= room
        rows = plan.rows(close)
        at = rows.index((False, plan.cursor[1]))
        if not self.top < at < self.top + room - 1:
            self.top = at - room // 2
        self.top = max(0, min(self.top, len(rows) - room))
        return rows[self.top : self.top + room]

    def on_click(self, event: events.Click) -> None:
        plan = self.plan
        if plan is None or event.y < 1:
            return
        step = plan.zoom.step
        rows = self._rows(plan, self.size.height - 1)
        edges, row = rows[event.y - 1] if event.y <= len(rows) else (True, 0)
        column = self.first + (event.x - LABEL - 1) // step
        inside = event.x > LABEL and (event.x - LABEL - 1) % step < plan.zoom.cell and column < plan.board.width
        if inside and not edges:
            self.post_message(SpaceClicked(column, row, event.chain > 1))


def _below(plan: Plan, width: int, room: int) -> list[Line]:
    """The list of figures below the board, side by side where there are more than lines."""
    if room < _FEWEST_LINES:
        return []
    many = max(1, min(width // _COLUMN, -(-len(plan.encounter.figures) // (room - 1))))
    heading, *rows = who_is_where(plan, width // many)
    deep = -(-len(rows) // many)
    out = rows[:deep]
    for n in range(1, many):
        out = _beside(out, rows[n * deep : (n + 1) * deep], n * (width // many))
    return [heading, *out][:room]


def _beside(lines: list[Line], legend: list[Line], left: int) -> list[Line]:
    """The list of figures at the right of the board."""
    out = []
    for n, drawn in enumerate(lines):
        more = legend[n].words if n < len(legend) else ()
        gap: StyledText = (" " * max(0, left - width(drawn.words)), "text")
        out.append(drawn._replace(words=(*drawn.words, gap, *more)) if more else drawn)
    return out


class TableBoard(Map):
    """As much of the board as there is room for."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._plan = CachedValue[Plan | None]()

    def needed(self, view: View) -> tuple[int, int]:
        """Lines and columns for all of the board; none if it is not laid."""
        plan = self._plan_of(view)
        if plan is None:
            return 0, 0
        return 1 + len(plan.rows(close=False)), LABEL + 1 + plan.zoom.step * plan.board.width

    def show_table(self, view: View) -> None:
        """The table as it is now."""
        self.show(self._plan_of(view))

    def _plan_of(self, view: View) -> Plan | None:
        return self._plan.of(view.encounter, view.chosen, make=lambda: _plan(view))


def _plan(view: View) -> Plan | None:
    board = view.encounter.board
    if board is None:
        return None
    spaces = (board.spaces(tag) for tag in (view.chosen, view.encounter.turn) if tag is not None)
    at = next((held[0] for held in spaces if held), (0, 0))
    return Plan(view.rules, view.encounter, board, view.chosen, at)
