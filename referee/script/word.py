"""Words of a line, and where they stand."""

import re
from dataclasses import dataclass

_WORD = re.compile(r'"([^"]*)("?)|(\S+)')


@dataclass(frozen=True)
class Word:
    """One word of a line, or several within double quotes, and where it stands."""

    text: str
    at: int
    closed: bool = True
    """False for a quotation that never ends."""


def words_of(text: str, start: int = 0) -> list[Word]:
    """The words of a line from that place on."""
    return [
        Word(found[1] if found[3] is None else found[3], found.start(), found[3] is not None or bool(found[2]))
        for found in _WORD.finditer(text, start)
    ]
