"""Upgrades: lines that an older referee wrote, brought to the form of today step by step when they are read."""

from collections.abc import Callable
from typing import Any

SCHEMA = 2
"""The form in which bodies of lines are written now."""
FIELDS = "d192d99d"
"""A sum over the fields of all that is saved in that form: where they change, SCHEMA is raised, and this with it."""

Lift = Callable[[str, Any], Any]
"""Takes a line's kind and its body in one form, and gives the body in the next."""


def _unchanged(kind: str, body: Any) -> Any:
    """What is new in the next form has a default that says what was so before."""
    return body


LIFTS: dict[int, Lift] = {1: _unchanged}
"""By the form they lift from. The first form has nothing below it; in the second a correction plays again what
came later."""


def lifted(kind: str, body: Any, schema: int) -> Any:
    """The body of a line of that form in the form of today. KeyError if nothing leads from there."""
    for form in range(schema, SCHEMA):
        body = LIFTS[form](kind, body)
    return body
