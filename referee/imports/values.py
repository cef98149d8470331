"""Values of foreign files: whatever stands in a field, read as what it should have been, or not at all."""

import math
import re
from collections.abc import Iterator
from typing import Any

from referee.engine.number import is_number, short
from referee.imports.report import Notes

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
_DASHES = str.maketrans({"−": "-", "–": "-", "—": "-", "\u2011": "-", "\u00a0": " ", "’": "'"})

Json = dict[str, Any]


def plain_text(value: object) -> str:
    """The text of a field: of a list its parts, a line each; nothing for what is none."""
    if isinstance(value, str):
        return value[:LONGEST_TEXT].translate(_DASHES).strip()
    if isinstance(value, list):
        return "\n".join(filter(None, map(plain_text, value[:200])))
    if isinstance(value, bool) or value is None or isinstance(value, dict):
        return ""
    return short(str(value), 40)


def whole(value: object) -> int | None:
    """A whole number, also one that is written as text or as 7.0; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value.is_integer() else None
    if isinstance(value, str):
        word = value.strip().translate(_DASHES)
        return int(word) if len(word) < 12 and is_number(word.removeprefix("+")) else None
    return None


def number(value: object, notes: Notes, about: str, least: int, most: int) -> int | None:
    """A number of a field within bounds; None, with a note, if it is none. Nothing is noted of an empty field."""
    if value is None or value == "":
        return None
    found = whole(value)
    if found is None:
        notes.add(about, f"{short(str(value), 40)!r} is no whole number; it is left out.")
    elif not least <= found <= most:
        notes.add(about, f"{short(str(found), 40)} is not between {least} and {most}; it is left out.")
        return None
    return found


def leading_number(text: str) -> int | None:
    """The number that a text begins with, as `75 (10d10+20)`; None if it begins with none."""
    found = _LEADING.match(text.translate(_DASHES))
    return int(found[1]) if found else None


def dice_in(text: str) -> str:
    """The first dice of a text without blanks, as `10d10+20`; empty if there are none."""
    found = _DICE.search(text[:2_000].translate(_DASHES))
    return dice_of(found) if found else ""


def dice_of(found: re.Match[str]) -> str:
    """Dice without blanks."""
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
    if isinstance(value, str):
        yield from filter(None, (part.strip() for part in re.split(r"[,;]", value[:LONGEST_TEXT])))
    elif isinstance(value, list):
        for each in value[:200]:
            text = plain_text(each.get("index") or each.get("name") if isinstance(each, dict) else each)
            if text:
                yield text
