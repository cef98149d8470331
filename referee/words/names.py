"""Names in a row, those with numbers joined to runs: `Goblin 1-4`."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from string import digits

from referee.text.phrases import joined


def in_a_sentence(names: Sequence[str]) -> str:
    """Names as the subject of a sentence: `Goblin 1-4 and Gruk`; a single one as it is written."""
    return names[0] if len(names) == 1 else joined(runs_of(names))


def spans(names: Sequence[str]) -> str:
    """Names in a row with their numbers joined: `Goblin 1-4, Gruk`; tags, too: `g1-g4`."""
    return ", ".join(runs_of(names))


@lru_cache(maxsize=4096)
def _stem_and_number(name: str) -> tuple[str, int]:
    """A name without the digits at its end, and what they say; -1 without digits."""
    stem = name.rstrip(digits)
    return (stem, int(name[len(stem) :])) if stem != name else (name, -1)


def runs_of(names: Sequence[str], most: int | None = None) -> list[str]:
    """The same, run by run; most: only so many, the first."""
    parts: list[str] = []
    each = enumerate(map(_stem_and_number, names))
    keyed = [((stem, number - n, number < 0), number) for n, (stem, number) in each]
    for (stem, _, bare), run in islice(groupby(keyed, key=itemgetter(0)), most):
        numbers = [number for _, number in run]
        if bare:
            parts += [stem] * len(numbers)
        elif len(numbers) == 1:
            parts.append(f"{stem}{numbers[0]}")
        else:
            parts.append(f"{stem}{numbers[0]}-{'' if stem.endswith(' ') else stem}{numbers[-1]}")
    return parts
