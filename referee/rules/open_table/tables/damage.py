"""Damage: its types, and what of it a figure is spared."""

from dataclasses import dataclass

from referee.rules.open_table.comparison import When
from referee.rules.open_table.expression import Node
from referee.rules.open_table.reader import Table
from referee.rules.open_table.scope import EVENT_WHEN, FIGURE
from referee.rules.open_table.symbols import NAME


@dataclass(frozen=True)
class DamageRule:
    """How damage is reckoned."""

    types: tuple[str, ...] = ()
    immune: str = ""
    """The trait that lists types without effect; those below halve and double."""
    resists: str = ""
    vulnerable: str = ""
    reduce: Node | None = None
    """Taken off the first part; what is left of it off the next."""
    least: int = 0
    average: When | None = None
    """Who deals damage for whom this holds throws no dice: their average counts."""
    cites: tuple[str, ...] = ()


def read_damage(table: Table | None) -> DamageRule:
    """The rule of damage; nothing special without a table."""
    if table is None:
        return DamageRule()
    for n, word in enumerate(table.words("types")):
        if not NAME.fullmatch(word):
            table.report("E1", "a type is a word of small letters.", "types", n)
    rule = DamageRule(
        types=table.words("types"),
        immune=table.named_trait("immune", "words"),
        resists=table.named_trait("resists", "words"),
        vulnerable=table.named_trait("vulnerable", "words"),
        reduce=table.amount("reduce", FIGURE),
        least=table.number("least", 0, 0),
        average=table.when("average", EVENT_WHEN),
        cites=table.cites(),
    )
    table.close()
    return rule
