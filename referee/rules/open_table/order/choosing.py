"""Choosing: who acts next where the order leaves it to the table, turn by turn."""

from collections.abc import Sequence

from referee.engine.ask import Ask
from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.rules.open_table.game import Game
from referee.rules.open_table.order.sides import rank

LAST_SIDE = TraitKind("order.last_side", "")
"""The side that had the last turn; kept by the rules."""


def is_chosen(game: Game, encounter: Encounter) -> bool:
    """True if who acts next is asked for each turn."""
    order = game.file(encounter).order
    return order.by == "chosen" or (order.by == "side" and order.within == "chosen")


def candidates(game: Game, ledger: Ledger) -> tuple[Tag, ...]:
    """Who may act next: where sides alternate, one of another side than the last while they have somebody left.

    Where they throw for it, one of the side that has won begins the round.
    """
    encounter = ledger.encounter
    ready = ledger.rules.may_act(encounter)
    order = game.file(encounter).order
    if not order.alternate:
        return ready
    if order.side_roll is not None and ready and not any(slot.acted or slot.begun for slot in encounter.order):
        ranks = {tag: rank(game, encounter, _side(encounter, tag)) for tag in ready}
        return tuple(tag for tag in ready if ranks[tag] == min(ranks.values()))
    last = LAST_SIDE.of(encounter, TABLE)
    others = tuple(tag for tag in ready if _side(encounter, tag) != last)
    return others or ready


def _side(encounter: Encounter, who: Tag) -> str:
    figure = encounter.figures.get(who)
    return figure.side if figure is not None else ""


async def choose_next(game: Game, ledger: Ledger) -> Tag | None:
    """Who acts next, as the table says; None if nobody is left in this round."""
    ready: Sequence[Tag] = candidates(game, ledger)
    if len(ready) < 2:
        return ready[0] if ready else None
    picked = await Ask(
        lambda: Pick(
            key="turn",
            prompt="Whose turn is it?",
            among=candidates(game, ledger),
            begins_turn=True,
            cites=game.file(ledger.encounter).order.cites,
        )
    )
    return picked.one


def remember_side(game: Game, ledger: Ledger, who: Tag) -> None:
    """Keeps whose side has had a turn, where sides alternate."""
    if game.file(ledger.encounter).order.alternate:
        ledger.record(LAST_SIDE.set(TABLE, _side(ledger.encounter, who)))
