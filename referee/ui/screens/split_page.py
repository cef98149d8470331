"""A page that is split: a list and, in a wide window, all there is to its chosen line; and figures in columns there."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from textual.geometry import Region

from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.cells import health_bar, side_marks, standing_word, vital
from referee.ui.drawing.stat_block import stat_block
from referee.ui.drawing.text_line import GLYPHS, Columns, Line, ListColumn, columns_for, cut, line
from referee.ui.drawing.theme import has_frames
from referee.ui.panes.pane import Listing, Pane
from referee.ui.screens.page import Page
from referee.words.names import runs_of

WIDE = 100
"""Cells of a screen from which on all there is to the chosen line stands beside the list."""
_BAR = 10
"""Cells of the bar of a figure in a list."""


class Beside(Struct, frozen=True):
    """What stands beside the list."""

    title: str
    make: Callable[[int], Sequence[Line]]
    """Its lines in so many cells."""
    of: tuple[object, ...]
    """What they are made of: the lines are made anew where one of these is another object."""


class SidePane(Pane):
    """All there is to the chosen line."""

    indent = 1
    more = ""
    """What shows the rest where it is cut."""
    beside: Beside | None = None
    _made: tuple[tuple[object, ...], int, Sequence[Line]] | None = None

    def show(self, beside: Beside | None) -> None:
        """Shows that."""
        self.beside = beside
        self.redraw()

    def content(self, width: int, height: int) -> list[Line]:
        if self.beside is None:
            return []
        known, of = self._made, self.beside.of
        if known is None or known[1] != width or any(a is not b for a, b in zip(known[0], of, strict=False)):
            known = self._made = of, width, self.beside.make(width)
        told = list(known[2])
        if len(told) >= height:
            left = self.more or f"{len(told) - height + 2} more lines"
            told = [*told[: height - 2], line((f"{GLYPHS.more} {left}", "key"))]
        return [self.title(cut(self.beside.title, width - 4), width, False), *told]


class SplitPage(Page):
    """A list, and beside it what there is to the chosen line."""

    panes = {"listing": Listing, "beside": SidePane}
    more = ""
    """What the pane beside the list says where it is cut."""

    def beside(self) -> Beside | None:
        """What stands beside the list now; None if nothing does."""
        raise TypeError("a page says itself what stands beside its list")

    @property
    def side_width(self) -> int:
        """Cells of the pane beside the list; 0 where there is no room, or nothing to show."""
        cells, lines = self.app.size
        return min(60, max(40, cells // 3)) if cells >= WIDE and has_frames(cells, lines) and self.beside() else 0

    def places(self, room: Region) -> Mapping[str, Region]:
        if not (cells := self.side_width):
            return {"listing": room}
        left, right = room.split_vertical(-cells)
        return {"listing": left, "beside": right}

    def show(self) -> None:
        pane = self.query_one(SidePane)
        pane.more = self.more
        pane.show(self.beside())
        super().show()


def figure_beside(rules: Ruleset, encounter: Encounter, figure: Figure) -> Beside:
    """The stat block of a figure."""
    return Beside(figure.name, lambda width: stat_block(rules, encounter, figure, width), (encounter, figure))


# -------------------------------------------------------------------- figures in columns


class FigureRow(Struct, frozen=True):
    """Figures in one row of a list: one, or several that follow one another and fare alike."""

    tags: tuple[Tag, ...]
    cells: Mapping[str, str]
    """What its columns show."""
    style: str
    """The style of their health."""

    def line(self, columns: Columns) -> Line:
        """It, in these columns."""
        return columns.row(self.cells, {"health": self.style})


def figure_columns(rules: Ruleset) -> tuple[ListColumn, ...]:
    """The columns that any list of figures has."""
    return (
        ListColumn("figure", "figure", "title", least=14),
        ListColumn("health", rules.health_label, "ok", gives_way=1),
        ListColumn("standing", "", "dying", gives_way=2),
    )


Told = Callable[[Tag], Mapping[str, str]]
"""What further columns show of a figure, by their names."""


def figure_rows(
    rules: Ruleset, encounter: Encounter, tags: Sequence[Tag], told: Told = lambda tag: {}
) -> list[FigureRow]:
    """These figures in rows, with their side, health and standing; those alike in all of it share one."""
    figures = [rules.values.as_shown(encounter, encounter.figures[tag]) for tag in tags]
    signs = {side: mark.sign for side, mark in side_marks(rules, encounter.figures.values()).items()}
    numbers = max((len(vital(rules, figure, 0)[0]) for figure in figures), default=0)

    def fares(figure: Figure) -> tuple[str, str, str, dict[str, str]]:
        bar, style = health_bar(rules, figure, _BAR)
        health = f"{bar:{_BAR}} {vital(rules, figure, 0)[0]:>{numbers}}"
        stands = {"health": health, "standing": standing_word(rules, figure).lower()}
        return figure.kind, signs[figure.side], style, {**stands, **told(figure.tag)}

    rows: list[FigureRow] = []
    for (_, sign, style, cells), alike in groupby(figures, key=fares):
        same = list(alike)
        name = f"{sign} {', '.join(runs_of([figure.name for figure in same]))}"
        rows.append(FigureRow(tuple(figure.tag for figure in same), {"figure": name, **cells}, style))
    return rows


def figure_list(rules: Ruleset, encounter: Encounter, width: int) -> list[Line]:
    """All figures at a table in columns, a rule with headings above them."""
    rows = figure_rows(rules, encounter, [t for t, each in encounter.figures.items() if each.standing != AWAY.name])
    columns = columns_for(figure_columns(rules), [row.cells for row in rows], width)
    return [columns.heading(width), *(row.line(columns) for row in rows)] if rows else []
