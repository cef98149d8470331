"""Keys of a system file, declared where their values are kept: a field of a `KeyedTable` class is a key of its table.

A declaration says how the key is read, what it does, and what holds without it; `read` makes the value of a table,
and `keys_of` is what `system new` explains the table by.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar, dataclass_transform

from msgspec import Struct, StructMeta
from msgspec.structs import replace

from referee.rules.open_table.language.amount_notation import read_when
from referee.rules.open_table.language.document import Path, meant, quoted
from referee.rules.open_table.language.expression import FIGURE, FIXED, OUTCOMES, PRICE, Node, Scope, When
from referee.rules.open_table.language.toml_table import LONGEST_LIST, LONGEST_TEXT, Table
from referee.words.bearer import plain

T = TypeVar("T")
Read = Callable[[Table, str], Any]
"""Takes the value of a key from a table; whatever is wrong with it is reported, and a harmless value returned."""
ReadOne = Callable[[Table, str, Any], Any]
"""Takes the value of one key of a table whose keys are names; None if it is wrong, and reported."""
NEEDED = "needed"
MOST_NUMBER = 999_999
NONE: Mapping[str, Any] = MappingProxyType({})


class Key(Struct, frozen=True):
    """A key of a table."""

    read: Read
    does: str
    """What the key does, as `system new` explains it."""
    default: Any
    """The value of the field where the file does not have the key."""
    without: str
    """What holds without it, as TOML; `needed`, if it has to be there."""
    name: str = ""
    """How the file calls it; empty: as the field."""
    always: bool = False
    """Read even where the file does not have it: what holds then follows from other keys, or is reported."""
    only: str = ""
    """The only section that has it; empty: each that has the table."""
    tables: tuple[type, ...] = ()
    """Of a section: what declares the keys of its tables."""
    most: int = 0
    """Of a section: how many tables it has at most; 0: it is one table."""


def part(
    read: Read,
    does: str,
    *,
    default: Any = None,
    without: str | None = None,
    called: str = "",
    always: bool = False,
    only: str = "",
    tables: tuple[type, ...] = (),
    most: int = 0,
) -> Any:
    """A key with a reader of its own."""
    shown = _as_toml(default) if without is None else without
    return Key(read, does, default, shown, called, always or without == NEEDED, only, tables, most)


def flag(does: str, default: bool = False) -> Any:
    """Yes or no."""
    return part(_by(Table.flag, default), does, default=default)


def number(default: int, least: int, most: int, does: str, *, called: str = "") -> Any:
    """A number within bounds."""
    return part(_by(Table.number, default, least, most), does, default=default, called=called)


def text(does: str, default: str = "", *, most: int = LONGEST_TEXT, without: str | None = None) -> Any:
    """A line of text."""
    return part(_by(Table.text, default, most, without == NEEDED), does, default=default, without=without)


def phrase(blanks: Sequence[str], does: str, default: str = "", *, without: str | None = None) -> Any:
    """A sentence, with blanks such as {who}."""
    return part(_by(Table.phrase, blanks, default), _with_blanks(does, blanks), default=default, without=without)


def phrases(blanks: Sequence[str], does: str) -> Any:
    """A table with a sentence for some outcomes of a test."""
    return by_outcome(_by(Table.phrase, blanks), _with_blanks(does, blanks))


def _with_blanks(does: str, blanks: Sequence[str]) -> str:
    return f"{does} (with {', '.join(f'{{{blank}}}' for blank in blanks)})"


def _as_written(table: Table, name: str) -> str:
    return name


def by_word(read_one: ReadOne, does: str, named: Callable[[Table, str], str] = _as_written, *, called: str = "") -> Any:
    """A table within the table; `read_one` takes one of its values, and None from it leaves that out.

    named: makes of its key what that means; empty, and reported, if it means nothing.
    """

    def read_all(table: Table, key: str) -> Mapping[str, Any]:
        inner = table.table(key)
        found = [(named(inner, word), read_one(inner, word, value)) for word, value in inner.entries()]
        return MappingProxyType({name: one for name, one in found if name and one is not None})

    return part(read_all, does, default=NONE, called=called)


def by_outcome(read_one: Read, does: str) -> Any:
    """A table within the table, whose keys are outcomes of a test; `read_one` takes the value of one of them."""

    def named(table: Table, outcome: str) -> str:
        if outcome in OUTCOMES:
            return outcome
        table.report("E7", f"there is no outcome {quoted(outcome)}{meant(outcome, list(OUTCOMES))}", outcome)
        return ""

    return by_word(lambda table, outcome, _: read_one(table, outcome), does, named)


def heading(does: str, made: Callable[[str], str] = plain, *, most: int = LONGEST_TEXT, called: str = "") -> Any:
    """How it is called in sentences; without it what `made` makes of the name of its table."""

    def read(table: Table, key: str) -> str:
        return table.text(key, made(str(table.path[-1])), most)

    return part(read, does, default="", without="the name", called=called, always=True)


def as_title(name: str) -> str:
    """A name as a title: `great_axe` becomes `Great axe`."""
    return plain(name).capitalize()


def choice(choices: Sequence[str], does: str, default: str | None = None, *, called: str = "") -> Any:
    """One of a few words; without it the first of them, or the default."""
    word = choices[0] if default is None else default
    return part(_by(Table.one_of, choices, word), does, default=word, called=called)


def switch(off: str, on: str, does: str, *, called: str) -> Any:
    """One of two words as a yes or no: is it the second? Without it the first."""

    def read(table: Table, key: str) -> bool:
        return table.one_of(key, (off, on), off) == on

    return part(read, does, default=False, without=f'"{off}"', called=called)


def word_list(does: str) -> Any:
    """A key whose value is a list of words; without it the list is empty."""
    return part(_by(Table.words), does, default=())


def name_of(section: str, does: str, *, called: str = "", needed: bool = False, without: str = "-") -> Any:
    """A name that a section declares."""

    def read(table: Table, key: str) -> str:
        if needed and not table.has(key):
            table.report("E12", f"`{key}` is missing.")
        return table.named(key, section)

    return part(read, does, default="", without=NEEDED if needed else without, called=called)


def trait_of(kind: str, does: str, default: str = "") -> Any:
    """The name of a trait of that type (number, word, words)."""
    return part(lambda table, key: table.named_trait(key, kind) or default, does, default=default)


def names_of(section: str, does: str, *, called: str = "") -> Any:
    """A list of names that a section declares, those of families spread."""
    return part(_by(Table.names, section), does, default=(), called=called)


def amount(scope: Scope | None, does: str, default: Node | None = None) -> Any:
    """An amount; without a scope it may name what every amount of its section may."""

    def read(table: Table, key: str) -> Node | None:
        return table.amount(key, scope or table.scope) or default

    return part(read, does, default=default)


def comparison(scope: Scope | None, does: str, default: str = "") -> Any:
    """A comparison; without a scope it may name what every amount of its section may, and has no dice."""
    usual = read_when(default) if default else None

    def read(table: Table, key: str) -> When | None:
        return table.when(key, scope or replace(table.scope, dice=False, asked=False)) or usual

    return part(read, does, default=usual, without=_as_toml(default))


def comparisons(does: str, scope: Scope = FIXED, *, called: str = "") -> Any:
    """A list of comparisons, by default of one figure; one alone is a list of one."""
    return part(_by(Table.whens, scope), does, default=(), called=called)


def cited(does: str = "clauses", *, called: str = "") -> Any:
    """The clauses that something follows."""
    return part(_by(Table.cites), does, default=(), called=called)


def by_name(section: str, read_one: ReadOne, does: str, *, called: str = "") -> Any:
    """A table within the table, whose keys are names that a section declares; `read_one` takes one of its values."""

    def named(table: Table, name: str) -> str:
        return next(iter(table.resolve(name, (section,), (), name)), "")

    return by_word(read_one, does, named, called=called)


def amounts_of(section: str, does: str, *, called: str = "", asked: bool = False) -> Any:
    """An amount for each name that a section declares; asked: it may name what is asked of what is used."""
    scope = PRICE if asked else FIGURE
    return by_name(section, lambda table, name, value: table.read_amount(value, scope, name), does, called=called)


def _numbers(table: Table, name: str, value: Any) -> tuple[int, ...]:
    said = value if isinstance(value, list) and len(value) <= LONGEST_LIST else []
    numbers = tuple(n for n in said if type(n) is int and 0 <= n <= MOST_NUMBER)
    if not said or len(numbers) < len(said):
        table.report("E2", f"must be a list of at most {LONGEST_LIST} numbers from 0 to {MOST_NUMBER:,}.", name)
    return numbers


def number_lists(does: str) -> Any:
    """A table with a list of numbers for each word."""
    return by_word(_numbers, does)


def with_values() -> Any:
    """An amount for each name that `{with.x}` may have."""
    return by_word(
        lambda table, name, value: table.read_amount(value, table.scope, name), "values for {with.x}: { dc = 13 }"
    )


def table_of(of: type[Any], does: str) -> Any:
    """A table within the table, as a value of that class; None without it, and where it lacks what it needs."""

    def read_inner(table: Table, key: str) -> Any:
        return _whole(of, table.table(key)) if table.has(key) else None

    return part(read_inner, does)


def rows_of(of: type[Any], does: str) -> Any:
    """A list of tables, each as a value of that class; those that lack what they need are left out."""

    def read_rows(table: Table, key: str) -> tuple[Any, ...]:
        return tuple(found for row in table.rows(key) if (found := _whole(of, row)) is not None)

    return part(read_rows, does, default=())


def later(does: str, default: Any) -> Any:
    """A key that is read once the others are, by what they say."""

    def read_later(table: Table, key: str) -> Any:
        table.has(key)
        return default

    return part(read_later, does, default=default)


def included(of: type[Any]) -> Any:
    """A class whose keys stand in the same table."""
    return part(lambda table, _: read(of, table), "", default=of(), always=True)


def keys_of(of: type) -> Mapping[str, tuple[str, Key]]:
    """The keys that a class declares: for each field what the file calls it, and how it is read."""
    return of.keys_of_fields if isinstance(of, KeyedTableMeta) else NONE


def read(of: type[T], table: Table, **given: Any) -> T:
    """The value of a table, its keys read in the order of its fields; `given` are fields that are no keys."""
    declared: type = of
    keys, asked = _keys_in(declared, table.path[:1])
    table.asked.update(asked)
    said = table.data
    for name, called, key in keys:
        if called in said or key.always:
            given[name] = key.read(table, called)
    return of(**given)


@lru_cache(maxsize=256)
def _keys_in(of: type, section: Path) -> tuple[list[tuple[str, str, Key]], dict[str, None]]:
    """The keys that a class declares for tables of a section: the field of each, and what the file calls it; and the
    names of those that are read only where the file has them.
    """
    keys = [
        (name, called, key) for name, (called, key) in keys_of(of).items() if not key.only or section == (key.only,)
    ]
    return keys, dict.fromkeys(called for _, called, key in keys if not key.always)


def _as_toml(value: Any) -> str:
    """A default as `system new` shows it; a dash for none."""
    if isinstance(value, str):
        return f'"{value}"' if value else "-"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_as_toml, value))}]"
    if value is NONE:
        return "{}"
    return "-" if value is None else str(value).lower()


def _by(method: Callable[..., Any], *rest: Any) -> Read:
    """A reader that calls a method of the table with the key and the rest."""
    return lambda table, key: method(table, key, *rest)


def _whole(of: type, table: Table) -> Any:
    """The value of a table of its own; None if a key that it needs says nothing."""
    found: Any = read(of, table)
    table.close()
    needed = (name for name, (_, key) in keys_of(of).items() if key.without == NEEDED)
    return found if all(getattr(found, name) for name in needed) else None


class KeyedTableMeta(StructMeta):
    """Makes a class of values whose fields may be keys of a table: a key's default is that of the field."""

    keys_of_fields: Mapping[str, tuple[str, Key]]
    """For each field that is a key, what the file calls it, and how it is read."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any) -> "KeyedTableMeta":
        """The class; the keys of what it extends come first."""
        keys = {field: (key.name or field, key) for field, key in body.items() if isinstance(key, Key)}
        defaults = {field: key.default for field, (_, key) in keys.items()}
        made = super().__new__(cls, name, bases, {**body, **defaults}, **config)
        before = (base.keys_of_fields for base in bases if isinstance(base, KeyedTableMeta))
        made.keys_of_fields = {**next(before, {}), **keys}
        return made


@dataclass_transform(frozen_default=True)
class KeyedTable(Struct, metaclass=KeyedTableMeta, frozen=True):
    """What a table of a system file says: a field of it is a key of that table."""
