"""Joining: what a figure gets from the file as it comes to the table, and with whom it came."""

from referee.engine.bearer import Tag
from referee.engine.ledger import Ledger
from referee.rules.open_table.game import Game


async def joined(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has come to the table."""
