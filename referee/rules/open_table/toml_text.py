"""TOML text of a system file: parsed with care, and the line at which each header, key and row of it stands."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from referee.rules.open_table.mistake import Mistake, Path
from referee.toml import toml_of

LARGEST = 256 * 1024
"""Bytes of a system file."""

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'" r"|#[^\n]*|\n|[\[\]{}=]", re.S
)
_KEY_PART = re.compile(r'"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')
_PLACE = re.compile(r"\s*\(at (?:line ([0-9]+), column [0-9]+|end of document)\)")


@dataclass(frozen=True)
class Document:
    """The tables of a file as TOML gives them, and where they stand."""

    data: dict[str, Any]
    text: str = ""

    @cached_property
    def lines(self) -> dict[Path, int]:
        """The line of each header, key and row; found out only for a file with something wrong in it."""
        return dict(_places(self.text + "\n"))

    def line(self, path: Path) -> int:
        """The line of what a path names, or of the nearest that it lies in; 1 for the file itself."""
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 1)


def load(raw: bytes) -> Document:
    """The tables of a file. Mistake, with its line where TOML says one, if it is too long, no UTF-8 or no TOML."""
    if len(raw) > LARGEST:
        raise Mistake("E11", (), f"a system file has at most {LARGEST // 1024} KiB; this one has more.")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Mistake("E11", (), "this is not UTF-8 text.", line) from error
    try:
        data = toml_of(text)
    except RecursionError as error:
        raise Mistake("E11", (), "brackets go too deep.") from error
    except ValueError as error:  # a date that is none, or a number of thousands of digits, are plain ValueErrors
        raise _not_toml(error, text) from error
    return Document(data, text)


def _not_toml(error: ValueError, text: str) -> Mistake:
    """What TOML itself complains of, as a sentence with its line."""
    said = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a value cannot be read."
    found = _PLACE.search(said)
    line = int(found[1]) if found and found[1] else text.count("\n") + 1 if found else 0
    sentence = _PLACE.sub("", said)
    return Mistake("E11", (), f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}.", line)


def _places(text: str) -> Iterator[tuple[Path, int]]:
    """Each header, key and row of an array in a text that TOML takes, with its line; the first of its name."""
    table: Path = ()
    current: Path = ()
    rows: dict[Path, int] = {}
    seen = set[Path]()
    for line, depth, words, head in _statements(text):
        if head:
            table = _path(words.strip("[] \t"))
            if head == "[[":
                rows[table] = rows.get(table, -1) + 1
                table = (*table, rows[table])
            path = table
        elif depth:
            path = (*current, depth - 1)
        else:
            current = path = (*table, *_path(words))
        if path not in seen:
            seen.add(path)
            yield path, line


def _statements(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Line, number of the row in an array or 0, the words of a header or key, and how a header begins."""
    line, depth, row, start, value = 1, 0, 0, 0, False
    for token in _TOKEN.finditer(text):
        sign = token[0]
        if sign == "\n":
            if depth == 0:
                words = text[start : token.start()].strip()
                if not value and words.startswith("["):
                    yield line, 0, words.split("#")[0], "[[" if words.startswith("[[") else "["
                start, value = token.end(), False
            line += 1
        elif sign[0] == "#":
            if depth == 0 and not value and not text[start : token.start()].strip():
                start = token.end()
        elif sign == "=" and not value:
            yield line, 0, text[start : token.start()], ""
            value, row = True, 0
        elif value and sign in "[{":
            depth += 1
            if sign == "{" and depth == 2:
                row += 1
                yield line, row, "", ""
        elif value and sign in "]}":
            depth -= 1
        line += sign.count("\n") if sign != "\n" else 0


def _path(words: str) -> Path:
    """The parts of a header or a key with dots."""
    found = _KEY_PART.finditer(words)
    return tuple(part[1] if part[1] is not None else part[2] if part[2] is not None else part[3] for part in found)


def differences(old: bytes, new: bytes) -> list[str]:
    """The keys at which two files differ, as dotted paths in the order of the new file, those that went at the end.

    Mistake if one of them is no TOML.
    """
    was, now = (dict(_leaves(load(raw).data, ())) for raw in (old, new))
    return [*(key for key in now if was.get(key) != now[key]), *(key for key in was if key not in now)]


def _leaves(value: Any, path: Path) -> Iterator[tuple[str, Any]]:
    """Every value that is no table, with its dotted path."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    else:
        yield ".".join(map(str, path)), value
