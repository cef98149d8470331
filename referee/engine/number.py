"""Numbers as people type them: few digits, no surprises."""

import re

from referee.engine.problem import NotUnderstood

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}", re.ASCII)


def is_number(word: str) -> bool:
    """Is the word a whole number of at most six plain digits? (int() would take `1_000` and other scripts' digits.)"""
    return _NUMBER.fullmatch(word) is not None


def read_number(word: str, what: str = "number") -> int:
    """The number a word says. NotUnderstood, naming what was wanted."""
    if not is_number(word):
        raise NotUnderstood(f"{what}: a whole number of at most six digits is wanted, not {short(word)!r}.")
    return int(word)


def short(word: str, longest: int = 24) -> str:
    """A word cut to what an error message may quote."""
    return word if len(word) <= longest else word[: longest - 1] + "…"
