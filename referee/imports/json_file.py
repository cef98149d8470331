"""JSON files: read strictly and with bounds, lists a record at a time, so that a long one needs little memory."""

import json
import re
from collections.abc import Iterator
from typing import Any

from referee.engine.number import short
from referee.engine.problem import Refused
from referee.text import clean

MOST_DIGITS = 18
"""A longer number stays text: it is none that a figure has."""
_BLANK = re.compile(r"[ \t\r\n]*")


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= MOST_DIGITS else short(digits, 40)


def _constant(name: str) -> str:
    """NaN and the infinities, which are no numbers: their names as text."""
    return name


_DECODER = json.JSONDecoder(parse_int=_whole, parse_constant=_constant)


def parsed(text: str, called: str) -> Any:
    """The value of a whole text. Refused, with the place, if it is none."""
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        raise _broken(called, error) from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"{clean(called, 60)} is nested too deeply to be read.") from error


def items(text: str, called: str, at: int = 0) -> Iterator[Any]:
    """The records of a list that begins there, one after the other. Refused, with the place, where it is broken."""
    try:
        at = _past(text, at + 1)
        while text[at : at + 1] != "]":
            value, at = _DECODER.raw_decode(text, at)
            yield value
            at = _past(text, at)
            if text[at : at + 1] == ",":
                at = _past(text, at + 1)
                if text[at : at + 1] == "]":
                    raise json.JSONDecodeError("a value is expected", text, at)
            elif text[at : at + 1] != "]":
                raise json.JSONDecodeError("a comma is expected", text, at)
        if text[at + 1 :].strip():
            raise json.JSONDecodeError("more follows", text, at + 1)
    except json.JSONDecodeError as error:
        raise _broken(called, error) from error
    except (ValueError, RecursionError) as error:
        raise Refused(f"{clean(called, 60)} is nested too deeply to be read.") from error


def _past(text: str, at: int) -> int:
    """The place behind blanks."""
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _broken(called: str, error: json.JSONDecodeError) -> Refused:
    return Refused(f"{clean(called, 60)} is broken at line {error.lineno}, column {error.colno}; nothing was imported.")
