"""Traits that a system file gives figures.

Used by the section `trait` of the file.
Gives one class for a trait.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from referee.engine.contract.kinds import XP
from referee.engine.state.own_values import Value
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.expression import FIXED, Name, Node, inside
from referee.rules.open_table.language.names import type_of
from referee.rules.open_table.language.shown_places import TRAIT_SHOWN
from referee.rules.open_table.language.toml_table import LONGEST_LIST, LONGEST_TEXT, NUMBERS, Table
from referee.text.harmless import clean

TYPES = ("number", "word", "words", "yes")


def _type(table: Table, key: str) -> str:
    guessed = type_of(table.data)
    return table.one_of(key, TYPES, guessed if guessed in TYPES else "number")


MOST_IN_FORMULA = 500
"""Names in a formula, with those in the formulas that it names, and so on: each further one may multiply them."""


def _formula(table: Table, key: str) -> Node | None:
    own = str(table.path[-1])
    formula = table.amount(key, replace(FIXED, above=table.symbols.order.get(own, 0)))
    if formula is not None:
        counts: dict[str, int] = table.context.sections.setdefault("names in formulas", {})
        counts[own] = sum(1 + counts.get(name.word, 0) for name in inside(formula) if isinstance(name, Name))
        if counts[own] > MOST_IN_FORMULA:
            counts[own] = 0
            said = f"with the formulas that it uses, it has more than {MOST_IN_FORMULA} names."
            table.report("E10", said, key)
            return None
    return formula


class TraitRule(keys.KeyedTable):
    """A trait that figures may have. Without default and formula its value is unknown, and asked when needed."""

    name: str
    default: Value | None = keys.later(
        "its value if none is given: a number, text, a list or true; without a default it is asked for when needed",
        None,
    )
    type: str = keys.part(_type, "number, word, words, yes", default="number", without="as the default", always=True)
    formula: Node | None = keys.part(
        _formula, "amount worked out from tracks and from traits above it; a figure may still give its own"
    )
    least: int = keys.number(-999, *NUMBERS, "lowest value")
    most: int = keys.number(NUMBERS[1], *NUMBERS, "highest value")
    choices: tuple[int | str, ...] = keys.later("the only values allowed", ())
    label: str = keys.heading("its heading")
    hint: str = keys.text("a short description")
    signed: bool = keys.flag("it is added to a roll: shown with its sign, +3")
    show: str = keys.choice(
        TRAIT_SHOWN,
        "where it is shown: column, spare (a column where nothing else needs the room), order, sheet, last (on it), "
        "library (to compare), never",
    )
    fact: str = keys.text(
        "its name in `library show --json`, for other programs; a family becomes a table with that name"
    )
    condition: str = keys.name_of(
        "condition", "a condition; when it ends, the trait goes back to its default", called="while"
    )
    experience: Mapping[str, int] = keys.by_word(
        lambda table, value, _: table.number(value, 0, 0, XP.maximum),
        "of a word: the XP that a foe who falls is worth, by its value",
    )
    cites: tuple[str, ...] = keys.cited()
    word: str = ""
    """The word of the family that it was made for; empty outside of a family."""


def read_trait(table: Table, name: str) -> TraitRule:
    """The trait of a table; its choices and its default are read by its type and bounds."""
    rule = keys.read(TraitRule, table, name=name, word=table.family[1])
    if rule.least > rule.most:
        table.report("E4", f"`least` ({rule.least}) is more than `most` ({rule.most}).", "least")
    if table.has("formula") and (table.has("default") or rule.type != "number"):
        table.report("E12", "a trait with a formula must be a number and cannot have a default.", "formula")
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
        expected = {"number": "a number", "word": "text", "words": "a list of words", "yes": "true or false"}
        table.report("E2", f"must be {expected[rule.type]}, not {quoted(value)}.", *key)
        return None
    if rule.choices and value not in rule.choices:
        table.report("E3", f"must be one of {', '.join(map(str, rule.choices))}, not {quoted(value)}.", *key)
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
