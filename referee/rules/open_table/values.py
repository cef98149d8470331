"""Values: one table of a system file, taken key by key, each value checked for its type and bounds.

Whatever is wrong is reported, and a harmless value stands in for it, so that one reading finds all that is wrong.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.rules.open_table.families import Report
from referee.rules.open_table.mistake import Mistake, Path, meant, quoted
from referee.rules.open_table.symbols import Symbols
from referee.text import clean

LONGEST_TEXT = 200
LONGEST_LIST = 64
NUMBERS = (-9999, 9999)
"""The least and the most that a number may be."""


@dataclass(frozen=True)
class Context:
    """What every table of one file is read with."""

    symbols: Symbols
    report: Report
    sections: dict[str, Any] = field(default_factory=dict)
    """The values of the sections that have been read."""


class Values:
    """The plain values of one table of the file. `close` reports keys that nobody asked for."""

    def __init__(self, context: Context, path: Path, data: Any) -> None:
        self.context = context
        self.path = path
        self.asked: dict[str, None] = {}
        if not isinstance(data, dict):
            self.report("E2", f"a table is expected, not {quoted(data)}.")
            data = {}
        self.data: dict[str, Any] = data

    @property
    def symbols(self) -> Symbols:
        return self.context.symbols

    def report(self, code: str, sentence: str, *key: str | int) -> None:
        """Notes what is wrong with the table, or with a key of it."""
        self.context.report(Mistake(code, (*self.path, *key), sentence))

    def has(self, key: str) -> bool:
        """Does the file say anything for this key?"""
        self.asked[key] = None
        return key in self.data

    def get(self, key: str, expected: str, *types: type) -> Any:
        """The value of a key if it has one of these types; None if it is not there, or reported as something else."""
        if not self.has(key):
            return None
        value = self.data[key]
        if isinstance(value, types) and not (isinstance(value, bool) and bool not in types):
            return value
        self.report("E2", f"{expected} is expected, not {quoted(value)}.", key)
        return None

    def close(self) -> None:
        """Reports keys that are not known here."""
        for key in self.data:
            if key not in self.asked:
                ending = meant(key, list(self.asked))
                if "; did you mean" in ending:
                    ending = f"; did you mean `{ending[15:-1]}`?"
                self.report("E1", f"`{clean(key)[:40]}` is not known here{ending}", key)

    # ---------------------------------------------------------------- plain values

    def text(self, key: str, default: str = "", most: int = LONGEST_TEXT, needed: bool = False) -> str:
        """A harmless line of text."""
        value = self.get(key, "a text", str)
        if value is None:
            if needed and key not in self.data:
                self.report("E12", f"`{key}` is missing.", key)
            return default
        if len(value) > most:
            self.report("E10", f"a text has at most {most:,} characters; this one has {len(value):,}.", key)
        return clean(value, most)

    def flag(self, key: str, default: bool = False) -> bool:
        """Yes or no."""
        value = self.get(key, "true or false", bool)
        return default if value is None else bool(value)

    def number(self, key: str, default: int, least: int = NUMBERS[0], most: int = NUMBERS[1]) -> int:
        """A number within bounds."""
        value = self.get(key, "a number", int)
        return default if value is None else self.bounded(int(value), default, least, most, key)

    def bounded(self, n: int, default: int, least: int, most: int, *key: str | int) -> int:
        """The number, or the default if it is reported as out of bounds."""
        if least <= n <= most:
            return n
        self.report("E4", f"{least} to {most} is possible, not {quoted(n)}.", *key)
        return default

    def one_of(self, key: str, choices: Sequence[str], default: str) -> str:
        """One of a few words. TOML's false is `no`, where that is one of them."""
        if self.data.get(key) is False and "no" in choices:
            self.has(key)
            return "no"
        value = self.get(key, f"one of {', '.join(choices)}", str)
        if value is None or value in choices:
            return default if value is None else str(value)
        self.report("E3", f"one of {', '.join(choices)} is expected, not {quoted(value)}.", key)
        return default

    def words(self, key: str, expected: str = "a list of words") -> tuple[str, ...]:
        """A list of texts; one text alone is a list of one."""
        value = self.get(key, expected, list, str)
        values = [value] if isinstance(value, str) else value or []
        if len(values) > LONGEST_LIST:
            self.report("E10", f"a list has at most {LONGEST_LIST} entries; this one has {len(values):,}.", key)
        out: list[str] = []
        for n, word in enumerate(values[:LONGEST_LIST]):
            if isinstance(word, str):
                out.append(clean(word, LONGEST_TEXT))
            else:
                self.report("E2", f"a word is expected, not {quoted(word)}.", key, n)
        return tuple(out)
