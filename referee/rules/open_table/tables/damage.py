"""Damage: its types, and what of it a figure is spared."""

from dataclasses import dataclass
from typing import Any

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import Node
from referee.rules.open_table.keys import amount, cited, comparison, number, part
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EVENT_WHEN, FIGURE
from referee.rules.open_table.symbols import NAME
from referee.rules.open_table.values import NUMBERS


def _types(table: Table, key: str) -> tuple[str, ...]:
    types = table.words(key)
    for n, word in enumerate(types):
        if not NAME.fullmatch(word):
            table.report("E1", "a type is a word of small letters.", key, n)
    return types


def _trait_of_types(what: str) -> Any:
    return part(
        lambda table, key: table.named_trait(key, "words"), f"the trait that lists types that {what}", default=""
    )


@dataclass(frozen=True)
class DamageRule:
    """How damage is reckoned."""

    types: tuple[str, ...] = part(_types, "types of damage: 2d6 fire", default=())
    immune: str = _trait_of_types("do nothing")
    resists: str = _trait_of_types("are halved")
    vulnerable: str = _trait_of_types("are doubled")
    reduce: Node | None = amount(FIGURE, "amount taken off the first part, what is left of it off the next")
    least: int = number(0, 0, NUMBERS[1], "the least that is left of a part")
    average: When | None = comparison(EVENT_WHEN, "comparison: who deals damage throws no dice, their average counts")
    cites: tuple[str, ...] = cited()
