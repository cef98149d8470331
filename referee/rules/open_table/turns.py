"""Turns: the order of a fight, and what begins and ends with a turn."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.rules.open_table.game import Game


def label_of(game: Game, encounter: Encounter, who: Tag) -> str:
    """What the order shows beside a figure."""
    return ""


async def advance(game: Game, ledger: Ledger) -> None:
    """`next`: this turn ends, and the next begins."""
    raise Refused("Nobody is there whose turn could begin.")


async def begin(game: Game, ledger: Ledger, who: Tag) -> None:
    """The turn of a figure or group begins, or goes on after waiting."""
    ledger.begin_turn(who)


async def end(game: Game, ledger: Ledger, who: Tag) -> None:
    """The turn of a figure or group ends."""
    ledger.end_turn()


async def removed(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has left the table."""


async def after_set(game: Game, ledger: Ledger, who: Tag, what: str) -> None:
    """The referee has set a value of a figure, or an option of the table."""
