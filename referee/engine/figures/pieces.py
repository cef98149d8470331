"""Pieces of what is typed after `add KIND`: words, names in quotes, commas, `key=value`."""

import re
from collections.abc import Iterator

from msgspec import Struct

from referee.engine.numbers import is_number
from referee.text.lazy_pattern import pattern

_PIECE = pattern(r'"([^"]*)"|([^\s",=]*)=((?:"[^"]*"|[^\s"])*)|(,)|([^\s",]+)')
"""A quotation, a key with its value, a comma, or a word."""
COPIES = pattern(r"[x×][0-9]+", re.ASCII)
"""How many of one sort."""
_BETWEEN = pattern(r"""((?:"[^"]*"|[^";])*)(?:;|$)""")
"""What stands before a semicolon that is in no quotes."""


class Piece(Struct, frozen=True):
    """One piece of what is typed after `add KIND`: a word, a name in quotes, a comma, or `key=value`."""

    text: str
    """As it was typed."""
    word: str = ""
    """A word, or what stood in quotes; empty for a comma, and for a key with its value."""
    quoted: bool = False
    key: str = ""
    value: str | None = None
    """What stands behind `key=`, without quotes; None if there is no `=`."""

    @property
    def names(self) -> bool:
        """True if it is a part of a name, wherever a figure has one: no value, no comma, no number, no xN."""
        if self.value is not None or not self.word:
            return False
        return self.quoted or not (is_number(self.word) or COPIES.fullmatch(self.word.lower()))


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, from left to right."""
    for found in _PIECE.finditer(text):
        quoted, key, value, _, word = found.groups()
        if value is not None:
            yield Piece(found[0], key=key.lower(), value=value.replace('"', ""))
        else:
            yield Piece(found[0], quoted or word or "", quoted is not None)


def between_semicolons(text: str) -> list[str]:
    """What stands between the semicolons of a text; one in quotes does not count."""
    return [found[1].strip() for found in _BETWEEN.finditer(text)]


def figure_parts(text: str) -> list[tuple[str, str]]:
    """What stands between semicolons, each with its first word apart."""
    parts = (part.partition(" ") for part in between_semicolons(text))
    return [(kind, details.strip()) for kind, _, details in parts if kind]
