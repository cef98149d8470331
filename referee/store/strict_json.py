"""Strict JSON: every name once, no NaN, no half of a letter, no word of the content in what is said of a mistake."""

import json
from typing import Any

from referee.store.save_problems import Damaged
from referee.text.lazy_pattern import pattern

_HALF = pattern(r"\\u[dD][89a-fA-F]")
"""A surrogate: half of a letter in UTF-16, as JSON may spell it."""


def read_json(raw: bytes, called: str) -> Any:
    """The value of a JSON text, such as `{"a": 1}`. Damaged, with the place, if it is not strict JSON in UTF-8."""
    try:
        text = raw.decode("utf-8")
        found = json.loads(text, object_pairs_hook=_once_each, parse_constant=_no_constant)
        if _HALF.search(text):  # perhaps both halves are there; else it could not be written again
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except (ValueError, RecursionError) as error:
        place = f" at line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise Damaged(f"{called} is damaged{place}.") from error


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name appears twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError("not a number")
