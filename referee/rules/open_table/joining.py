"""Joining: what a figure gets from the file as it comes to the table, and with whom it came."""

from referee.engine.bearer import Figure, Tag
from referee.engine.event import Joined
from referee.engine.ledger import Ledger
from referee.rules.open_table import tracks
from referee.rules.open_table.game import Game
from referee.rules.open_table.order.late import take_place
from referee.rules.open_table.order.units import BATCH, family


async def joined(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure has come to the table, perhaps in the middle of a fight."""
    _with_others(ledger, who)
    tracks.bounded(game, ledger, who)
    if ledger.encounter.round:
        await take_place(game, ledger, who)


def _with_others(ledger: Ledger, who: Tag) -> None:
    """Those of one name that one order adds have come together."""
    figure = ledger.encounter.figures[who]
    came = [event.bearer for event in ledger.events if isinstance(event, Joined)]
    alike = [other for other in came if isinstance(other, Figure) and _alike(other, figure)]
    if len(alike) > 1 and alike[0].tag != who:
        ledger.record(BATCH.set(who, alike[0].tag))


def _alike(one: Figure, other: Figure) -> bool:
    return (one.kind, family(one)) == (other.kind, family(other)) and family(one) != one.name
