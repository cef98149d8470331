"""Options: choices between readings of the rules, and the keys of the file that a choice replaces."""

from dataclasses import dataclass
from typing import Any

from referee.engine.number import is_number
from referee.rules.open_table.mistake import Mistake, Path, quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.symbols import choice_word

MOST_CHOICES = 12


@dataclass(frozen=True)
class OptionRule:
    """A choice that an encounter makes."""

    name: str
    choices: tuple[str, ...]
    """The first is the default."""
    hint: str
    sets: tuple[tuple[Path, tuple[Any, ...]], ...] = ()
    """Each key of the file that is replaced, with its value for each choice as TOML gives it."""
    cites: tuple[str, ...] = ()
    title: str = ""
    labels: tuple[str, ...] = ()
    """How each choice is read; empty: as its word."""


def read_option(table: Table, name: str) -> OptionRule:
    """One option."""
    choices = table.get("choices", "a list of choices", list) or []
    if not choices or len(choices) > MOST_CHOICES or not all(isinstance(c, str | int) for c in choices):
        table.report("E10", f"an option has 1 to {MOST_CHOICES} choices, words or numbers.", "choices")
    words = tuple(choice_word(choice) for choice in choices[:MOST_CHOICES] if isinstance(choice, str | int))
    if len(set(words)) < len(words):
        table.report("E8", "a choice is there twice.", "choices")
    sets: list[tuple[Path, tuple[Any, ...]]] = []
    if table.has("key"):
        key = table.text("key")
        sets.append((tuple(key.split(".")), tuple(choices)))
    inner = table.table("sets")
    for key, values in inner.entries() if inner else ():
        if not isinstance(values, list) or len(values) != len(choices):
            found = f"{len(values)}" if isinstance(values, list) else quoted(values)
            said = f"a list with a value for each of the {len(choices)} choices is expected, not {found}."
            table.report("E2", said, "sets", key)
        else:
            sets.append((tuple(key.split(".")), tuple(values)))
    labels = table.words("labels")
    if labels and len(labels) != len(choices):
        table.report("E2", f"a label for each of the {len(choices)} choices is expected, not {len(labels)}.", "labels")
    return OptionRule(name, words, table.text("hint"), tuple(sets), table.cites(), table.text("title"), labels)


def with_choice(data: dict[str, Any], option: OptionRule, choice: str) -> dict[str, Any]:
    """The tables of a file with the keys that a choice replaces. Mistake (E7) if there is no such key to replace."""
    n = option.choices.index(choice)
    for path, values in option.sets:
        data = _replaced(data, path, values[n], option.name, path)
    return data


def _replaced(data: dict[str, Any], path: Path, value: Any, option: str, whole: Path) -> dict[str, Any]:
    first, rest = path[0], path[1:]
    inner = data.get(str(first))
    if not rest:
        return {**data, str(first): value}
    if isinstance(inner, dict):
        return {**data, str(first): _replaced(inner, rest, value, option, whole)}
    if isinstance(inner, list) and isinstance(rest[0], str) and is_number(rest[0]) and len(rest) > 1:
        n = int(rest[0]) - 1
        if 0 <= n < len(inner) and isinstance(inner[n], dict):
            return {
                **data,
                str(first): [*inner[:n], _replaced(inner[n], rest[1:], value, option, whole), *inner[n + 1 :]],
            }
    named = ".".join(map(str, whole))
    raise Mistake("E7", ("option", option), f"there is no {quoted(named)} that a choice could replace.")
