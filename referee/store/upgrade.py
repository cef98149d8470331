"""Upgrades: lines that an older referee wrote, brought to the form of today step by step when they are read."""

from collections.abc import Callable, Iterator
from typing import Any

SCHEMA = 5
"""The form in which bodies of lines are written now."""
FIELDS = "ec4d8176"
"""A sum over the fields of all that is saved in that form: where they change, SCHEMA is raised, and this with it."""

Lift = Callable[[str, Any], Any]
"""Takes a line's kind and its body in one form, and gives the body in the next."""


def _unchanged(kind: str, body: Any) -> Any:
    """What is new in the next form has a default that says what was so before."""
    return body


def _without_about(kind: str, body: Any) -> Any:
    """Remarks lose the list of tags that nobody read."""
    if kind == "step":
        for event in _events(body["moves"]):
            if event["t"] == "told":
                event.pop("about", None)
    return body


def _events(moves: Any) -> Iterator[Any]:
    """All events in the moves of a step, or in the items of an entry: also those of corrections and interjections."""
    for move in moves:
        yield from move.get("events") or ()
        inner = [move.get("entry"), *move.get("later", ()), *move.get("open", ())]
        for entry in (each for each in inner if each is not None):
            yield from entry.get("events") or ()
            yield from _events(entry.get("items", ()))


LIFTS: dict[int, Lift] = {1: _unchanged, 2: _without_about, 3: _unchanged, 4: _unchanged}
"""By the form they lift from. The first form has nothing below it; in the second a correction plays again what
came later; in the third tests are events of their own, and changes of tracks know who did them and their sums;
in the fourth figures may be hidden from the players, who are shown the board space by space; in the fifth figures know
the names that they had, and commands say who gave them: of older ones that is worked out when they are replayed."""


def lifted(kind: str, body: Any, schema: int) -> Any:
    """The body of a line of that form in the form of today. KeyError if nothing leads from there."""
    for form in range(schema, SCHEMA):
        body = LIFTS[form](kind, body)
    return body
