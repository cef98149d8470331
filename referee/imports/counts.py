"""Counts of figures, as files write them."""

import re
from collections.abc import Callable

from msgspec import Struct

from referee.imports.record import average, dice_in

MOST_COUNTED = 50
"""Figures that one line of a plan may add."""
_MOST_PARTS = 20
_COUNT_PART = re.compile(r"\s*([+-])?\s*(?:(\d{1,4}\s*d\s*\d{1,4})|(\d{1,6})|([A-Za-z_][\w-]{0,60}))\s*", re.IGNORECASE)


# -------------------------------------------------------------------- counts


class Count(Struct, frozen=True):
    """A number of figures, and why it is not quite what the file says; empty if it is."""

    n: int
    why: str = ""


def read_count(said: object, named: Callable[[str], int | None] = lambda name: None) -> Count | None:
    """The count that is meant; of dice their average. None if it cannot be read.

    named: the number that a word stands for, None if nobody knows.
    """
    if isinstance(said, bool) or not isinstance(said, int | str):
        return None
    total, why, at = 0, list[str](), 0
    text = str(said).strip()[:400]
    for n in range(_MOST_PARTS):
        found = _COUNT_PART.match(text, at)
        if found is None or not found[0].strip() or (n > 0) != bool(found[1]):
            return None
        part, reason = _counted_part(found, named)
        if reason:
            why.append(reason)
        total += -part if found[1] == "-" else part
        at = found.end()
        if at == len(text):
            return _bounded_count(total, text, why)
    return None


def _counted_part(found: re.Match[str], named: Callable[[str], int | None]) -> tuple[int, str]:
    _, dice, number, word = found.groups()
    if dice:
        means = average(dice_in(dice))
        return means, f"{dice_in(dice)} counted as {means}, the average"
    if number:
        return int(number), ""
    known = named(word)
    return (known, "") if known is not None else (0, f"the number of {word} is unknown, left out of the count")


def _bounded_count(total: int, text: str, why: list[str]) -> Count:
    if why and total < 1:
        return Count(1, f"{'; '.join(why)}; using 1")
    if total > MOST_COUNTED:
        why.append(f"{total} is more than {MOST_COUNTED}; using {MOST_COUNTED}")
    return Count(max(0, min(total, MOST_COUNTED)), "; ".join(why))
