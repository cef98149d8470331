"""A TOML table of a system file, taken key by key, each value checked for its type, bounds and names.

Used by the readers of all keys. Whatever is wrong is reported, and a harmless value stands in for it, so that one
reading finds all that is wrong; a key that nobody asked for is reported at the end.
"""

from collections.abc import Collection, Iterator, Sequence
from string import Formatter
from typing import Any

from msgspec import Struct, field

from referee.engine.problem import NotUnderstood
from referee.rules.open_table.language.amount_notation import read_amount, read_count, read_when
from referee.rules.open_table.language.document import Mistake, Path, Report, meant, quoted
from referee.rules.open_table.language.expression import (
    ACT,
    EVENT,
    TERMS,
    ZERO,
    Asked,
    Count,
    Name,
    Node,
    Scope,
    When,
    amounts_in,
    inside,
)
from referee.rules.open_table.language.names import Symbols, misnamed
from referee.text.harmless import clean

LONGEST_TEXT = 200
LONGEST_LIST = 64
_LATER = frozenset(("effects", "save_ends", "answers"))
NUMBERS = (-9999, 9999)
"""The least and the most that a number may be."""


class Context(Struct, frozen=True):
    """What every table of one file is read with."""

    symbols: Symbols
    report: Report
    sections: dict[str, Any] = field(default_factory=dict)
    """The values of the sections that have been read."""
    read_of_tests: set[str] = field(default_factory=set)
    """The words of tests, such as `margin`, that expressions outside of tests name."""


class Table:
    """One table of the file. Each key is asked for once, and `close` reports those that nobody asked for."""

    def __init__(self, context: Context, path: Path, data: Any) -> None:
        self.context = context
        self.path = path
        self.asked: dict[str, None] = {}
        if not isinstance(data, dict):
            self.report("E2", f"must be a table, not {quoted(data)}.")
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
        self.report("E2", f"must be {expected}, not {quoted(value)}.", key)
        return None

    def close(self) -> None:
        """Reports keys that are not known here."""
        for key in self.data:
            if key not in self.asked:
                ending = meant(key, list(self.asked))
                if ". Did you mean" in ending:
                    ending = f". Did you mean `{ending[15:-1]}`?"
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
            self.report("E10", f"a text can have at most {most:,} characters; this one has {len(value):,}.", key)
        return clean(value, most)

    def phrase(self, key: str, blanks: Collection[str], default: str = "") -> str:
        """A sentence with some of these blanks in it, such as {who}."""
        text = self.text(key, default)
        try:
            parsed = [part[1:] for part in Formatter().parse(text) if part[1] is not None]
        except ValueError:
            self.report("E2", f"a {{ or }} has no partner: {quoted(text)}.", key)
            return default
        for name, form, turned in parsed:
            if name not in blanks or form or turned:
                shown = [f"{{{blank}}}" for blank in blanks]
                self.report("E7", f"{{{name}}} cannot be used here{meant(f'{{{name}}}', shown)}", key)
                return default
        return text

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
        self.report("E4", f"must be {least} to {most}, not {quoted(n)}.", *key)
        return default

    def one_of(self, key: str, choices: Sequence[str], default: str) -> str:
        """One of a few words. TOML's false is `no`, where that is one of them."""
        if self.data.get(key) is False and "no" in choices:
            self.has(key)
            return "no"
        value = self.get(key, f"one of {', '.join(choices)}", str)
        if value is None or value in choices:
            return default if value is None else str(value)
        self.report("E3", f"must be one of {', '.join(choices)}, not {quoted(value)}.", key)
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
                self.report("E2", f"must be a word, not {quoted(word)}.", key, n)
        return tuple(out)

    @property
    def scope(self) -> Scope:
        """What the effects of its section may name; those of what lies on a figure happen later than the act."""
        return EVENT if self.path[0] not in ("action", "thing") or _LATER.intersection(self.path) else ACT

    @property
    def family(self) -> tuple[str, str]:
        """The family that the table was made for, and its word; outside of families its own name and no word."""
        return self.symbols.members.get(self.path[:2], (str(self.path[-1]), ""))

    # ---------------------------------------------------------------- names of the file

    def named(self, key: str, section: str) -> str:
        """A name that a section declares; empty if the file says none."""
        value = self.get(key, f"the name of a {section}", str)
        found = () if value is None else self.resolve(value, (section,), (), key)
        return found[0] if found else ""

    def named_trait(self, key: str, kind: str) -> str:
        """A trait of that type (number, word, words); empty if the file names none."""
        trait = self.named(key, "trait")
        found = self.symbols.types_of.get(trait, kind)
        if found == kind:
            return trait
        expected = {"number": "a number", "word": "text"}.get(kind, "a list of words")
        self.report("E2", f"must be a trait that is {expected}, not `{trait}`.", key)
        return ""

    def names(self, key: str, *sections: str, besides: Collection[str] = ()) -> tuple[str, ...]:
        """A list of names that these sections declare, those of families spread; `besides` are words of the app."""
        found: list[str] = []
        for word in self.words(key, f"a list of {sections[0]}s"):
            found += self.resolve(word, sections, besides, key)
        return tuple(dict.fromkeys(found))

    def resolve(self, word: str, sections: Sequence[str], besides: Collection[str], *key: str | int) -> tuple[str, ...]:
        """What a word means in these sections; reported if it means nothing."""
        if word in besides:
            return (word,)
        for section in sections:
            if found := self.symbols.find(section, word):
                return found
        ending = meant(word, [*self.symbols.known(*sections), *besides])
        self.report("E7", f"there is no {' or '.join(sections)} {quoted(word)}{ending}", *key)
        return ()

    def tests_touched(self, key: str) -> tuple[str, ...]:
        """A list of tests, with those that are one of them."""
        return self.symbols.touched(self.names(key, "test"))

    def known_words(self, key: str, what: str, known: Collection[str]) -> tuple[str, ...]:
        """A list of words, each one of these."""
        out: list[str] = []
        for word in self.words(key):
            if word in known:
                out.append(word)
            else:
                self.report("E7", f"there is no {what} {quoted(word)}{meant(word, list(known))}", key)
        return tuple(out)

    def cites(self, key: str) -> tuple[str, ...]:
        """The clauses that the table cites; one that the file does not have is a warning."""
        cited = self.words(key)
        for clause in cited:
            if clause not in self.symbols.clauses:
                self.report("W", f"there is no clause {quoted(clause)} in the file.", key)
        return cited

    # ---------------------------------------------------------------- amounts and comparisons

    def amount(self, key: str, scope: Scope) -> Node | None:
        """An amount: a number, or a text that reads as one; None if the file says none."""
        value = self.get(key, "a number or an amount", int, str)
        return None if value is None else self.read_amount(value, scope, key)

    def read_amount(self, value: object, scope: Scope, *key: str | int) -> Node | None:
        """The amount that a value of the file says; None, and reported, if it says none."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            self.report("E2", f"must be a number or dice, such as 2d6 + 3, not {quoted(value)}.", *key)
            return None
        if isinstance(value, int) and self.bounded(value, 0, *NUMBERS, *key) != value:
            return None
        try:
            node = read_amount(str(value), self.symbols.rounding)
        except NotUnderstood as problem:
            self.report("E5", f"{quoted(value)} cannot be read as an amount: {_lower(str(problem))}", *key)
            return None
        if isinstance(node, Asked) and not scope.asked:
            self.report("E5", '"ask" is not possible here.', *key)
            return None
        return node if self.fits(inside(node), scope, key) else None

    def when(self, key: str, scope: Scope) -> When | None:
        """A comparison; None if the file says none."""
        value = self.get(key, "a comparison", str)
        return None if value is None else self.read_when(value, scope, key)

    def whens(self, key: str, scope: Scope) -> tuple[When, ...]:
        """A list of comparisons; one alone is a list of one."""
        read = [self.read_when(text, scope, key) for text in self.words(key, "a list of comparisons")]
        return tuple(when for when in read if when is not None)

    def read_when(self, value: str, scope: Scope, *key: str | int) -> When | None:
        """The comparison that a text says; None, and reported, if it says none."""
        try:
            when = read_when(value, self.symbols.rounding)
        except NotUnderstood as problem:
            self.report("E6", f"{quoted(value)} cannot be read as a comparison: {_lower(str(problem))}", *key)
            return None
        return when if self.fits(amounts_in(when), scope, key, when) else None

    def count(self, key: str, scope: Scope) -> Count | None:
        """Which faces count, such as ">= 5", or the names of faces; None if the file does not say it."""
        value = self.get(key, 'which faces count, such as ">= 5",', str, list)
        if value is None:
            return None
        if isinstance(value, list) or value in self.symbols.faces:
            return Count("", ZERO, self.known_words(key, "face of a die", self.symbols.faces))
        try:
            count = read_count(value, self.symbols.rounding)
        except NotUnderstood as problem:
            self.report("E6", f"{quoted(value)} does not say which faces count: {_lower(str(problem))}", key)
            return None
        return count if self.fits(inside(count.than), scope, (key,)) else None

    def fits(self, nodes: Iterator[Node], scope: Scope, key: Sequence[str | int], when: When | None = None) -> bool:
        """Does everything named in an expression exist, and may dice be in it? Reported if not."""
        named = list(nodes)
        for wrong in misnamed(named, scope, self.symbols, when):
            self.report(wrong.code, wrong.sentence, *key)
            return False
        if self.path[:1] != ("test",):
            words = (node.word for node in named if isinstance(node, Name) and not node.scope)
            self.context.read_of_tests.update(word for word in words if word in TERMS and word in scope.terms)
        return True

    # ---------------------------------------------------------------- tables within

    def table(self, key: str) -> "Table":
        """A table in this one; an empty one if the file says none."""
        return Table(self.context, (*self.path, key), self.data[key] if self.has(key) else {})

    def rows(self, key: str, most: int = LONGEST_LIST) -> "list[Table]":
        """A list of tables."""
        value = self.get(key, "a list of tables", list) or []
        if len(value) > most:
            self.report("E10", f"a list has at most {most} entries; this one has {len(value):,}.", key)
        return [Table(self.context, (*self.path, key, n), row) for n, row in enumerate(value[:most])]

    def entries(self) -> Iterator[tuple[str, Any]]:
        """All keys and values, for tables whose keys are names."""
        for key in list(self.data)[:LONGEST_LIST]:
            self.asked[key] = None
            yield key, self.data[key]
        if len(self.data) > LONGEST_LIST:
            self.report("E10", f"a table has at most {LONGEST_LIST} entries; this one has {len(self.data):,}.")
            self.asked |= dict.fromkeys(self.data)


def _lower(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:]
