"""Options of a system file: what an encounter may choose.

Used by the section `option` of the file.
Gives one class for an option, and the file with the keys that a choice replaces.
"""

from typing import Any

from referee.engine.numbers import is_number
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import Mistake, Path, quoted
from referee.rules.open_table.language.names import choice_word
from referee.rules.open_table.language.toml_table import Table

MOST_CHOICES = 12
Sets = tuple[tuple[Path, tuple[Any, ...]], ...]
"""Keys of the file that are replaced, each with its value for each choice as TOML gives it."""


def _values_of_choices(table: Table) -> list[Any]:
    """The choices as TOML gives them."""
    found = table.data.get("choices")
    return found if isinstance(found, list) else []


def _choices(table: Table, key: str) -> tuple[str, ...]:
    choices = table.get(key, "a list of choices", list) or []
    if not choices or len(choices) > MOST_CHOICES or not all(isinstance(c, str | int) for c in choices):
        table.report("E10", f"an option has 1 to {MOST_CHOICES} choices, words or numbers.", key)
    words = tuple(choice_word(choice) for choice in choices[:MOST_CHOICES] if isinstance(choice, str | int))
    if len(set(words)) < len(words):
        table.report("E8", "two choices are the same.", key)
    return words


def _labels(table: Table, key: str) -> tuple[str, ...]:
    labels, choices = table.words(key), _values_of_choices(table)
    if labels and len(labels) != len(choices):
        table.report("E2", f"needs {len(choices)} labels, one for each choice, not {len(labels)}.", key)
    return labels


def _sets(table: Table, key: str) -> Sets:
    choices = _values_of_choices(table)
    sets: list[tuple[Path, tuple[Any, ...]]] = []
    if isinstance(alone := table.data.get("key"), str):
        sets.append((tuple(alone.split(".")), tuple(choices)))
    inner = table.table(key)
    for path, values in inner.entries():
        if not isinstance(values, list) or len(values) != len(choices):
            found = f"{len(values)}" if isinstance(values, list) else quoted(values)
            said = f"needs a list of {len(choices)} values, one for each choice, not {found}."
            table.report("E2", said, key, path)
        else:
            sets.append((tuple(path.split(".")), tuple(values)))
    return tuple(sets)


class OptionRule(keys.KeyedTable):
    """A choice that an encounter makes."""

    name: str
    title: str = keys.text("what it is called on the screen", without="the name")
    choices: tuple[str, ...] = keys.part(
        _choices, "the choices; the first is the default", default=(), without=keys.NEEDED
    )
    labels: tuple[str, ...] = keys.part(
        _labels, "how each choice is shown on screen", default=(), without="the choices"
    )
    hint: str = keys.text("a short description")
    key: str = keys.text('the one key it sets to the choice: "order.first"')
    sets: Sets = keys.part(
        _sets,
        'keys with a value for each choice: { "order.each_round" = [false, true] }',
        default=(),
        without="{}",
        always=True,
    )
    """The `key` of the option among them."""
    cites: tuple[str, ...] = keys.cited()


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
    raise Mistake("E7", ("option", option), f"it sets {quoted(named)}, but the file has no such key.")
