"""Traits: numbers, words, yes or no, and lists that a figure has."""

from dataclasses import dataclass, replace
from typing import Any

from referee.engine.bearer import Value
from referee.rules.open_table.expression import Node
from referee.rules.open_table.mistake import quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import FIXED
from referee.rules.open_table.symbols import type_of
from referee.rules.open_table.tables.track import SHOWN
from referee.rules.open_table.values import LONGEST_LIST, LONGEST_TEXT, NUMBERS
from referee.text import clean

TYPES = ("number", "word", "words", "yes")


@dataclass(frozen=True)
class TraitRule:
    """A trait that figures may have. Without default and formula its value is unknown, and asked when needed."""

    name: str
    label: str
    type: str = "number"
    """number, word, words, yes."""
    hint: str = ""
    show: str = "column"
    default: Value | None = None
    formula: Node | None = None
    """What it is unless a figure says its own."""
    least: int = -999
    most: int = NUMBERS[1]
    choices: tuple[int | str, ...] = ()
    cites: tuple[str, ...] = ()
    fact: str = ""
    """What other programs call it, or the table that its family is in; empty: they are not told of it."""
    word: str = ""
    """The word of the family that it was made for; empty outside of a family."""
    condition: str = ""
    """The condition that it goes with: when that ends, it is at its default again. Empty: with none."""


def read_trait(table: Table, name: str) -> TraitRule:
    """One trait."""
    given = table.data.get("default")
    guessed = type_of(table.data)
    rule = TraitRule(
        name=name,
        label=table.text("label", name),
        type=table.one_of("type", TYPES, guessed if guessed in TYPES else "number"),
        hint=table.text("hint"),
        show=table.one_of("show", SHOWN, "column"),
        formula=table.amount("formula", replace(FIXED, above=table.symbols.order.get(name, 0))),
        least=table.number("least", -999),
        most=table.number("most", NUMBERS[1]),
        cites=table.cites(),
        fact=table.text("fact"),
        condition=table.named("while", "condition"),
    )
    if rule.least > rule.most:
        table.report("E4", f"at most {rule.most} is possible, not {rule.least}.", "least")
    if table.has("formula") and (table.has("default") or rule.type != "number"):
        table.report("E12", "a trait with a formula is a number, and has no default.", "formula")
    if not any(table.has(key) for key in ("default", "type", "formula")):
        table.report("E12", "`default`, `type` or `formula` is missing.")
    rule = replace(rule, choices=_choices(table, rule))
    default = read_trait_value(table, rule, given, "default") if table.has("default") else None
    return replace(rule, default=default)


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
