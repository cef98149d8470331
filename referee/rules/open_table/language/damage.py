"""Damage in a system file: its types, how it is resisted.

Used by the section `damage` of the file.
Gives the section as one class.
"""

from typing import Any

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.expression import EVENT_WHEN, FIGURE, Node, When
from referee.rules.open_table.language.names import NAME
from referee.rules.open_table.language.toml_table import NUMBERS, Table


def _types(table: Table, key: str) -> tuple[str, ...]:
    types = table.words(key)
    for n, word in enumerate(types):
        if not NAME.fullmatch(word):
            table.report("E1", "a damage type is one word in small letters.", key, n)
    return types


def _trait_of_types(what: str) -> Any:
    return keys.trait_of("words", f"the trait that lists types that {what}")


def _qualities(table: Table, key: str) -> tuple[str, ...]:
    return table.known_words(key, "flag of a sort", table.symbols.given)


class DamageRule(keys.KeyedTable):
    """How damage is reckoned."""

    types: tuple[str, ...] = keys.part(_types, "types of damage: 2d6 fire", default=())
    qualities: tuple[str, ...] = keys.part(
        _qualities, "flags of sorts that let damage through, such as magical for slashing unless magical", default=()
    )
    immune: str = _trait_of_types("do nothing")
    resists: str = _trait_of_types("are halved")
    vulnerable: str = _trait_of_types("are doubled")
    reduce: Node | None = keys.amount(FIGURE, "amount taken off all damage: off the first part, then the next")
    least: int = keys.number(0, 0, NUMBERS[1], "a part that does any damage does at least this much")
    average: When | None = keys.comparison(EVENT_WHEN, "whoever this holds for deals average damage and rolls no dice")
    cites: tuple[str, ...] = keys.cited()
