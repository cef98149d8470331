"""The map pane: the board on a page of its own with the list of who is where, or beside the table."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len
from textual import events

from referee.command_language.keyed_offers import figure_letters
from referee.engine.state.bearer import Figure
from referee.engine.state.board import name_of
from referee.ui.controller.roster_order import fold_text
from referee.ui.controller.view import CachedValue, View
from referee.ui.drawing.cells import fitted, health_bar, vital, with_tag
from referee.ui.drawing.text_line import GLYPHS, Line, StyledText, centred, cut, fit, line, short_name, width
from referee.ui.input.messages import SpaceClicked
from referee.ui.map.board_plan import ROOM, Plan
from referee.ui.map.map_drawing import LABEL, Extent, ListNeeds, MapDrawing, Row, Zoom
from referee.ui.panes.pane import Pane
from referee.words.conditions import marks


def about_cursor(plan: Plan) -> str:
    """What is in the space under the cursor, and who is chosen."""
    here, encounter = name_of(plan.cursor), plan.encounter
    who = plan.who.get(plan.cursor)
    ground = plan.board.ground.get(here)
    there = [with_tag(encounter.figures[who])] if who is not None else []
    there += [{"void": "no floor", "rough": "rough ground"}.get(ground, ground)] if ground else []
    end = ""
    if plan.chosen is not None and plan.chosen != who:
        spaces = plan.board.spaces(plan.chosen)
        end = f" · chosen: {encounter.name(plan.chosen)}, {name_of(spaces[0]) if spaces else 'not on the board'}"
    return f"{here}: {', '.join(there) or 'empty'}{end}"


_NAME = 18
"""Letters that a name may take where wounds and conditions need room, too."""
_SHORT_NAME = 6
_CONDITION = 12
"""Letters for conditions that a name gives way to."""
_BAR = 8


class _Widths(Struct, frozen=True):
    """Cells of the columns of the list, the same for all its figures."""

    space: int
    name: int
    bar: int
    numbers: int
    conditions: int

    @property
    def all(self) -> int:
        """Cells of a line."""
        parts = (self.name, self.bar, self.numbers, self.conditions)
        return 1 + ROOM + 3 + self.space + sum(part + _GAP for part in parts if part) + 1


_GAP = 2


class FigureList:
    """Who is where: a line for each figure on the board, one for the fallen, one for those who are not on it."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        figures = plan.encounter.figures.values()
        self._there = [figure for figure in figures if plan.on_board(figure.tag)]
        self._fallen = [figure for figure in figures if not plan.stands(figure.tag)]
        self._off = [figure for figure in figures if plan.stands(figure.tag) and not plan.on_board(figure.tag)]
        told = {figure.tag: vital(plan.rules, figure, 0) for figure in self._there}
        digits = max((len(text.split(" ")[0]) for text, _ in told.values()), default=0)
        self._numbers = {
            tag: (" " * (digits - len(text.split(" ")[0])) + text, how) for tag, (text, how) in told.items()
        }
        self._wide = _Widths(
            space=max((len(name_of(plan.board.spaces(figure.tag)[0])) for figure in self._there), default=2),
            name=min(_NAME, max((cell_len(figure.name) for figure in self._there), default=0)),
            bar=_BAR if any(health_bar(plan.rules, figure, _BAR)[0] for figure in self._there) else 0,
            numbers=max((cell_len(text) for text, _ in self._numbers.values()), default=0),
            conditions=max(
                (cell_len(fitted(marks(plan.rules, figure), 200)) for figure in self._there if figure.conditions),
                default=0,
            ),
        )

    @property
    def needs(self) -> ListNeeds:
        """Its room."""
        return ListNeeds(self._wide.all, len(self._there), 1 + bool(self._fallen) + bool(self._off))

    def lines(self, cells: int, height: int) -> list[Line]:
        """The figures in so many cells, side by side where there are more than lines; the last line tells of more."""
        room = height - bool(self._fallen) - bool(self._off)
        many = max(1, min(cells // self._wide.all, -(-len(self._there) // max(1, room))))
        each = cells // many
        wide = self._fitted(each)
        rows = [line(*self._words(figure, wide, each)) for figure in self._there]
        deep = -(-len(rows) // many)
        columns = [rows[n * deep : (n + 1) * deep] for n in range(many)]
        out = [_joined([column[n] for column in columns if n < len(column)], each) for n in range(deep)]
        if len(out) > room:
            hidden = sum(len(column[max(0, room - 1) :]) for column in columns)
            out[max(0, room - 1) :] = [line((f"  {GLYPHS.more} {hidden} more", "dim"))]
        if self._fallen:
            out.append(line((cut(f" {GLYPHS.fallen} {fold_text(self._fallen)}", cells), "dead")))
        if self._off:
            names = ", ".join(figure.name for figure in self._off)
            out.append(line((cut(f" {GLYPHS.none} {len(self._off)} not on the board: {names}", cells), "dim")))
        return out[:height]

    def _fitted(self, cells: int) -> _Widths:
        """The columns where there is little room: the bar gives way before the name, and that before conditions."""
        whole = self._wide
        lies = min(_CONDITION, whole.conditions)
        short = min(_SHORT_NAME, whole.name)
        ways = [
            whole,
            *(
                replace(whole, name=name, bar=bar, conditions=lies)
                for name, bar in ((whole.name, whole.bar), (whole.name, 0), (short, 0), (0, 0))
            ),
        ]
        return next((way for way in ways if way.all <= cells), ways[-1])

    def _words(self, figure: Figure, wide: _Widths, cells: int) -> list[StyledText]:
        plan, tag = self._plan, figure.tag
        style = plan.style(tag)
        space = name_of(plan.board.spaces(tag)[0])
        known = f" {plan.sign(tag)}{plan.short[tag]:{ROOM}} {plan.letter(tag)} {space:{wide.space}}"
        words: list[StyledText] = [(known, style)]
        gap = " " * _GAP
        numbers, how = self._numbers[tag]
        if wide.name:
            words.append((f"{gap}{short_name(figure.name, wide.name)}", style))
        if wide.bar:
            words.append((f"{gap}{fit(health_bar(plan.rules, figure, wide.bar)[0], wide.bar)}", how))
        if wide.numbers:
            words.append((f"{gap}{fit(numbers, wide.numbers)}", how))
        if figure.conditions and (left := cells - width(words) - _GAP) >= ROOM:
            words.append((f"{gap}{fitted(marks(plan.rules, figure), left)}", "condition"))
        return words


def _joined(side_by_side: Sequence[Line], cells: int) -> Line:
    """Lines side by side, each in so many cells."""
    out: list[StyledText] = []
    for n, each in enumerate(side_by_side):
        out += [(" " * (n * cells - width(out)), "text"), *each.words]
    return line(*out)


class WhoIsWhere(Pane):
    """The list of figures beside the board."""

    figures: FigureList | None = None

    def content(self, width: int, height: int) -> list[Line]:
        if self.figures is None:
            return []
        return [self.title("Who is where", width, False), *self.figures.lines(width, height - 1)]


_NO_BOARD = (
    ("b", "makes one: type its size, such as 20x15, or draw it"),
    ("I", "reads one from a text file"),
    ("Esc", "goes back; the app asks you about sight and distance"),
)


class Map(Pane):
    """The board, or the part of it that there is room for, around the cursor."""

    plan: Plan | None = None
    """The board as it is now; None: there is none."""
    zoom: Zoom | None = None
    """How large it is drawn; None: as large as all of it fits."""
    first = 0
    """The first column that is in view."""

    def content(self, width: int, height: int) -> list[Line]:
        plan = self.plan
        if plan is None:
            return [self.title("Board", width, False), *centred("There is no board", _NO_BOARD, width, height - 1)]
        drawing = self._drawing(plan, width, height)
        columns = self._columns(drawing, width)
        lines = drawing.lines(self._rows(drawing, height - 1), columns)
        heading = lines[0].words
        rule = GLYPHS.rule * (width - sum(cell_len(text) for text, _ in heading))
        return [line(*heading, (rule, "rule")), *lines[1:]]

    def _drawing(self, plan: Plan, width: int, height: int) -> MapDrawing:
        extent = Extent.of(plan)
        return MapDrawing(plan, self.zoom or extent.largest(width, height) or extent.smallest(width))

    def _columns(self, drawing: MapDrawing, width: int) -> range:
        room = max(1, (width - LABEL - 1) // drawing.zoom.step)
        at, most = drawing.plan.cursor[0], drawing.plan.board.width
        if not self.first <= at < self.first + room:
            self.first = at - room // 2
        self.first = max(0, min(self.first, most - room))
        return range(self.first, min(most, self.first + room))

    def _rows(self, drawing: MapDrawing, room: int) -> list[Row]:
        """The rows in view; the edges above and below the cursor's are among them."""
        rows = drawing.rows()
        at = rows.index(Row(drawing.plan.cursor[1], 0))
        if not self.top < at <= self.top + room - 1 - drawing.zoom.lines:
            self.top = at - room // 2
        self.top = max(0, min(self.top, len(rows) - room))
        return rows[self.top : self.top + room]

    def on_click(self, event: events.Click) -> None:
        plan = self.plan
        if plan is None or event.y < 1:
            return
        inner, height = self._inner(self.size), self.size.height
        drawing = self._drawing(plan, inner, height)
        rows = self._rows(drawing, height - 1)
        place, inside = divmod(self.column_of(event) - LABEL - 1, drawing.zoom.step)
        column = self.first + place
        if event.y > len(rows) or rows[event.y - 1].is_edges or place < 0:
            return
        if inside < drawing.zoom.cell and column < plan.board.width:
            self.post_message(SpaceClicked(column, rows[event.y - 1].y, event.chain > 1))


class TableBoard(Map):
    """As much of the board as there is room for."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._plan = CachedValue[Plan | None]()

    def extent(self, view: View) -> Extent | None:
        """How many spaces the board has; None if it is not laid."""
        plan = self._plan_of(view)
        return None if plan is None else Extent.of(plan)

    def show_table(self, view: View) -> None:
        """The table as it is now."""
        self.plan = self._plan_of(view)
        self.redraw()

    def _plan_of(self, view: View) -> Plan | None:
        return self._plan.of(view.encounter, view.chosen, make=lambda: _plan(view))


def _plan(view: View) -> Plan | None:
    board = view.encounter.board
    if board is None:
        return None
    spaces = (board.spaces(tag) for tag in (view.chosen, view.encounter.turn) if tag is not None)
    at = next((held[0] for held in spaces if held), (0, 0))
    return Plan(view.rules, view.encounter, board, view.chosen, at, letters=figure_letters(view.encounter))
