"""Patterns of attacks: what one payment buys together, such as `frightful_presence + bite + 2 claw/tail`."""

import re
from functools import lru_cache

from referee.engine.problem import NotUnderstood
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted

MOST = 12
"""Things of one pattern."""
_PART = pattern(r"(?:([1-9][0-9]?) +)?([a-z0-9_]+(?:/[a-z0-9_]+)*)", re.ASCII)
Slots = tuple[frozenset[str], ...]
"""A pattern, one thing after the other: the names, of things or sorts, of which each may be."""


@lru_cache(maxsize=1024)
def read_pattern(text: str) -> Slots:
    """The pattern of a text: `bite + 2 claw/tail`. NotUnderstood if it is none."""
    slots: list[frozenset[str]] = []
    for part in text.split("+"):
        found = _PART.fullmatch(part.strip().lower())
        if found is None:
            raise NotUnderstood(f"{quoted(text)} is no pattern of attacks. Type, for example, bite + 2 claw.")
        slots += [frozenset(found[2].split("/"))] * int(found[1] or 1)
    if len(slots) > MOST:
        raise NotUnderstood(f"A pattern has at most {MOST} attacks; {quoted(text)} has {len(slots)}.")
    return tuple(slots)


def wrong_pattern(text: str) -> str:
    """Why a text is no pattern; empty if it is one."""
    try:
        read_pattern(text)
    except NotUnderstood as problem:
        return str(problem)
    return ""
