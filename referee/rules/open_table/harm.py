"""Harm: damage, healing, and what happens as a track comes to its end."""

from referee.engine.bearer import Tag
from referee.engine.harm import Harm
from referee.engine.ledger import Ledger
from referee.rules.open_table.game import Game


async def harm(game: Game, ledger: Ledger, who: Tag, amount: int) -> None:
    """Deals damage without a type or a source."""
    await typed_harm(game, ledger, who, Harm(amount))


async def typed_harm(game: Game, ledger: Ledger, who: Tag, harm: Harm) -> None:
    """Deals damage."""


async def heal(game: Game, ledger: Ledger, who: Tag, amount: int) -> None:
    """Heals a figure."""


async def fall(game: Game, ledger: Ledger, who: Tag) -> None:
    """A track of a figure has come to its end."""
