"""Records: the formats that can be imported, and one record of a file, read by the names of its fields."""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct, field, to_builtins

from referee.engine.numbers import is_number
from referee.text.harmless import clean, clean_name
from referee.text.quoting import quoted, short


class Format(Struct, frozen=True):
    """A format of another program."""

    name: str
    holds: str
    """What can be read of it, in a line of the help."""
    brief: str = ""
    """What it is called where all are listed; empty: by its name."""


IMPROVED_INITIATIVE = Format("Improved Initiative", "creatures, players, an encounter, or an account export (JSON)")
FIVE_E_BITS = Format("5e-bits", "monsters and conditions from the 5e database (JSON)")
OPEN5E = Format("Open5e", "version 1 or 2: an API page, a list, a data file, or one creature (JSON)")
OBSIDIAN = Format(
    "Obsidian",
    "notes with Initiative Tracker encounters; needs referee[import]",
    "Obsidian encounter blocks",
)
DNDME = Format(
    "dndme",
    "a monster, party or encounter (TOML); if an encounter counts its monsters by players, import the party with it",
    "dndme TOML",
)
FIGHT_CLUB = Format("Fight Club 5e", "a compendium from the app, old or new style (XML)", "Fight Club XML")
SECRETARIAT = Format("Gloomhaven Secretariat", "monster files and deck files (JSON), for the game gloomhaven")
CSV = Format(
    "CSV",
    "creatures, one a row; the first line names the columns: name, hp, ac, and if you like speed, cr, str, dex, con, "
    "int, wis, cha (scores)",
    "CSV tables",
)
FORMATS = (IMPROVED_INITIATIVE, FIVE_E_BITS, OPEN5E, OBSIDIAN, DNDME, FIGHT_CLUB, SECRETARIAT, CSV)
"""All of them, in the order in which they are told."""


ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
ABILITY_NAMES = dict(
    zip(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), ABILITIES, strict=True)
)
"""The whole words, each with its short form."""
LONGEST_WHY = 300
MOST_NOTES = 200_000
"""Notes that are kept of one file; whoever writes more of them is not read."""
HIGHEST = 9_999
"""No number of a figure is greater."""
LONGEST_TEXT = 20_000
"""Characters that are read of one text."""

_DICE = re.compile(r"(\d{1,4})\s*d\s*(\d{1,4})\s*(?:([+-])\s*(\d{1,5}))?", re.ASCII | re.IGNORECASE)
_LEADING = re.compile(r"\s*([+-]?\d{1,6})(?![\d.,]*\d)", re.ASCII)
_NUMBER_AND_WORDS = re.compile(r"\s*([+-]?\d{1,6})(?:\s*\(|\s+[a-z]{2}|,\s)", re.ASCII | re.IGNORECASE)
"""`11 (hide armor)`"""
_DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "’": "'"})
MOST_COUNTED = 50
"""Figures that one line of a plan may add."""
_MOST_PARTS = 20
_COUNT_PART = re.compile(r"\s*([+-])?\s*(?:(\d{1,4}\s*d\s*\d{1,4})|(\d{1,6})|([A-Za-z_][\w-]{0,60}))\s*", re.IGNORECASE)


Json = dict[str, Any]


def phrase(words: str) -> re.Pattern[str]:
    """The pattern of a set phrase, in small letters or large ones."""
    return re.compile(words, re.IGNORECASE)


class Note(Struct, frozen=True):
    """One thing that the referee should know of a record."""

    record: str
    """The name of the record, or its number from 1."""
    field: str
    why: str


class Report(Struct):
    """What came of one file."""

    format: str
    records: int = 0
    imported: int = 0
    skipped: int = 0
    notes: list[Note] = field(default_factory=list)

    def note(self, record: str, about: str, why: str) -> None:
        """Adds a note; what it quotes of a file is made harmless."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(Note(clean_name(record) or "?", clean(about, 60), clean(why, LONGEST_WHY)))

    def skip(self, record: str, about: str, why: str) -> None:
        """Counts a record that is skipped, with the reason as a note."""
        self.records += 1
        self.skipped += 1
        self.note(record, about, why)

    def leave_out(self, record: str, about: str, why: str) -> None:
        """Counts a record that was imported as skipped, with the reason as a note."""
        gone = min(self.imported, 1)  # a record may give several rows, and a row may come from no record
        self.imported -= gone
        self.skipped += gone
        self.note(record, about, why)

    def data(self) -> dict[str, object]:
        """The report for other programs."""
        found: dict[str, object] = to_builtins(self)
        return found

    def lines(self, most: int = 0) -> Iterator[str]:
        """The report as it is read; `most` notes of it, 0 for all."""
        one = "1 record" if self.records == 1 else f"{self.records} records"
        yield f"{self.format}: {one}, {self.imported} imported, {self.skipped} skipped."
        shown = self.notes[:most] if most else self.notes
        for note in shown:
            yield f"  {note.record}, {note.field}: {note.why}"
        if len(shown) < len(self.notes):
            yield f"  and {len(self.notes) - len(shown)} more; --json lists all of them."


class Notes(Struct, frozen=True):
    """The notes of one record."""

    report: Report
    record: str

    def add(self, about: str, why: str) -> None:
        """Adds a note about one of its fields."""
        self.report.note(self.record, about, why)

    def skip(self, about: str, why: str) -> None:
        """The record, which is counted already, is skipped, with the reason as a note."""
        self.report.skipped += 1
        self.add(about, why)

    def of(self, record: str) -> "Notes":
        """The notes of another record of the same file."""
        return Notes(self.report, record)


class Record:
    """An object of a foreign file with its notes. Fields are named by their path: `size.name`."""

    __slots__ = ("fields", "notes")

    def __init__(self, fields: object, notes: Notes) -> None:
        self.fields: Json = fields if isinstance(fields, dict) else {}
        """Empty, where it is no object."""
        self.notes = notes
        """Where it is said what was not understood, or left out."""

    def get(self, path: str, inner: str = "") -> Any:
        """The value as it stands there; None if there is none. inner: the field that is meant of an object there."""
        if "." in path:
            first, _, rest = path.partition(".")
            return self.row(first).get(rest, inner)
        value = self.fields.get(path)
        return value.get(inner) if inner and isinstance(value, dict) else value

    def text(self, path: str, inner: str = "") -> str:
        """The text there, see `plain_text`."""
        return plain_text(self.get(path, inner))

    def texts(self, *paths: str, inner: str = "") -> str:
        """The texts there that are not empty, parted by commas."""
        return ", ".join(filter(None, (self.text(path, inner) for path in paths)))

    def called(self, path: str) -> str:
        """The text there as a name."""
        return clean_name(self.text(path))

    def whole(self, path: str) -> int | None:
        """The whole number there; None for anything else."""
        return whole(self.get(path))

    def number(self, path: str, least: int, most: int, about: str = "", inner: str = "") -> int | None:
        """The number there within bounds, see `number`; what is wrong is noted about the path, or about `about`."""
        return number(self.get(path, inner), self.notes, about or path, least, most)

    def row(self, path: str) -> "Record":
        """The object there; an empty one if there is none."""
        return Record(self.get(path), self.notes)

    def has_row(self, path: str) -> bool:
        """Is there an object?"""
        return isinstance(self.get(path), dict)

    def entries(self, path: str) -> list[Any]:
        """The list there; an empty one if there is none."""
        value = self.get(path)
        return value if isinstance(value, list) else []

    def rows(self, path: str) -> "list[Record]":
        """The objects of the list there, see `objects`."""
        return [Record(each, self.notes) for each in objects(self.get(path))]

    def items(self, path: str) -> Iterable[tuple[str, Any]]:
        """The fields of the object there, each with its value."""
        return self.row(path).fields.items()

    def pairs(self, path: str) -> str:
        """The fields of the object there with their texts, in a line."""
        return ", ".join(f"{key} {plain_text(value)}" for key, value in self.items(path))


def named(fields: Json, key: str, report: Report) -> tuple[str, Record] | None:
    """The next record of a file, and its name, which stands under a key; None, with a note, if it has none."""
    return named_as(fields.get(key), fields, report)


def named_as(raw: object, fields: object, report: Report) -> tuple[str, Record] | None:
    """The next record of a file, and its name as it can be shown; None, with a note, if it has none. It is counted."""
    name = clean_name(raw) if isinstance(raw, str) else ""
    if not name:
        report.skip(f"record {report.records + 1}", "name", "no name, skipped.")
        return None
    report.records += 1
    return name, Record(fields, Notes(report, name))


# -------------------------------------------------------------------- values


def _plain_dashes(text: str) -> str:
    """The text with dashes, blanks and apostrophes of print as those that are typed."""
    return text if text.isascii() else text.translate(_DASHES)


def plain_text(value: object) -> str:
    """The text of a field: of a list its parts, a line each; nothing for what is none."""
    match value:
        case str():
            return _plain_dashes(value[:LONGEST_TEXT]).strip()
        case list():
            return "\n".join(filter(None, map(plain_text, value[:200])))
        case bool() | None | dict():
            return ""
        case float() if value.is_integer():
            return short(str(int(value)), 40)
        case _:
            return short(str(value), 40)


def whole(value: object) -> int | None:
    """A whole number, also one that is written as text or as 7.0; None for anything else."""
    match value:
        case bool():
            return None
        case int():
            return value
        case float():
            return int(value) if math.isfinite(value) and value.is_integer() else None
        case str():
            word = _plain_dashes(value.strip())
            return int(word) if len(word) < 12 and is_number(word.removeprefix("+")) else None
        case _:
            return None


def number(value: object, notes: Notes, about: str, least: int, most: int) -> int | None:
    """A number of a field within bounds; None, with a note, if it is none. Nothing is noted of an empty field."""
    if value is None or value == "":
        return None
    found = whole(value)
    if found is None and isinstance(value, str) and (begun := _NUMBER_AND_WORDS.match(value)):
        found = int(begun[1])
        notes.add(about, f"using {found} from {quoted(value, 60)}.")
    if found is None:
        notes.add(about, f"{quoted(str(value), 40)} is not a whole number; left out.")
    elif not least <= found <= most:
        notes.add(about, f"{short(str(found), 40)} is not between {least} and {most}; left out.")
        return None
    return found


def leading_number(text: str) -> int | None:
    """The number that a text begins with, as `75 (10d10+20)`; None if it begins with none."""
    found = _LEADING.match(_plain_dashes(text))
    return int(found[1]) if found else None


def dice_in(text: str) -> str:
    """The first dice of a text without blanks, as `10d10+20`; empty if there are none."""
    found = _DICE.search(_plain_dashes(text[:2_000]))
    return dice_of(found) if found else ""


def dice_of(found: re.Match[str]) -> str:
    """The dice of a match of `_DICE`, as `2d6+3`."""
    count, sides, sign, bonus = found.groups()[:4]
    return f"{int(count)}d{int(sides)}" + (f"{sign}{int(bonus)}" if sign and int(bonus) else "")


def average(dice: str) -> int:
    """The average of such dice, rounded down."""
    found = _DICE.fullmatch(dice)
    assert found is not None
    count, sides, sign, bonus = found.groups()
    more = int(bonus) if sign == "+" else -int(bonus) if sign else 0
    return int(count) * (int(sides) + 1) // 2 + more


def modifier(score: int) -> int:
    """What an ability score gives to a roll."""
    return (score - 10) // 2


def objects(value: object) -> list[Json]:
    """The objects in a list, or in an object that stands in place of one; none for anything else."""
    if isinstance(value, dict):
        value = list(value.values())
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def words_in(value: object) -> Iterator[str]:
    """The words of a list, or of a text parted by commas or semicolons; of objects their names."""
    match value:
        case str():
            yield from filter(None, (part.strip() for part in re.split(r"[,;]", value[:LONGEST_TEXT])))
        case list():
            names = (each.get("index") or each.get("name") if isinstance(each, dict) else each for each in value[:200])
            yield from filter(None, map(plain_text, names))


# -------------------------------------------------------------------- counts


class Count(Struct, frozen=True):
    """A number of figures, and why it is not quite what the file says; empty if it is."""

    n: int
    why: str = ""


def read_count(said: object, named: Callable[[str], int | None] = lambda name: None) -> Count | None:
    """The count that is meant; of dice their average. None if it cannot be read.

    named: the number that a word stands for, None if nobody knows.
    """
    if isinstance(said, bool) or not isinstance(said, int | str):
        return None
    total, why, at = 0, list[str](), 0
    text = str(said).strip()[:400]
    for n in range(_MOST_PARTS):
        found = _COUNT_PART.match(text, at)
        if found is None or not found[0].strip() or (n > 0) != bool(found[1]):
            return None
        part, reason = _counted_part(found, named)
        why += [reason] * bool(reason)
        total += -part if found[1] == "-" else part
        at = found.end()
        if at == len(text):
            return _bounded_count(total, text, why)
    return None


def _counted_part(found: re.Match[str], named: Callable[[str], int | None]) -> tuple[int, str]:
    _, dice, number, word = found.groups()
    if dice:
        means = average(dice_in(dice))
        return means, f"{dice_in(dice)} counted as {means}, the average"
    if number:
        return int(number), ""
    known = named(word)
    return (known, "") if known is not None else (0, f"the number of {word} is unknown, left out of the count")


def _bounded_count(total: int, text: str, why: list[str]) -> Count:
    if why and total < 1:
        return Count(1, f"{'; '.join(why)}; using 1")
    if total > MOST_COUNTED:
        why.append(f"{total} is more than {MOST_COUNTED}; using {MOST_COUNTED}")
    return Count(max(0, min(total, MOST_COUNTED)), "; ".join(why))
