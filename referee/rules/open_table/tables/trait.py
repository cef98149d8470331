"""Traits: numbers, words, yes or no, and lists that a figure has."""

from dataclasses import dataclass, replace
from typing import Any

from referee.engine.bearer import Value
from referee.rules.open_table.expression import Node
from referee.rules.open_table.keys import choice, cited, heading, later, name_of, number, part, read, text
from referee.rules.open_table.mistake import quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import FIXED
from referee.rules.open_table.symbols import type_of
from referee.rules.open_table.tables.track import SHOWN
from referee.rules.open_table.values import LONGEST_LIST, LONGEST_TEXT, NUMBERS
from referee.text import clean

TYPES = ("number", "word", "words", "yes")


def _type(table: Table, key: str) -> str:
    guessed = type_of(table.data)
    return table.one_of(key, TYPES, guessed if guessed in TYPES else "number")


def _formula(table: Table, key: str) -> Node | None:
    return table.amount(key, replace(FIXED, above=table.symbols.order.get(str(table.path[-1]), 0)))


@dataclass(frozen=True)
class TraitRule:
    """A trait that figures may have. Without default and formula its value is unknown, and asked when needed."""

    name: str
    default: Value | None = later(
        "its value without another: a number, a text, a list or true; without it asked when needed", None
    )
    type: str = part(_type, "number, word, words, yes", default="number", without="of default", always=True)
    formula: Node | None = part(_formula, "amount, of tracks and of traits above it; a figure may still say its own")
    least: int = number(-999, *NUMBERS, "the least that it can be")
    most: int = number(NUMBERS[1], *NUMBERS, "the most that it can be")
    choices: tuple[int | str, ...] = later("what alone it can be", ())
    label: str = heading("its heading")
    hint: str = text("in a few words")
    show: str = choice(SHOWN, "where: column, order, sheet, never")
    fact: str = text("what other programs call it in `library show --json`; a family is a table of that name")
    condition: str = name_of(
        "condition", "a condition: when it ends, the trait is at its default again", called="while"
    )
    cites: tuple[str, ...] = cited()
    word: str = ""
    """The word of the family that it was made for; empty outside of a family."""


def read_trait(table: Table, name: str) -> TraitRule:
    """The trait of a table; its choices and its default are read by its type and bounds."""
    rule = read(TraitRule, table, name=name, word=table.family[1])
    if rule.least > rule.most:
        table.report("E4", f"at most {rule.most} is possible, not {rule.least}.", "least")
    if table.has("formula") and (table.has("default") or rule.type != "number"):
        table.report("E12", "a trait with a formula is a number, and has no default.", "formula")
    if not any(table.has(key) for key in ("default", "type", "formula")):
        table.report("E12", "`default`, `type` or `formula` is missing.")
    rule = replace(rule, choices=_choices(table, rule))
    given = table.data.get("default")
    return replace(rule, default=None if given is None else read_trait_value(table, rule, given, "default"))


def _choices(table: Table, rule: TraitRule) -> tuple[int | str, ...]:
    values = table.get("choices", "a list", list) or []
    read = [read_trait_value(table, rule, value, "choices", n) for n, value in enumerate(values[:LONGEST_LIST])]
    return tuple(value for value in read if isinstance(value, int | str))


def read_trait_value(table: Table, rule: TraitRule, value: Any, *key: str | int) -> Value | None:
    """The value that a file gives a trait; None, and reported, if it cannot have it."""
    fits = {
        "number": isinstance(value, int) and not isinstance(value, bool),
        "word": isinstance(value, str),
        "words": isinstance(value, list) and all(isinstance(word, str) for word in value),
        "yes": isinstance(value, bool),
    }
    if not fits[rule.type]:
        expected = {"number": "a number", "word": "a text", "words": "a list of words", "yes": "true or false"}
        table.report("E2", f"{expected[rule.type]} is expected, not {quoted(value)}.", *key)
        return None
    if rule.choices and value not in rule.choices:
        choices = ", ".join(map(str, rule.choices))
        table.report("E3", f"one of {choices} is expected, not {quoted(value)}.", *key)
        return None
    match value:
        case bool():
            return value
        case int():
            return table.bounded(value, 0, rule.least, rule.most, *key)
        case list():
            return tuple(clean(word, LONGEST_TEXT) for word in value[:LONGEST_LIST])
        case _:
            return clean(str(value), LONGEST_TEXT)
