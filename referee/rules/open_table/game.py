"""Game: what the rules made from a file are given, and the types of those that call each other in a circle."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from referee.engine.ask import Steps
from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.engine.term import Terms
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.options import FileWithOptions
from referee.rules.open_table.tables.moment import Event


@dataclass(frozen=True)
class Part:
    """Damage of one type as it was thrown, before anybody is spared any of it."""

    amount: int
    type: str = ""
    terms: Terms = ()


Deal = Callable[["Game", Ledger, Tag, Sequence[Part], Lookup, tuple[str, ...]], Steps]
"""Deals damage of one source to a figure, with all that follows; the clauses are those of what brought it."""
Happen = Callable[["Game", Ledger, Tag, Event, Lookup], Coroutine[Any, Any, str]]
"""Settles what follows by itself when something happens to a figure; the result that counts instead of a test's."""
Ended = Callable[["Game", Ledger, Tag, str, int, Lookup], Steps]
"""Settles what a change of a track brings, which stood so before: it has come to its end, or health is back."""


@dataclass(frozen=True, eq=False)
class Game(FileWithOptions):
    """What the rules made from a file are given besides the encounter."""

    deal: Deal
    """Damage brings effects, and effects bring damage: each knows the other from here."""
    happen: Happen
    ended: Ended
