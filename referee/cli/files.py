"""Text files that are named on the command line, and standard input."""

import sys
from pathlib import Path

from referee.engine.number import short
from referee.engine.problem import Refused
from referee.store.file import read_plain
from referee.store.problem import reason

MOST_OF_A_FILE = 2_000_000
"""Bytes of a transcript or a plan."""


def text_of(name: str) -> str:
    """The text of a file, if it is one, and not too long. Refused otherwise."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MOST_OF_A_FILE + 1)
        else:
            raw = read_plain(Path(name), called=short(name, 80))
    except FileNotFoundError as error:
        raise Refused(f"There is no file {short(name, 80)}.") from error
    except OSError as error:
        raise Refused(f"Cannot be read, {reason(error)}: {short(name, 80)}") from error
    if len(raw) > MOST_OF_A_FILE:
        raise Refused(f"Too long for a transcript or a plan: {short(name, 80)}")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"No UTF-8 text: {short(name, 80)}") from error
