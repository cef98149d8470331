"""Mistakes of a system file: what is wrong, and where."""

from dataclasses import dataclass

from referee.engine.number import short
from referee.engine.tags import nearest
from referee.text import clean

LONGEST_SENTENCE = 400
"""Characters of a sentence, what it quotes among them."""
Path = tuple[str | int, ...]
"""Where a value stands: ("track", "hp", "at_end", 0, "when")."""


@dataclass(eq=False)
class Mistake(Exception):
    """Something in a file that cannot be."""

    code: str
    """E1 to E12, as the design of the language numbers them; W for a warning."""
    path: Path
    sentence: str
    line: int = 0
    """The line, where the path does not tell it."""

    def __post_init__(self) -> None:
        self.sentence = clean(self.sentence, LONGEST_SENTENCE)

    @property
    def key(self) -> str:
        """The path as the file writes it: `track.hp.at_end`; numbers of rows are left to the line."""
        return clean(".".join(short(str(part), 40) for part in self.path if isinstance(part, str)), 120)


def quoted(value: object) -> str:
    """A value of the file as a sentence may show it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f'"{short(clean(value), 40)}"'
    return short(clean(str(value)), 24) if isinstance(value, int | float) else kind_of(value)


def kind_of(value: object) -> str:
    """What sort of value TOML gives, in a word."""
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else "a date"


def meant(word: str, known: "list[str] | tuple[str, ...] | set[str]") -> str:
    """The end of a sentence about an unknown word: the nearest known one, or where few are known, all of them."""
    near = nearest(word, sorted(known), 0.6)
    if near:
        return f"; did you mean {near}?"
    return f"; there is {', '.join(sorted(known))}." if 0 < len(known) <= 8 else "."
