"""TOML files: what a file says, the line of each key, and the line and the reason where it is no TOML."""

import codecs
import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from referee.plain_data import SIGN, mistake_in, toml_of
from referee.text.harmless import clean
from referee.text.lazy_pattern import pattern

KeyPath = tuple[str | int, ...]
"""Path of a value in a TOML file: ("track", "hp", "at_end", 0, "when")."""
_LONGEST_REASON = 400
_VALUE = pattern(r"""^([^=]*=[ \t]*)(?:"(?:\\.|[^"\\])*"|'[^']*'|[\w+:.-]+)(?=[ \t\r]*(?:#|$))""")
"""A line that sets one word or number: up to the value, and the value; a comment may stand behind it."""
_KEY_PART = pattern(r'"((?:\\.|[^"\\])*)"|\'([^\']*)\'|([A-Za-z0-9_-]+)')


class NotToml(Exception):
    """The bytes are no TOML: the line, and what is wrong there, as a sentence that begins small."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(line, why)
        self.line, self.why = line, clean(why, _LONGEST_REASON)


class TomlFile(Struct, frozen=True, dict=True):
    """The tables of a file, and where they stand in its text."""

    data: dict[str, Any]
    text: str = ""
    """The file without a byte order mark; its line ends are as they were."""
    called: str = ""
    """The name of the file in sentences."""
    has_mark: bool = False
    """True if the file begins with a byte order mark."""

    @cached_property
    def lines(self) -> dict[KeyPath, int]:
        """The line of each header, key and row; found out only for a file with something wrong in it."""
        return dict(_places(self.text + "\n"))

    def line(self, path: KeyPath) -> int:
        """Line of a value, or of the nearest table that holds it; 1 for the file itself."""
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 1)

    def place(self, *path: str | int) -> str:
        """The same as a sentence begins with it: `settings.toml, line 4`."""
        return f"{self.called}, line {self.line(path)}"

    def with_word(self, name: str, value: str) -> bytes:
        """The bytes of the file with another value of one key; all else in it stays as it is, byte for byte.

        NotToml, with the line, if it sets the key in another way than by a word on one line.
        """
        mark = codecs.BOM_UTF8 if self.has_mark else b""
        if self.data.get(name) == value:
            return mark + self.text.encode()
        word, at = json.dumps(value, ensure_ascii=False), self.lines.get((name,))
        lines = self.text.split("\n")
        if at is None:
            end = "\r" if "\r\n" in self.text else ""
            lines.insert(0, f"{name} = {word}{end}")
        else:
            lines[at - 1] = _VALUE.sub(lambda found: found[1] + word, lines[at - 1])
        content = "\n".join(lines).encode(errors="replace")
        try:
            is_right = parse_toml(content).data == {**self.data, name: value}
        except NotToml:
            is_right = False
        if not is_right:
            raise NotToml(self.line((name,)), f"write {clean(f'{name} = {word}', 100)}, on one line.")
        return mark + content


def parse_toml(raw: bytes, called: str = "") -> TomlFile:
    """Reads the bytes of a file; a byte order mark is skipped. NotToml if they are not UTF-8, or no TOML."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise NotToml(line, "this is not UTF-8 text. Save the file as UTF-8.") from error
    try:
        return TomlFile(toml_of(text), text, called, raw.startswith(codecs.BOM_UTF8))
    except RecursionError as error:
        raise NotToml(_deepest_line(text), "too many brackets inside brackets.") from error
    except ValueError as error:  # an impossible date, or a number of thousands of digits, raises a plain ValueError
        raise NotToml(*mistake_in(text, error)) from error


def _deepest_line(text: str) -> int:
    """The line of the bracket that lies within the most others; 1 if there is none."""
    line = deepest_line = 1
    depth = deepest = 0
    for sign in SIGN.finditer(text):
        depth += (sign[0] in "[{") - (sign[0] in "]}")
        if depth > deepest:
            deepest, deepest_line = depth, line
        line += sign[0].count("\n")
    return deepest_line


def _places(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Each header, key and row of an array in a text that TOML takes, with its line; the first of its name."""
    table: KeyPath = ()
    current: KeyPath = ()
    rows: dict[KeyPath, int] = {}
    seen = set[KeyPath]()
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
        for first in (path[:n] for n in range(1, len(path) + 1)):
            if first not in seen:
                seen.add(first)
                yield first, line


def _statements(text: str) -> Iterator[tuple[int, int, str, str]]:
    """Line, number of the row in an array or 0, the words of a header or key, and how a header begins."""
    line, depth, row, start, value = 1, 0, 0, 0, False
    for token in SIGN.finditer(text):
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


def _path(words: str) -> KeyPath:
    """The parts of a header or a key with dots."""
    found = _KEY_PART.finditer(words)
    return tuple(part[1] if part[1] is not None else part[2] if part[2] is not None else part[3] for part in found)
