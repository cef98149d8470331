"""Cache of what follows from an encounter alone."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from referee.engine.state.encounter import Encounter

T = TypeVar("T")


MOST_CACHED = 8
"""Encounters of which `cached` remembers what follows from them: the odds begin with the same one again and again."""
_latest: list[tuple[Encounter, dict[Any, Any]]] = []


def cached(game: object, encounter: Encounter, key: Hashable, of: object, make: Callable[[], T]) -> T:
    """What follows from this encounter alone in a game, as it was made the first time for the last few encounters.

    of: what the key names by its identity, which is to stay.
    """
    if not _latest or _latest[0][0] is not encounter:
        n = next((n for n, known in enumerate(_latest) if known[0] is encounter), None)
        _latest.insert(0, (encounter, {}) if n is None else _latest.pop(n))
        del _latest[MOST_CACHED:]
    found, whole = _latest[0][1], (id(game), key)
    if whole not in found:
        found[whole] = game, of, make()
    made: T = found[whole][2]
    return made
