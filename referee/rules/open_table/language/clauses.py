"""Clauses of the rules that a system file states.

Used by the section `clause` of the file.
Gives the clause of a row.
"""

import re

from referee.engine.contract.clause import Clause
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.toml_table import Table
from referee.text.lazy_pattern import pattern

LONGEST_CLAUSE = 600
"""Characters of a clause: they are sentences of rules, longer than other texts."""
_CLAUSE = pattern(r"[A-Z]{1,3}[0-9]?-[0-9]{2,3}", re.ASCII)


def _clause_number(table: Table, key: str) -> str:
    number = table.text(key, needed=True)
    if number and not _CLAUSE.fullmatch(number):
        table.report("E1", f"a clause number looks like XY-07, not {quoted(number)}.", key)
    return number


def _sentences(table: Table, key: str) -> str:
    return table.text(key, most=LONGEST_CLAUSE, needed=True)


class ClauseRow(keys.KeyedTable):
    """A clause of the rules."""

    id: str = keys.part(_clause_number, "such as XY-07", default="", without=keys.NEEDED)
    sentences: str = keys.part(
        _sentences, "a sentence or two of the rules", default="", without=keys.NEEDED, called="text"
    )
    source: str = keys.text("from a rules text, a fact found elsewhere, or a house rule", "stated")


def read_clause(table: Table) -> Clause:
    """The clause of a row."""
    row = keys.read(ClauseRow, table)
    return Clause(row.id, row.sentences, row.source)
