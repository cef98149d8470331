"""Web messages: what a browser sends, read with suspicion."""

import json
from typing import NamedTuple

MOST_COLUMNS, MOST_ROWS = 500, 200
LONGEST = 256 * 1024
"""Bytes of one message."""


class Typed(NamedTuple):
    """Keys and pasted text for the program that draws."""

    raw: bytes


class Resized(NamedTuple):
    """The size that the page has now, in cells, within what can be drawn."""

    columns: int
    rows: int


class Pinged(NamedTuple):
    """A sign of life, to be sent back."""

    data: str | int | float


class Focused(NamedTuple):
    """The page was chosen, or another one was."""

    has_focus: bool


Message = Typed | Resized | Pinged | Focused


def message_of(text: str) -> Message | None:
    """The message that a text says; None if it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    match found:
        case ["stdin", str(typed)]:
            return Typed(typed.encode("utf-8", "replace"))
        case ["resize", {"width": int(columns), "height": int(rows)}]:
            return size(columns, rows)
        case ["ping", str() | int() | float() as data]:
            return Pinged(data)
        case ["focus" | "blur" as what, *_]:
            return Focused(what == "focus")
        case _:
            return None


def size(columns: int, rows: int) -> Resized:
    """A size within what can be drawn."""
    return Resized(max(1, min(columns, MOST_COLUMNS)), max(1, min(rows, MOST_ROWS)))


def number(text: str, default: int) -> int:
    """What a page says that its width or height is."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default
