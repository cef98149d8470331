"""CSV table: one creature a row, below a line with the names of the columns, as spreadsheets write it."""

import csv
import io
import re
from collections.abc import Iterable, Iterator

from referee.engine.problem import Refused
from referee.imports.format_list import CSV
from referee.imports.found_in_file import Creature, Found
from referee.imports.record import ABILITIES, Json, Record
from referee.imports.report import Report
from referee.text.quoting import quoted

NEEDED = ("name", "hp", "ac")
"""The columns that a table has to have."""
_KNOWN = (*NEEDED, "speed", "cr", *ABILITIES)
_LONGEST_HEAD = 2_000
"""Characters of the first line that are looked at to tell a table from other text."""
_DECIMAL_COMMA = re.compile(r"(\d+),(\d+)", re.ASCII)


def is_table(text: str, called: str) -> bool:
    """Is a file a table by its name, or by its first line, which names the columns that are needed?"""
    return called.lower().endswith(".csv") or bool(_sign_of(text))


def rows(text: str, called: str, report: Report) -> Iterator[Json]:
    """The rows, each with its cells by the names of their columns in small letters; what is odd in them is noted.

    Refused, naming the line, where a needed column is missing or a cell does not end.
    """
    sign = _sign_of(text)
    if not sign:
        needs = f"{', '.join(NEEDED[:-1])} and {NEEDED[-1]}"
        raise Refused(f"{called}, line 1: name the columns {needs} here, with commas or semicolons between them.")
    lines = csv.reader(io.StringIO(text, newline=None), delimiter=sign, strict=True)
    columns: list[str] = []
    at = 1
    try:
        for cells in lines:
            if not columns:
                columns = _columns(cells, report)
            elif any(map(str.strip, cells)):
                fields = dict(zip(columns, cells, strict=False))
                if any(map(str.strip, cells[len(columns) :])):
                    report.note(
                        fields.get("name", ""), f"line {at}", "more cells than columns; the last ones left out."
                    )
                yield fields
            at = lines.line_num + 1
    except csv.Error as error:
        raise Refused(f'{called}, line {at}: a cell begins with " and does not end, or is too long.') from error


def read(table: Iterable[Json], found: Found) -> None:
    """Reads the creatures of a table into `found`."""
    found.report.format = CSV.name
    for fields in table:
        found.add(fields, "name", _creature)


def _sign_of(text: str) -> str:
    """The sign between the columns: a comma or a semicolon; empty if the first line is not that of a table."""
    first = next(iter(text[:_LONGEST_HEAD].splitlines()), "")
    return next(
        (sign for sign in ",;" if set(NEEDED) <= set(map(_plain, next(csv.reader([first], delimiter=sign), [])))), ""
    )


def _plain(column: str) -> str:
    return column.strip().lower()


def _columns(cells: list[str], report: Report) -> list[str]:
    """The names of the columns in small letters; those that are not read, or stand there twice, are noted."""
    columns = list(map(_plain, cells))
    for column in dict.fromkeys(filter(None, columns)):
        if column not in _KNOWN:
            report.note("line 1", column, "not a column that Referee reads; left out.")
        elif columns.count(column) > 1:
            report.note("line 1", column, "given more than once; using the last.")
    return columns


def _creature(name: str, record: Record) -> Creature:
    creature = Creature(name, record.notes)
    creature.set_hit_points(record.text("hp"), "")
    creature.ac = record.number("ac", 0, 40)
    _set_abilities(creature, record)
    speed = record.text("speed")
    creature.set_speed(speed)
    if speed and creature.speed is None:
        record.notes.add("speed", f"{quoted(speed, 40)} is not a speed; kept as a note.")
    challenge = record.text("cr")
    decimal = _DECIMAL_COMMA.fullmatch(challenge)
    creature.describe({"Speed": speed, "Challenge": f"{decimal[1]}.{decimal[2]}" if decimal else challenge})
    return creature.finished()


def _set_abilities(creature: Creature, record: Record) -> None:
    """The abilities that the table has columns for; the others are as the game has them."""
    scores = {ability: record.get(ability) for ability in ABILITIES if ability in record.fields}
    if not scores:
        creature.initiative = 0
        return
    for ability, said in scores.items():
        if str(said).strip().startswith("+"):
            record.notes.add(ability, f"{quoted(str(said).strip(), 40)} is a bonus, not a score; left out.")
            scores[ability] = "10"
    creature.set_abilities(dict.fromkeys(ABILITIES, "10") | scores)
