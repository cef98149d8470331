"""Board figures: the list of who stands where."""

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cached_cell_len as cell_len

from referee.engine.state.bearer import Figure
from referee.engine.state.board import name_of
from referee.ui.controller.roster_summary import fold_text
from referee.ui.drawing.gauges import health_bar, vital
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import fitted
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, short_name, side_by_side, width
from referee.ui.map.board_plan import Plan
from referee.ui.map.map_size import ListNeeds
from referee.ui.map.short_tags import ROOM
from referee.ui.panes.pane import Pane
from referee.words.conditions import marks

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
        self._wide = self._widths()

    def _widths(self) -> _Widths:
        """The columns as wide as these figures need them."""
        rules, board = self._plan.rules, self._plan.board
        spaces = [len(name_of(board.spaces(figure.tag)[0])) for figure in self._there]
        names = [cell_len(figure.name) for figure in self._there]
        has_bars = any(health_bar(rules, figure, _BAR)[0] for figure in self._there)
        numbers = [cell_len(text) for text, _ in self._numbers.values()]
        conditions = [cell_len(fitted(marks(rules, each), 200)) for each in self._there if each.conditions]
        return _Widths(
            space=max(spaces, default=2),
            name=min(_NAME, max(names, default=0)),
            bar=_BAR if has_bars else 0,
            numbers=max(numbers, default=0),
            conditions=max(conditions, default=0),
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
        out = [side_by_side([column[n] for column in columns if n < len(column)], each) for n in range(deep)]
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


class WhoIsWhere(Pane):
    """The list of figures beside the board."""

    figures: FigureList | None = None

    def content(self, width: int, height: int) -> list[Line]:
        if self.figures is None:
            return []
        return [self.title("Who is where", width, False), *self.figures.lines(width, height - 1)]
