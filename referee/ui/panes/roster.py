"""The roster pane: every figure with its tracks, its standing, and what lies on it."""

from collections.abc import Mapping
from typing import NamedTuple

from textual import events

from referee.engine.bearer import Figure, Tag
from referee.ui.answer_keys import keyed_offers
from referee.ui.cells import cell, conditions, heading
from referee.ui.glyphs import GLYPHS
from referee.ui.messages import FigureClicked
from referee.ui.panes.pane import Pane
from referee.ui.roster_order import roster_order
from referee.ui.text_line import Line, Words, cut, fit, line, wrapped
from referee.ui.view import View

Cells = tuple[Words, ...]


class Grid(NamedTuple):
    """How the roster is laid out for these figures in a pane of that width."""

    of: Mapping[Tag, Figure]
    width: int
    bars: int
    """Cells of a bar."""
    tags: int
    names: int
    columns: list[tuple[int, int]]
    """The system's columns that there is room for, each with its width."""


class Roster(Pane):
    """A row for each figure; only those in view are made."""

    view: View | None = None
    followed: str | None = None
    """The figure that is kept in view; None once the wheel was turned."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._grid: Grid | None = None
        self._cells: dict[str, tuple[Figure, int, Cells]] = {}

    def show(self, view: View) -> None:
        """The table as it is now; whoever is chosen comes into view. It does not follow the turn, which would jump."""
        was, self.view = self.view, view
        if was is None or was.chosen != view.chosen:
            self.followed = view.chosen
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.view is None:
            return []
        figures = roster_order(self.view.encounter)
        if not figures:
            return [self.title("Roster", width, False), *_nobody(self.view, width)]
        room = height - 2
        if self.followed in self.view.encounter.figures:
            tags = [figure.tag for figure in figures]
            self.keep_in_view(tags.index(self.followed or ""), len(figures), room)
        self.top = max(0, min(self.top, len(figures) - room))
        seen = figures[self.top : self.top + room]
        count = "" if len(figures) <= room else f"{self.top + 1} to {self.top + len(seen)} of {len(figures)}"
        head = self.title("Roster", width, self.view.focus == "roster", count)
        return [head, *self._table(self.view, figures, seen, width)]

    def _table(self, view: View, figures: list[Figure], seen: list[Figure], width: int) -> list[Line]:
        """The headings and the rows of the figures that are in view."""
        if self._grid is None or self._grid.of is not view.encounter.figures or self._grid.width != width:
            self._grid = self._laid_out(view, figures, width)
        grid, columns = self._grid, view.rules.columns
        above = "  ".join(fit(heading(columns[n]), size) for n, size in grid.columns)
        top = line((f"   {fit('tag', grid.tags)}  {fit('name', grid.names)}  {above}  ", "dim"))
        keys = row_keys(view, figures)
        rows = ((figure, self._row_cells(view, figure, grid.bars)) for figure in seen)
        return [top, *(_row(view, figure, cells, grid, keys.get(figure.tag, " ")) for figure, cells in rows)]

    def _laid_out(self, view: View, figures: list[Figure], width: int) -> Grid:
        """The widths of the columns: what all figures need, in view or not, so that nothing shifts when it scrolls."""
        bars = 10 if width >= 80 else 5
        cells = zip(*(self._row_cells(view, figure, bars) for figure in figures), strict=True)
        sizes = [
            _size(heading(column), [text for text, _ in texts], width)
            for column, texts in zip(view.rules.columns, cells, strict=True)
        ]
        tags = max(3, max(len(figure.tag) for figure in figures))
        most = 14 if width < 60 else 16 if width < 80 else 28
        names = max(4, min(most, max(len(figure.name) for figure in figures)))
        # A sixth of it is kept for standing and conditions.
        room = width - tags - names - 7 - width // 6
        return Grid(view.encounter.figures, width, bars, tags, names, _fitting(sizes, room))

    def _row_cells(self, view: View, figure: Figure, bars: int) -> Cells:
        """The cells of a figure; made anew only when it is another value."""
        known = self._cells.get(figure.tag)
        if known is not None and known[0] is figure and known[1] == bars:
            return known[2]
        made = tuple(cell(view.rules, figure, column, bars) for column in view.rules.columns)
        self._cells[figure.tag] = (figure, bars, made)
        return made

    def scrolled(self, by: int) -> None:
        self.followed = None
        self.top += by
        self.redraw()

    def on_click(self, event: events.Click) -> None:
        if tag := self.line_at(event.y).to:
            self.post_message(FigureClicked(tag, event.chain > 1))


def _size(title: str, texts: list[str], width: int) -> int:
    """The width of a column: that of its widest text, but no more than a quarter of all; none if nobody has it."""
    if all(text == GLYPHS.none for text in texts):
        return 0
    return max(len(title), min(width // 4, max(map(len, texts))))


def _fitting(sizes: list[int], room: int) -> list[tuple[int, int]]:
    """The columns there is room for: the first before the later, but a wide one gives way to those that fit."""
    there: list[tuple[int, int]] = []
    for n, size in enumerate(sizes):
        if size and size + 2 <= room:
            there.append((n, size))
            room -= size + 2
    return there


def row_keys(view: View, figures: list[Figure]) -> Mapping[Tag, str]:
    """The key of each row: a letter where it answers what is asked, else the digit that chooses it."""
    if view.question is None or view.read_only:
        return {figure.tag: str(n) for n, figure in enumerate(figures[:9], start=1)}
    return {keyed.offer.word: keyed.key for keyed in keyed_offers(view.question, view.encounter)}


def _row(view: View, figure: Figure, cells: Cells, grid: Grid, key: str) -> Line:
    """The row of one figure, the key that chooses it in front."""
    mine, chosen = figure.tag == view.encounter.turn, figure.tag == view.chosen
    upright = figure.standing == view.rules.standings[0].name
    fallen = not view.rules.standing(figure.standing).able
    signs = (GLYPHS.turn if mine else " ") + (GLYPHS.chosen if chosen else " ")
    who = f"{signs}{fit(figure.tag, grid.tags)}  {fit(figure.name, grid.names)} "
    out: list[Words] = [
        (key, "dim" if key.isdigit() else "key"),
        (who, "mine" if mine else "dead" if fallen else "text"),
        (" ", "text"),
    ]
    for n, size in grid.columns:
        text, style = cells[n]
        out.append((f"{fit(text, size)}  ", "dead" if fallen else style))
    room = grid.width - 7 - grid.tags - grid.names - sum(size + 2 for _, size in grid.columns)
    if not upright:
        word = cut(figure.standing.upper(), room)
        out.append((f"{word} ", "dead" if fallen else "dying"))
        room -= len(word) + 1
    if figure.conditions and room > 3:
        out.append((cut(conditions(view.encounter, figure, room), room), "condition"))
    return line(*out, behind="chosen" if chosen else "background", to=figure.tag)


def _nobody(view: View, width: int) -> list[Line]:
    kinds = wrapped("Kinds: " + ", ".join(template.kind for template in view.rules.templates), width - 4)
    return [
        line(("  Nobody is here yet.", "text")),
        line(("  Press ", "dim"), (":", "key"), (" and say who comes: ", "dim"), ("add KIND NAME x3", "text")),
        *(line((f"  {row}", "dim")) for row in kinds),
    ]
