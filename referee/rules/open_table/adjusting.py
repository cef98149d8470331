"""Adjusting: what follows where the referee sets a value, changes an option, or takes a figure off the table."""

from referee.engine.bearer import TABLE, Tag
from referee.engine.event import TraitSet
from referee.engine.kinds import AWAY
from referee.engine.ledger import Ledger
from referee.rules.open_table import tracks
from referee.rules.open_table.game import Game
from referee.rules.open_table.harm import healed
from referee.rules.open_table.order.late import come_back, leave_order, new_number, turn_order_round


async def after_set(game: Game, ledger: Ledger, who: Tag, what: str) -> None:
    """The referee has set a value of a figure, or an option of the table."""
    order = game.file(ledger.encounter).order
    if who == TABLE:
        _option_changed(game, ledger, what)
    elif what == order.trait:
        new_number(game, ledger, who, *order.cites)
    elif (health := game.file(ledger.encounter).health) is not None and what == health.name:
        await healed(game, ledger, who)
    elif what == "standing" and ledger.encounter.figures[who].standing != AWAY.name:
        await come_back(game, ledger, who)


async def removed(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has left the table."""
    leave_order(game, ledger, who)


def _option_changed(game: Game, ledger: Ledger, option: str) -> None:
    """The order is turned round where the other end of it comes first now; lower bounds of tracks are as now."""
    before = next(
        change.before
        for change in reversed(ledger.changes)
        if isinstance(change.event, TraitSet) and (change.event.tag, change.event.trait) == (TABLE, option)
    )
    if game.file(before).order.lowest_first != game.file(ledger.encounter).order.lowest_first:
        turn_order_round(game, ledger)
    for tag in ledger.encounter.figures:
        tracks.bounded(game, ledger, tag)
