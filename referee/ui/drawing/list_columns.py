"""Columns of a list: which of them fit the width, each with its cells."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len  # a call less for each of the 300 texts that a key measures

from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line

_GAP = 2
"""Cells between two columns."""


class ListColumn(Struct, frozen=True):
    """A column of a list."""

    name: str
    title: str = ""
    style: str = "text"
    is_number: bool = False
    """It stands at the right of its cells."""
    least: int = 0
    """Cells to which its texts may be cut before a column is left out; 0: they are never cut."""
    most: int = 40
    """Cells that it takes at most."""
    gives_way: int = 0
    """Where there is not room for all, the columns of the highest number are left out first."""
    fills: bool = False
    """It takes the cells that are left, and is left out where they are few."""


class Columns(Struct, frozen=True):
    """Columns that fit into some width, each with its cells."""

    cells: tuple[tuple[ListColumn, int], ...]

    def heading(self, width: int, by: str = "", falling: bool = False) -> Line:
        """The headings on a rule. by: the column that the list is sorted by; falling: the greatest first."""
        words: list[StyledText] = []
        rule, told, end = GLYPHS.rule, 0, 0
        for n, (column, cells) in enumerate(self.cells):
            start = end + (_GAP if n else 1)
            end = start + cells
            sign = GLYPHS.sorted[falling] if column.name == by else ""
            if title := cut(column.title, cells - len(sign)) + sign:
                start = end - cell_len(title) if column.is_number else start
                words += [(rule * (start - 1 - told), "rule"), (f" {title} ", "title" if sign else "dim")]
                told = start + cell_len(title) + 1
        return line(*words, (rule * max(0, width - told), "rule"))

    def row(self, texts: Mapping[str, str], styles: Mapping[str, str] = MappingProxyType({})) -> Line:
        """One row; texts by the names of the columns, and styles where they are not those of the columns."""
        words: list[StyledText] = []
        for n, (column, cells) in enumerate(self.cells):
            text = fit(texts.get(column.name, ""), cells)
            if column.is_number:
                text = text.rstrip().rjust(cells)
            words.append((" " * (_GAP if n else 1) + text, styles.get(column.name, column.style)))
        return line(*words)


def columns_for(columns: Sequence[ListColumn], rows: Sequence[Mapping[str, str]], width: int) -> Columns:
    """The columns that fit, as wide as these rows need them; one that no row fills is left out, but for the first."""
    needs = {column.name: _need(column, rows) for column in columns}
    kept = [column for column in columns if needs[column.name] or column is columns[0]]
    cells = {column.name: min(needs[column.name], column.least or needs[column.name]) for column in kept}
    while (left := width - 1 - sum(cells[column.name] + _GAP for column in kept)) < 0 and len(kept) > 1:
        kept.remove(max(kept[1:], key=lambda column: column.gives_way))
    cells[kept[0].name] += min(0, left)
    for column in sorted(kept, key=lambda column: column.gives_way):
        more = max(0, left if column.fills else min(left, needs[column.name] - cells[column.name]))
        cells[column.name] += more
        left -= more
    return Columns(tuple((column, cells[column.name]) for column in kept))


def _need(column: ListColumn, rows: Sequence[Mapping[str, str]]) -> int:
    """Cells that a column needs for these rows and its heading; 0 if no row fills it."""
    needed = cell_len(widest([row.get(column.name, "") for row in rows]))
    return min(column.most, max(needed, cell_len(column.title) + 1)) if needed else 0


def widest(texts: Sequence[str]) -> str:
    """The text that takes most cells; empty if there is none."""
    # A shelf may have thousands; most are plain.
    return max(texts, key=len if "".join(texts).isascii() else cell_len, default="")
