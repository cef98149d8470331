"""Random tables of a system file, which are rolled on.

Used by the section `table` of the file.
Gives one class for a table, with its rows.
"""

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.effects import Effect
from referee.rules.open_table.language.expression import EVENT, ZERO, Node
from referee.rules.open_table.language.toml_table import NUMBERS, Table


def _table_rows(table: Table, key: str) -> "tuple[TableRow, ...]":
    rows: list[TableRow] = []
    for row in table.rows(key):
        rows.append(keys.read(TableRow, row))
        row.close()
    if not rows or [row.upto for row in rows] != sorted({row.upto for row in rows}):
        table.report("E12", "a table needs rows, and each reaches higher (`upto`) than the one before.", key)
    return tuple(rows)


class TableRow(keys.KeyedTable):
    """A row of a table that is rolled on."""

    upto: int = keys.number(NUMBERS[1], *NUMBERS, "the highest number of this row; the last may do without")
    called: str = keys.text("what it is called in the log: head")
    effect: Effect = keys.included(Effect)


class RandomTable(keys.KeyedTable):
    """A table that is rolled on: the first row that reaches so far happens."""

    name: str
    roll: Node = keys.amount(EVENT, "amount: what is rolled; it may name the words of the test", ZERO)
    rows: tuple[TableRow, ...] = keys.part(_table_rows, "rows { upto, called, EFFECT }", default=(), always=True)
    label: str = keys.heading("its name on screen")
    cites: tuple[str, ...] = keys.cited()
