"""Graphemes: which characters of a text a person sees as one sign, such as a letter and its marks, or a flag."""

import unicodedata
from collections.abc import Collection

JOINER = "\u200d"
"""Makes one sign of the two around it: a family, for example. It is left out of all texts that are kept or drawn."""


def starts(text: str, joined: Collection[int] = ()) -> list[int]:
    """Positions in the text where a sign begins. `joined`: positions where a joiner was left out.

    >>> starts("e\\u0301 \\U0001f1ef\\U0001f1f5")
    [0, 2, 3]
    """
    found: list[int] = []
    for at, character in enumerate(text):
        is_flag = _is_half_flag(character) and bool(found) and at - found[-1] == 1 and _is_half_flag(text[at - 1])
        if not found or not (is_flag or at in joined or _extends(character)):
            found.append(at)
    return found


def _is_half_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _extends(character: str) -> bool:
    """True for what belongs to the character before it: marks, vowel signs, skin colours, parts of Korean syllables."""
    if character.isascii():
        return False
    return (
        unicodedata.category(character) in ("Mn", "Me", "Mc")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\u1160" <= character <= "\u11ff"
        or "\ud7b0" <= character <= "\ud7ff"
        or character in "\uff9e\uff9f"
    )
