"""Record of a foreign file, read by the names of its fields."""

import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

from referee.engine.numbers import is_number
from referee.imports.report import Notes, Report
from referee.text.harmless import clean_name
from referee.text.quoting import quoted, short

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
ABILITY_NAMES = dict(
    zip(("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"), ABILITIES, strict=True)
)
"""The whole words, each with its short form."""
HIGHEST = 9_999
"""No number of a figure is greater."""
LONGEST_TEXT = 20_000
"""Characters that are read of one text."""

_DICE = re.compile(r"(\d{1,4})\s*d\s*(\d{1,4})\s*(?:([+-])\s*(\d{1,5}))?", re.ASCII | re.IGNORECASE)
_LEADING = re.compile(r"\s*([+-]?\d{1,6})(?![\d.,]*\d)", re.ASCII)
_NUMBER_AND_WORDS = re.compile(r"\s*([+-]?\d{1,6})(?:\s*\(|\s+[a-z]{2}|,\s)", re.ASCII | re.IGNORECASE)
"""`11 (hide armor)`"""
_DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "’": "'"})


Json = dict[str, Any]


def phrase(words: str) -> re.Pattern[str]:
    """The pattern of a set phrase, in small letters or large ones."""
    return re.compile(words, re.IGNORECASE)


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
