"""The end of a fight: what lasts for it ends, what comes back with it is full, and another begins with new numbers."""

from collections.abc import Iterator

from referee.engine.bearer import TABLE, Tag
from referee.engine.condition import FIGHT
from referee.engine.encounter import Encounter
from referee.engine.event import OrderSet, PhaseBegan, TraitSet
from referee.engine.ledger import Ledger
from referee.engine.verb import Situation, Verb
from referee.rules.open_table.events import LIMITED
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import ENTRY
from referee.rules.open_table.order.cards import gather
from referee.rules.open_table.order.places import KEPT
from referee.rules.open_table.order.units import BATCH
from referee.rules.open_table.turn_moments import come_back


def verbs(game: Game) -> tuple[Verb, ...]:
    """`over`: the fight is over, and `next` begins another in its first round."""

    async def over(ledger: Ledger) -> None:
        ledger.end_turn()
        ledger.record(OrderSet(slots=()), PhaseBegan(phase="", round=0))
        for tag in ledger.encounter.figures:
            come_back(game, ledger, tag, FIGHT)
        ledger.moment(FIGHT)
        gather(ledger)
        ledger.record(*_forgotten(game, ledger.encounter))

    return (Verb("over", over, hint="the fight is over; `next` begins another", bar=_barred, actor=""),)


def _barred(situation: Situation) -> str | None:
    return None if situation.encounter.round else "No fight has begun: `next` begins one."


def _forgotten(game: Game, encounter: Encounter) -> Iterator[TraitSet]:
    """What figures and sides have of the order, and what happens once a fight; the numbers of entries stay."""
    for tag, bearer in (*encounter.figures.items(), (TABLE, encounter.of(TABLE))):
        for trait in bearer.traits:
            if _is_of_fight(game, encounter, tag, trait):
                yield TraitSet(tag=tag, trait=trait, value=None)


def _is_of_fight(game: Game, encounter: Encounter, who: Tag, trait: str) -> bool:
    if trait == game.file(encounter).order.trait:
        return who in encounter.figures and encounter.figures[who].standing != ENTRY.name
    return trait != BATCH.name and trait.startswith((KEPT, LIMITED))
