"""Formats of a document: Markdown, JSON, CSV."""

import csv
import json
import re
import unicodedata
from collections.abc import Iterator
from io import StringIO

from msgspec import to_builtins

from referee.report.document import Cell, headline, right_aligned, tables
from referee.report.evening_figures import Evening
from referee.report.fight_course import parts_of

# -------------------------------------------------------------------- Markdown

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!])")


def markdown(evening: Evening) -> str:
    """The report as Markdown."""
    return "\n".join(_markdown(evening)) + "\n"


def _markdown(evening: Evening) -> Iterator[str]:
    yield f"# {_plain(evening.name)}"
    yield from ("", f"{_plain(evening.game)}. {' '.join(map(_plain, headline(evening)))}")
    for table in tables(evening):
        yield from ("", f"## {_plain(table.title)}", "")
        if table.rows:
            numbers = right_aligned(table)
            yield f"| {' | '.join(map(_plain, table.heads))} |"
            yield f"|{'|'.join('---:' if right else '---' for right in numbers)}|"
            yield from (f"| {' | '.join(_plain(str(cell)) for cell in row)} |" for row in table.rows)
        above = "\n" if table.rows else "- "
        yield from (f"{above}{_plain(note)}" for note in table.notes)
    if evening.rounds:
        yield from ("", "## The course of the fight")
    for each in parts_of(evening.rounds):
        yield from ("", f"### {each.heading}", "", *([f"**{_plain(each.told)}**", ""] if each.told else []))
        yield from (f"{'- ' if said.is_first else '  - '}{_plain(said.text)}" for said in each.log)


def _plain(text: str) -> str:
    """A text as Markdown that reads just so."""
    return _SPECIAL.sub(r"\\\1", text)


# -------------------------------------------------------------------- JSON and CSV


def as_json(evening: Evening) -> str:
    """The report as JSON, always in the same order."""
    return json.dumps(to_builtins(evening), indent=1) + "\n"


_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would calculate where a text begins with it; some read the wide forms of these letters as well."""


def as_csv(evening: Evening) -> str:
    """The report as one table of numbers: which table each is of, who, whom, what, in which round."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("table", "who", "whom", "what", "round", "number"))
    writer.writerows(tuple(map(_harmless, row)) for row in _numbers(evening))
    return out.getvalue()


def _harmless(cell: Cell) -> Cell:
    is_formula = isinstance(cell, str) and unicodedata.normalize("NFKC", cell[:1]).startswith(_FORMULA)
    return f"'{cell}" if is_formula else cell


def _numbers(evening: Evening) -> Iterator[tuple[Cell, ...]]:
    for row in evening.figures:
        for what in ("dealt", "taken", "absorbed", "healed", "regained", "changed", "attacks", "hits"):
            yield "totals", row.name, "", what, "", getattr(row, what)
        for what in ("felled", "killed", "fell"):
            yield "totals", row.name, "", what, "", getattr(row, what)
        health = enumerate(row.health, row.came - 1)
        yield from (("health", row.name, "", evening.health, n, value) for n, value in health)
    for pair in evening.pairs:
        for what in ("damage", "healing", "attacks", "hits", "felled", "killed"):
            if n := getattr(pair, what):
                yield "pairs", pair.who, pair.whom, what, "", n
    yield from (("rounds", "", "", "seconds", each.number, each.seconds) for each in evening.rounds if each.seconds)
    for turn in evening.turns:
        for what in ("turns", "seconds", "longest"):
            yield "turns", turn.who, "", what, "", getattr(turn, what)
    for die in evening.dice:
        for face, n in zip(die.faces, die.fell, strict=True):
            yield "dice", die.who, "", f"{die.die} {face}", "", n
    for what, n in (("experience", evening.experience), ("due", evening.due)):
        if n:
            yield "gains", "", "", what, "", n
