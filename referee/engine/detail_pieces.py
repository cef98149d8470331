"""Pieces of what is typed after `add KIND`: names, key=value, numbers and commas; quotes hold words together."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from referee.engine.kinds import Template
from referee.engine.number import is_number

_PIECE = re.compile(r'"([^"]*)"|([^\s",=]*)=((?:"[^"]*"|[^\s"])*)|(,)|([^\s",]+)')
"""A quotation, a key with its value, a comma, or a word."""
COPIES = re.compile(r"[x×][0-9]+", re.ASCII)
"""How many of one sort."""


class Piece(NamedTuple):
    """One piece of details."""

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


def details_with(template: Template, own: str, more: str) -> str:
    """Details of one's own, then what is said besides; a name that is said takes the place of the own one."""
    if not template.by_number and any(piece.names for piece in pieces(more)):
        own = " ".join(piece.text for piece in pieces(own) if not piece.names)
    return f"{own} {more}".strip()
