"""Party of a system file: what the library keeps of it from fight to fight.

Used by the section `party` of the file.
Gives the section as one class.
"""

from collections.abc import Mapping
from typing import Any

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.expression import FIGURE, Node, When
from referee.rules.open_table.language.toml_table import Table


def _kept(section: str, does: str) -> Any:
    """The names of a list, or all of the section for "all"."""
    besides = ("note",) if section == "trait" else ()

    def read_kept(table: Table, key: str) -> tuple[str, ...]:
        if (kept := table.data.get(key)) == "all" or kept is True:
            table.has(key)
            return (*table.symbols.names[section], *besides)
        if not isinstance(kept, list | str | None):
            table.get(key, f'a list of {section}s, or "all"', list, str)
            return ()
        return table.names(key, section, besides=besides)

    return keys.part(read_kept, does, default=())


class Party(keys.KeyedTable):
    """What a library party keeps from fight to fight, and what foes are a match for it."""

    tracks: tuple[str, ...] = _kept("track", 'tracks a party keeps from fight to fight, or "all"')
    conditions: tuple[str, ...] = _kept("condition", "likewise")
    things: tuple[str, ...] = _kept("thing", 'uses of things that a party keeps from fight to fight, or "all"')
    traits: tuple[str, ...] = _kept("trait", "likewise")
    when: When | None = keys.comparison(FIGURE, "only who meets this comparison may belong to a party")
    level: Node | None = keys.amount(FIGURE, 'amount: the level of one of the party: "{hit_dice.most}"')
    budget: Mapping[str, tuple[int, ...]] = keys.number_lists(
        "how much `experience` of foes is how hard, for each of the party by its level from 1 on: { low = [50, 100] }"
    )
    budget_from: str = keys.text("whose budget that is, and under what licence")
