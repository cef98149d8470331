"""Numbers as people type them: few digits, no surprises."""

import re

from referee.engine.problem import NotUnderstood

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII)


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


def quoted(word: str, longest: int = 24) -> str:
    """What was typed, in quotation marks, cut to so many characters."""
    return f'"{repr(short(word, longest))[1:-1]}"'


def short(word: str, longest: int = 24) -> str:
    """A word cut to what an error message may quote."""
    return word if len(word) <= longest else word[: longest - 1] + "…"
