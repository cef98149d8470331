"""First keys: what an empty shelf offers."""

from contextlib import suppress

from referee.engine.problem import Problem
from referee.store.settings import GUIDE, setting

_GUIDE_KEY = ("g", "plays a guided first fight of two minutes, for newcomers")
_FIRST_KEYS = (
    ("Enter", "plays a sample fight"),
    ("n", "begins an encounter of your own, in the game you choose"),
    ("L", "opens the library of your figures and plans"),
)


def first_keys(found: bool) -> tuple[tuple[str, str], ...]:
    """What an empty shelf offers; with the guided fight until that was seen, or encounters were found."""
    seen = False
    with suppress(Problem):
        seen = bool(setting(GUIDE))
    return _FIRST_KEYS if found or seen else (_GUIDE_KEY, *_FIRST_KEYS)
