"""Numbers as they are typed."""

import re
import unicodedata
from fractions import Fraction

from referee.engine.problem import NotUnderstood
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted

_FRACTION = pattern(r"(-?)(\d{0,6}\.\d{1,6}|\d{1,6}(?:/[1-9]\d{0,2})?)", re.ASCII)


def fraction_in(text: str) -> Fraction | None:
    """The number with which a text begins: 1/4 for `1/4`, `0.25`, `.25` and `¼`; None without one."""
    first = unicodedata.normalize("NFKC", text[:1]).replace("\N{FRACTION SLASH}", "/")
    found = _FRACTION.match(first + text[1:40])
    return None if found is None else Fraction(found[0])


_NUMBER = pattern(r"[+-]?[0-9]{1,6}", re.ASCII)


def is_number(word: str) -> bool:
    """Is the word a whole number of at most six plain digits? (int() would take `1_000` and other scripts' digits.)"""
    return _NUMBER.fullmatch(word) is not None


def read_number(word: str, what: str = "number", minimum: int | None = None, maximum: int | None = None) -> int:
    """The number a word says. NotUnderstood, naming what was wanted, or the bounds that it is outside of."""
    if not is_number(word):
        long = word.isascii() and word.removeprefix("-").removeprefix("+").isdigit()
        raise NotUnderstood(f"{what}: {quoted(word)} {'has too many digits' if long else 'is not a number'}.")
    number = int(word)
    if (minimum is not None and number < minimum) or (maximum is not None and number > maximum):
        raise NotUnderstood(f"{what}: {_span(minimum, maximum)}, not {number}.")
    return number


def _span(minimum: int | None, maximum: int | None) -> str:
    if minimum is None:
        return f"at most {maximum}"
    return f"at least {minimum}" if maximum is None else f"{minimum} to {maximum}"
