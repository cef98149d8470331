"""Library entry: how it is drawn, in the columns of the list or in full."""

from collections.abc import Sequence

from referee.campaign.difficulty import difficulty_of
from referee.library.columns import ABOUT, NAME, TAGS, USED, Column, Entries
from referee.library.records import in_full
from referee.store.library_record import KeptFigure, KeptParty, Record
from referee.ui.drawing.list_columns import ListColumn
from referee.ui.drawing.stat_block import stat_block
from referee.ui.drawing.text_line import Line, line, wrapped

_GIVES_WAY = {NAME: 0, "count": 1, "lasts": 1, "type": 5, "kind": 6, "game": 7, TAGS: 2, USED: 8, ABOUT: 9}
"""The columns that are left out first where the screen is narrow have the highest numbers; others have 2 to 4."""
_LEAST = {NAME: 16, "type": 8, "kind": 8, "game": 8, TAGS: 14, USED: 10, ABOUT: 12}
"""Cells to which long texts are cut, so that there is room for more columns."""


def list_columns(columns: Sequence[Column]) -> list[ListColumn]:
    """How the columns are drawn; of numbers and traits the later ones give way first."""
    return [_list_column(column, place) for place, column in enumerate(columns)]


def _list_column(column: Column, place: int) -> ListColumn:
    """How a column is drawn, by its place among the others."""
    later = 2 if place < 4 else 3 if place < 6 else 4
    return ListColumn(
        column.name,
        column.title,
        "dim" if column.name in ("kind", "game", TAGS, USED, ABOUT) else "text",
        column.is_number,
        least=_LEAST.get(column.name, 0),
        gives_way=_GIVES_WAY.get(column.name, later),
        fills=column.name == ABOUT,
    )


def told_in_full(record: Record, entries: Entries, cells: int) -> list[Line]:
    """All there is to an entry but its name: of a figure its stat block."""
    rules, made = entries.rules(record), entries.figure(record)
    if made is not None and rules is not None and isinstance(record, KeptFigure):
        block = stat_block(rules, *made, cells)
        note = record.note or entries.cells(record).get(ABOUT, "")
        note += f"\ntags: {' '.join(record.tags)}" if record.tags else ""
        return [*block, *(line((row, "text")) for text in note.splitlines() for row in wrapped(text, cells))]
    if isinstance(record, KeptParty):
        whole = [entries.in_brief(each.name, record.system, each.words) for each in record.members]
        whole += [f"{name} {now}" for name, now in record.table.items()]
    else:
        whole = [*difficulty_of(entries.library, record), *in_full(record, rules)[1:]]
    return [line((row, "text")) for text in whole for row in wrapped(text, cells)]
