"""Damage and healing by the referee's hand, where the rules make nothing of it."""

from dataclasses import replace

from referee.engine.events.event import Remarked
from referee.engine.questions.answer import Chosen, Counted, Said
from referee.engine.verbs.ledger import Ledger
from tests.engine.toys.box import figure, order, seat, table, tags
from tests.engine.toys.fights import FIGHTS


def test_damage_and_healing_that_change_nothing_say_so() -> None:
    async def unmoved(ledger: Ledger, tag: str, amount: int) -> None:
        """Nothing happens."""

    session = seat(replace(FIGHTS, harm=unmoved, heal=unmoved), table(figure("ulf")))
    order(session, "set", who=tags("ulf"), what=Chosen(option="standing"), value=Said(text="dead"))
    for verb in ("damage", "heal"):
        order(session, verb, who=tags("ulf"), amount=Counted(n=2))
    told = [event.text for entry in session.entries() for event in entry.events or () if isinstance(event, Remarked)]
    assert told == ["Ulf is dead; the damage changes nothing", "Ulf is dead; the healing changes nothing"]
