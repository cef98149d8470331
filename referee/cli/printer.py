"""Printer: plain lines or JSON to a terminal or a pipe, without control characters."""

import json
import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

from referee.text.ascii import only_ascii, spelled_in_ascii
from referee.text.harmless import clean
from referee.text.width import cells


class Printer:
    """Prints to standard output and standard error, without control characters."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None, plain: bool | None = None) -> None:
        self.out = out or sys.stdout
        self.err = err or sys.stderr
        for stream in (self.out, self.err):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.plain = only_ascii(os.environ) or not _takes_all(self.out) if plain is None else plain

    def say(self, *lines: str) -> None:
        """Prints lines to the standard output."""
        for line in lines:
            print(self.drawn(line), file=self.out)
        self.out.flush()

    def complain(self, *lines: str) -> None:
        """Prints lines to standard error."""
        for line in lines:
            print(self.drawn(line), file=self.err)
        self.err.flush()

    def prompt(self, text: str) -> None:
        """Prints what stands before the line that is to be typed."""
        self.out.write(self.drawn(text) + " ")
        self.out.flush()

    def exact(self, text: str) -> None:
        """Prints a text as it is; it has to be plain ASCII without controls but line ends."""
        print(text, file=self.out)
        self.out.flush()

    def data(self, value: object, indent: int | None = None) -> None:
        """Prints a value as JSON; harmful characters are written as numbers there, or not at all."""
        print(json.dumps(_clean(value), ensure_ascii=self.plain, indent=indent), file=self.out)
        self.out.flush()

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]], gap: str = "  ") -> None:
        """Prints rows in columns; columns without any content are left out."""
        drawn = [[self.drawn(cell) for cell in row] for row in rows]
        kept = [n for n in range(len(heads)) if any(row[n] for row in drawn)]
        widths = {n: max(cells(row[n]) for row in (heads, *drawn)) for n in kept}
        for row in (list(heads), *drawn):
            self.say(gap.join(row[n] + " " * (widths[n] - cells(row[n])) for n in kept).rstrip())

    def drawn(self, line: str) -> str:
        """The line as it can be printed; the spaces in it stay."""
        harmless = " ".join(clean(word) if word else "" for word in line.split(" "))
        return spelled_in_ascii(harmless) if self.plain else harmless


def _takes_all(stream: TextIO) -> bool:
    """True if the encoding of the stream has every character."""
    try:
        "→竜".encode(stream.encoding or "utf-8")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def _clean(value: object) -> object:
    match value:
        case str():
            return clean(value, len(value))  # whole: programs read it, and what is kept has bounds of its own
        case dict():
            return {clean(str(key)): _clean(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_clean(inner) for inner in value]
        case _:
            return value
