"""Formats: finds out which one a file is written in, by what stands in it, and reads it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from referee.engine.problem import Refused
from referee.imports import (
    dndme,
    dndme_encounter,
    fight_club,
    five_e_bits,
    improved_initiative,
    obsidian,
    open5e_v1,
    open5e_v2,
    secretariat,
)
from referee.imports.common import Found
from referee.imports.improved_encounter import is_encounter
from referee.imports.improved_stat_block import is_stat_block
from referee.imports.json_file import items, parsed
from referee.imports.xml_file import root_tag
from referee.text import clean

KNOWN = (
    "Improved Initiative, 5e-bits, Open5e, Obsidian encounter blocks, dndme TOML, Fight Club XML, "
    "Gloomhaven Secretariat"
)
Watch = Callable[[Iterable[Any]], Iterator[Any]]
"""Hands records on, and counts them for whoever waits."""

_BY_RECORD: tuple[tuple[Callable[[object], bool], Callable[[Iterable[Any]], Found]], ...] = (
    (secretariat.is_monster, secretariat.read),
    (secretariat.is_deck, secretariat.read),
    (is_stat_block, improved_initiative.read),
    (is_encounter, improved_initiative.read),
    (open5e_v2.is_creature, open5e_v2.read),
    (five_e_bits.is_monster, five_e_bits.read),
    (five_e_bits.is_condition, five_e_bits.read_conditions),
    (open5e_v1.is_row, open5e_v1.read),
    (open5e_v1.is_monster, open5e_v1.read),
)
"""What tells a record of each format, and what reads them."""


def text_of(raw: bytes, called: str) -> str:
    """The text of a file, whichever way of Unicode it is written in. Refused if it is in none."""
    encoding = "utf-8-sig"
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    elif len(raw) >= 4 and raw[1] == 0 and raw[0]:
        encoding = "utf-16-le"
    elif len(raw) >= 4 and raw[0] == 0 and raw[1]:
        encoding = "utf-16-be"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise Refused(f"{clean(called, 60)} is no text in UTF-8 or UTF-16.") from error


def read_file(raw: bytes, called: str, watch: Watch, people: Mapping[str, int]) -> Found:
    """All that a file holds. Refused, in one sentence, if it is in no format that is known, broken, or empty.

    people: how many the words in counts stand for; see `dndme_encounter.WORDS`.
    """
    found = _read(raw, called, watch, people)
    if not found.report.records:
        raise Refused(f"{clean(called, 60)} holds no records.")
    return found


def _read(raw: bytes, called: str, watch: Watch, people: Mapping[str, int]) -> Found:
    if root_tag(raw) and raw.replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] == b"<":
        if root_tag(raw) != fight_club.ROOT:
            raise _unknown(called)
        return fight_club.read(raw, called, watch)
    text = text_of(raw, called)
    start = len(text) - len(text.lstrip())
    first = text[start : start + 1]
    if first == "[" and not text[start:].startswith("[[") and not _is_table(text[start:]):
        return _records(items(text, called, start), called, watch)
    if first == "{":
        return _object(parsed(text, called), called, watch)
    if obsidian.has_encounters(text):
        return obsidian.read(text)
    return _toml(text, called, people)


def _is_table(text: str) -> bool:
    """Is the first line the head of a TOML table, as `[groups.x]`?"""
    line = text.partition("\n")[0].split("#")[0].strip()
    return line.endswith("]") and line[1:2].isalpha() and line not in ("[true]", "[false]", "[null]")


def _records(records: Iterator[Any], called: str, watch: Watch) -> Found:
    """A list of records, of the format that the first of them shows."""
    begun: list[Any] = []
    for record in records:
        begun.append(record)
        for tells, read in _BY_RECORD:
            if tells(record):
                return read(watch(chain(begun, records)))
        if len(begun) >= 20:
            break
    if not begun:
        raise Refused(f"{clean(called, 60)} holds no records.")
    for _ in records:
        pass  # what is broken further on is said first
    raise _unknown(called)


def _object(value: Any, called: str, watch: Watch) -> Found:
    """One record, a page of records, or the dump of an account."""
    if improved_initiative.is_dump(value):
        return improved_initiative.read_dump(value, watch)
    for tells, read in _BY_RECORD:
        if tells(value):
            return read(watch([value]))
    for key in ("results", "creatures"):
        if isinstance(value.get(key), list):
            return _records(iter(value[key]), called, watch)
    raise _unknown(called)


def _toml(text: str, called: str, people: Mapping[str, int]) -> Found:
    if "=" not in text and not text.lstrip().startswith("["):
        raise _unknown(called)
    data = dndme.toml_of(text, called)
    if dndme.is_monster(data):
        return dndme.read_monster(data)
    if dndme.is_encounter(data):
        return dndme_encounter.read_encounter(data, people)
    if dndme.is_party(data):
        return dndme.read_party(data)
    raise _unknown(called)


def _unknown(called: str) -> Refused:
    return Refused(f"{clean(called, 60)} is in none of the formats that can be imported: {KNOWN}.")
