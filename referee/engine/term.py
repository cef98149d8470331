"""Terms: the parts of a sum that a test or a change of a track is reckoned from."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Term(NamedTuple):
    """One part of a sum (dice, a card, a modifier), as a list of three: its name, what it adds, its faces or cards."""

    label: str
    """What it is called: `d20`, `STR`, `shield 2`; may be empty for a bare number."""
    value: int
    """What it adds to the sum."""
    faces: tuple[str, ...] = ()
    """The faces of its dice, or the names of its cards, as they are shown; empty for a modifier."""


Terms = tuple[Term, ...]


def dice_term(label: str, faces: Sequence[int]) -> Term:
    """Numbered dice as one term: their sum, and each face."""
    return Term(label, sum(faces), tuple(map(str, faces)))


def total(terms: Iterable[Term]) -> int:
    """What the terms come to."""
    return sum(term.value for term in terms)
