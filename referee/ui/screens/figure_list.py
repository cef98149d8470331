"""Figure list: figures in the columns of a list."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.gauges import health_bar, vital
from referee.ui.drawing.list_columns import Columns, ListColumn, columns_for
from referee.ui.drawing.roster_cells import standing_word
from referee.ui.drawing.side_marks import side_marks
from referee.ui.drawing.text_line import Line
from referee.words.names import runs_of

_BAR = 10
"""Cells of the bar of a figure in a list."""


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
