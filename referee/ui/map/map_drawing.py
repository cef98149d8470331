"""Map drawing: a board as lines of text."""

from collections.abc import Iterable, Iterator

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space, edge_of, name_of
from referee.ui.drawing.gauges import health_bar
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import fitted
from referee.ui.drawing.text_line import Line, StyledText, fit, line
from referee.ui.map.board_plan import Plan
from referee.ui.map.map_size import LABEL, Zoom
from referee.words.conditions import marks

_CURSOR = 3
"""Letters of the cursor in an empty space."""


class Row(Struct, frozen=True):
    """A line of the drawing."""

    y: int
    part: int
    """Which line of that row of spaces; -1: the edges above it."""

    @property
    def is_edges(self) -> bool:
        """Is it a line of edges?"""
        return self.part < 0


class MapDrawing(Struct, frozen=True):
    """A board in one size."""

    plan: Plan
    zoom: Zoom

    # ---------------------------------------------------------------- rows

    def rows(self) -> list[Row]:
        """The lines from the top down."""
        out: list[Row] = []
        height = self.plan.board.height
        for y in range(height + 1):
            if self.zoom.is_spaced or y in (0, height) or self.plan.has_barriers(y):
                out.append(Row(y, -1))
            if y < height:
                out += (Row(y, part) for part in range(self.zoom.lines))
        return out

    def lines(self, rows: list[Row], columns: range) -> list[Line]:
        """A heading, and these rows of these columns. A sign at their ends tells of what is out of view."""
        board = self.plan.board
        out = [self._heading(columns)]
        for row in rows:
            hides = (row == rows[0] and row.y + row.part >= 0) or (row == rows[-1] and row.y < board.height)
            parts = self._edges(row.y, columns) if row.is_edges else self._spaces(row, columns)
            out.append(line(self._label(row, hides), *parts))
        return out

    def _label(self, row: Row, hides: bool) -> StyledText:
        """The number of a row of spaces at its middle line."""
        if row.part == self._middle and row.y == self.plan.cursor[1]:
            return f"{f'[{row.y + 1}]':>{LABEL}}", "key"
        text = f"{row.y + 1 if row.part == self._middle else '':>{LABEL - 1}} "
        return GLYPHS.more + text[1:] if hides else text, "dim"

    @property
    def _middle(self) -> int:
        """The line of a space that has its sign, and the number of its row."""
        return (self.zoom.lines - 1) // 2

    def _heading(self, columns: range) -> Line:
        """The letters of these columns, on a rule."""
        rule, cell = GLYPHS.rule, self.zoom.cell
        hides = columns.start > 0, columns.stop < self.plan.board.width
        words: list[StyledText] = [(rule * (LABEL - 1) + (GLYPHS.more if hides[0] else rule) + rule, "rule")]
        for x in columns:
            letters, here = name_of((x, 0))[:-1], x == self.plan.cursor[0]
            text = f"[{letters}]" if here else f" {letters} "
            if cell < len(text):
                text = letters[-1].upper() if here else letters[-1]
            left = (cell - len(text)) // 2
            end = GLYPHS.more if hides[1] and x == columns[-1] else rule
            words += [(rule * left, "rule"), (text, "key" if here else "dim")]
            words.append((rule * (cell - left - len(text)) + end, "rule"))
        return line(*words)

    def _spaces(self, row: Row, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._upright((x - 1, row.y), (x, row.y), row.part)
            yield from self._space((x, row.y), row.part)
        yield self._upright((columns.stop - 1, row.y), (columns.stop, row.y), row.part)

    def _edges(self, y: int, columns: range) -> Iterator[StyledText]:
        for x in columns:
            yield self._corner(x, y)
            yield self._level((x, y - 1), (x, y))
        yield self._corner(columns.stop, y)

    # ---------------------------------------------------------------- spaces

    def _space(self, space: Space, part: int) -> Iterable[StyledText]:
        tag = self.plan.who.get(space)
        words = self._ground(space, part) if tag is None else self._figure(space, tag, part)
        behind = "chosen" if space in self.plan.stroke else ""
        return ((text, behind if behind and style != "mine" else style) for text, style in words)

    def _stopped(self, space: Space) -> bool:
        sight = self.plan.sight
        return sight is not None and name_of(space) in sight.stops

    def _figure(self, space: Space, tag: Tag, part: int) -> Iterator[StyledText]:
        """One line of whoever stands in a space: the name, how much is left of it, what lies on it."""
        figure, cell = self.plan.encounter.figures[tag], self.zoom.cell
        bar = health_bar(self.plan.rules, figure, cell) if self.zoom.lines > 1 else ("", "")
        lies = fitted(marks(self.plan.rules, figure), cell) if figure.conditions and self.zoom.lines > 2 else ""
        told: list[StyledText] = [("", ""), *([bar] if bar[0] else []), *([(lies, "condition")] if lies else [])]
        n = part - max(0, self.zoom.lines - len(told)) // 2
        if n == 0:
            yield from self._name(space, tag)
        elif 0 < n < len(told):
            yield fit(told[n][0], cell), told[n][1]
        else:
            yield " " * cell, ""

    def _name(self, space: Space, tag: Tag) -> Iterator[StyledText]:
        """A sign and a name; a figure that answers what is asked has its letter before its name."""
        plan, cell = self.plan, self.zoom.cell
        stopped, lit, here = self._stopped(space), plan.lit.get(space, ""), space == plan.cursor
        style = "error" if stopped else plan.style(tag)
        if cell == 1:
            text = GLYPHS.stopped if stopped else plan.letter(tag)
            yield text, "mine" if here else "asked" if lit else style
            return
        called = plan.called(tag, cell - 1) if self.zoom.has_names else plan.letter(tag)
        sign = GLYPHS.stopped if stopped else lit[:1] or plan.sign(tag)
        yield sign, "mine" if here else "asked" if lit and not stopped else style
        yield fit(called, min(cell - 1, cell_len(called))), "mine" if here else style
        yield " " * (cell - 1 - cell_len(called)), style

    def _ground(self, space: Space, part: int) -> Iterator[StyledText]:
        """One line of a space where nobody stands; one that answers what is asked shows what it costs."""
        plan, cell = self.plan, self.zoom.cell
        ground = plan.board.ground.get(name_of(space))
        sign = {"obstacle": GLYPHS.solid, "rough": GLYPHS.rough}.get(ground or "", " ")
        if part != self._middle:
            yield sign * cell, "dim"
            return
        middle, style = (GLYPHS.floor if ground is None else sign), "dim"
        if self._stopped(space):
            middle, style = GLYPHS.stopped, "error"
        elif plan.sight is not None and space in plan.sight.passed:
            middle, style = GLYPHS.passed, "ok" if plan.sight.clear else "warning"
        elif space in plan.lit:
            middle, style = self._cost(plan.lit[space]), "asked"
        left = (cell - len(middle)) // 2
        text = f"{sign * left}{middle}{sign * (cell - left - len(middle))}"
        # No more of a large space than the cursor needs: each cell of it is sent at each step.
        start = max(0, (cell - _CURSOR) // 2) if space == plan.cursor else cell
        yield text[:start], style
        yield text[start : start + _CURSOR], "mine"
        yield text[start + _CURSOR :], style

    def _cost(self, cost: str) -> str:
        """What it costs to answer with a space, or that it can be answered."""
        cost = cost or "()"
        return cost[:2] if self.zoom.cell > 1 else cost if len(cost) == 1 else GLYPHS.lit

    # ---------------------------------------------------------------- edges

    def _upright(self, one: Space, other: Space, part: int) -> StyledText:
        """The edge between two spaces that are side by side, beside one of their lines."""
        barrier, is_middle = self.plan.barrier(one, other), part == self._middle
        if is_middle and (sign := self._barred(one, other)):
            return sign
        if barrier:
            return "o" if is_middle and barrier == "open" else GLYPHS.down, "text"
        if self.plan.is_outline(one, other):
            return GLYPHS.outline[1 if self.plan.who.get(other) == self.plan.encounter.turn else 2], "turn"
        return " ", "text"

    def _level(self, one: Space, other: Space) -> StyledText:
        """The edge between two spaces that are one above the other."""
        barrier, cell = self.plan.barrier(one, other), self.zoom.cell
        if barrier is None:
            return (GLYPHS.outline[0] * cell, "turn") if self.plan.is_outline(one, other) else (" " * cell, "text")
        sign, style = self._barred(one, other) or ("o" if barrier == "open" else GLYPHS.across, "text")
        left = (cell - 1) // 2 if cell > 1 else 0
        signs = sign * min(2, cell)
        return f"{GLYPHS.across * left}{signs}{GLYPHS.across * (cell - left - len(signs))}", style

    def _barred(self, one: Space, other: Space) -> StyledText | None:
        """A mark where the line of sight ends, or a door is closed."""
        if self.plan.sight is not None and edge_of(one, other) in self.plan.sight.stops:
            return GLYPHS.stopped, "error"
        return ("D", "warning") if self.plan.barrier(one, other) == "closed" else None

    def _corner(self, x: int, y: int) -> StyledText:
        """How the walls around a corner meet, or the outline turns; it is the upper left one of space x, y."""
        around = (
            ((x - 1, y - 1), (x - 1, y)),
            ((x - 1, y - 1), (x, y - 1)),
            ((x, y - 1), (x, y)),
            ((x - 1, y), (x, y)),
        )
        if walls := sum(1 << n for n, edge in enumerate(around) if self.plan.barrier(*edge)):
            return GLYPHS.corners[walls], "text"
        outlined = sum(1 << n for n, edge in enumerate(around) if self.plan.is_outline(*edge))
        return GLYPHS.joints[outlined], "turn" if outlined else "text"
