"""Reader of files of other programs: finds out by the contents in which format a file is written, and reads it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from referee.engine.problem import Refused
from referee.imports.format_list import FORMATS
from referee.imports.formats import (
    csv_table,
    dndme,
    fight_club,
    five_e_bits,
    improved_initiative,
    obsidian,
    open5e,
    secretariat,
)
from referee.imports.found_in_file import Found
from referee.imports.record import Json
from referee.plain_data import STATEMENT, items, list_of_page, page_items, parsed
from referee.text.harmless import clean

Watch = Callable[[Iterable[Any]], Iterator[Any]]
"""Hands records on, and counts them for whoever waits."""

_Reads = Callable[[Iterable[Json], Found], None]
_BY_RECORD: tuple[tuple[Callable[[Json], bool], _Reads], ...] = (
    (secretariat.is_monster, secretariat.read),
    (secretariat.is_deck, secretariat.read),
    (improved_initiative.is_stat_block, improved_initiative.read),
    (improved_initiative.is_encounter, improved_initiative.read),
    (open5e.is_creature, open5e.read_creatures),
    (five_e_bits.is_monster, five_e_bits.read_monsters),
    (five_e_bits.is_condition, five_e_bits.read_conditions),
    (open5e.is_row, open5e.read_monsters),
    (open5e.is_monster, open5e.read_monsters),
)
"""What tells a record of each format, and what reads them."""
_ANYTHING, _OBJECT, _LIST = re.compile(r"\s*+\S"), re.compile(r"\s*+\{"), re.compile(r'\s*+\[(?=\s*+(?:[{\]"\d-]|$))')
"""How a text begins that is not empty, an object of JSON, and a list of it in which objects may be."""
_FIRST_LINE = re.compile(r"(?:\s++|#[^\n]*+)*+([^\n]{0,300})")
"""The first line that is no comment of TOML."""
_OTHERS = (".json", ".md", ".xml", ".csv")
"""Names of files that are no TOML, whatever stands in them."""
_PAGES = ("results", "creatures")


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
        raise Refused(f"{clean(called, 60)} is not text in UTF-8 or UTF-16. Save it as UTF-8.") from error


class FileReader:
    """Reads one file: what it holds goes to `found`."""

    def __init__(self, called: str, found: Found, watch: Watch, people: Mapping[str, int]) -> None:
        self.called = clean(called, 60)
        self.found, self.watch = found, watch
        self.repeated: list[str] = []
        """Names that an object of the record at hand has more than once."""
        self.people = people
        """How many the words in counts stand for: players, party."""
        self.is_toml = False
        """The file is written in TOML, the one format with such words."""

    def read(self, load: Callable[[], bytes]) -> None:
        """Reads all of it. Refused, in one sentence, if it is in no format that is known, broken, or empty."""
        self._read(load)
        if not self.found.report.records:
            raise self._empty()

    def _read(self, load: Callable[[], bytes]) -> None:
        raw = load()
        if _is_xml(raw):
            if fight_club.root_tag(raw) != fight_club.ROOT:
                raise self._unknown()
            fight_club.read(self.watch(fight_club.elements(raw, self.called, "monster")), self.found)
            return
        text = text_of(raw, self.called)
        del raw  # a long file is not held twice
        if not _ANYTHING.match(text):
            raise Refused(f"{self.called} is empty. Choose another file.")
        if _is_toml(text, self.called):
            self.is_toml = True
            self._toml(text)
        elif begun := _LIST.match(text):
            self._records(self._noted(items(text, self.called, begun.end() - 1, self.repeated)))
        elif _OBJECT.match(text):
            self._object(text)
        elif csv_table.is_table(text, self.called):
            csv_table.read(self.watch(csv_table.rows(text, self.called, self.found.report)), self.found)
        elif obsidian.has_encounters(text):
            obsidian.read(text, self.found)
        else:
            raise self._unknown()

    def _records(self, records: Iterator[Json]) -> None:
        """A list of records, of the format that the first of them shows."""
        begun: list[Json] = []
        for record in records:
            begun.append(record)
            if reads := _reader_of(record):
                reads(self.watch(chain(begun, records)), self.found)
                return
            if len(begun) >= 20:
                break
        if not begun:
            raise self._empty()
        for _ in records:
            pass  # what is broken further on is said first
        raise self._unknown()

    def _noted(self, records: Iterator[Any]) -> Iterator[Json]:
        """The records, those that are no objects as empty ones; what stands in one of them twice is noted."""
        for record in records:
            fields = record if isinstance(record, dict) else {}
            if self.repeated:
                name = str(fields.get("name") or fields.get("Name") or self.called)
                for key in dict.fromkeys(self.repeated):
                    self.found.report.note(name, key, "given more than once; using the last.")
                self.repeated.clear()
            yield fields

    def _object(self, text: str) -> None:
        """One record, a page of records, or the dump of an account."""
        at = list_of_page(text, self.called, _PAGES)
        if at is not None:
            self._records(self._noted(page_items(text, self.called, at, self.repeated)))
            return
        value = next(self._noted(iter([parsed(text, self.called, self.repeated)])))
        if improved_initiative.is_dump(value):
            improved_initiative.read_dump(self.watch(value.items()), self.found)
        elif reads := _reader_of(value):
            reads(self.watch([value]), self.found)
        else:
            raise self._unknown()

    def _toml(self, text: str) -> None:
        data = dndme.toml_of(text, self.called)
        if dndme.is_monster(data):
            dndme.read_monster(data, self.found)
        elif dndme.is_encounter(data):
            dndme.read_encounter(data, self.people, self.found)
        elif dndme.is_party(data):
            dndme.read_party(data, self.found)
        else:
            raise self._unknown()

    def _empty(self) -> Refused:
        return Refused(f"{self.called} has no creature, encounter, condition or deck. Choose another file.")

    def _unknown(self) -> Refused:
        known = ", ".join(each.brief or each.name for each in FORMATS)
        return Refused(f"Referee cannot import {self.called}. It reads {known}.")


def _reader_of(record: Json) -> _Reads | None:
    """What reads records like this one; None if it is of no format that is known."""
    return next((read for tells, read in _BY_RECORD if tells(record)), None)


def _is_xml(raw: bytes) -> bool:
    return (
        bool(fight_club.root_tag(raw))
        and raw[:4096].replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")[:1] == b"<"
    )


def _is_toml(text: str, called: str) -> bool:
    """Is a file TOML by its name, or by its first line that is no comment?"""
    first = _FIRST_LINE.match(text)
    is_other = called.lower().endswith(_OTHERS) or first is None or not STATEMENT.match(first[1])
    return called.lower().endswith(".toml") or not is_other
