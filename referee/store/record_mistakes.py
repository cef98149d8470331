"""Mistakes in records that pydantic has checked, told with the place where each is."""

from collections.abc import Callable
from typing import TypeVar

from pydantic import ValidationError

from referee.store.save_problems import Damaged
from referee.text.harmless import clean
from referee.text.quoting import short

T = TypeVar("T")
_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "one field of it is not known",
    "string_too_long": "is too long",
    "string_too_short": "is empty",
    "too_long": "has too many entries",
    "model_type": "is not an object",
    "string_type": "is not text",
    "int_parsing": "is not a whole number",
    "tuple_type": "is not a list",
}
"""Words for pydantic's error types; its own messages name Python classes."""


def mistake_in(error: ValidationError, *at: str) -> str:
    """The first mistake and its place: `figures, 3rd, words: is missing`. at: the place of the whole record.

    The name of a field that no record has is not told: it is content.
    """
    first = error.errors(include_url=False, include_input=False)[0]
    parts = first["loc"][:-1] if first["type"] == "extra_forbidden" else first["loc"]
    place = [*at, *(_ordinal(part + 1) if isinstance(part, int) else clean(str(part), 40) for part in parts)]
    wrong = _WORDS.get(first["type"]) or short(clean(first["msg"]).lower(), 80)
    return f"{short(', '.join(place), 100)}: {wrong}" if place else wrong


def validated(make: Callable[[], T], called: str, *at: str) -> T:
    """Calls `make`. Damaged, with the place of the mistake, if a record in it is not valid.

    called: the file; at: the place of the record in it.
    """
    try:
        return make()
    except ValidationError as error:
        raise Damaged(f"{called} is damaged: {mistake_in(error, *at)}.") from error
    except (RecursionError, TypeError, LookupError, AttributeError, ValueError) as error:
        where = f": {', '.join(at)} makes no sense" if at else ""
        raise Damaged(f"{called} is damaged{where}.") from error


def _ordinal(n: int) -> str:
    """`1st`, `2nd`, `11th`."""
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"
