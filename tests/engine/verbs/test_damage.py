"""Damage and healing by the referee's hand, where the rules make nothing of it."""

from msgspec.structs import replace

from referee.engine.events.event import Remarked
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.verbs.damage import expected_damage
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Situation
from referee.text.choice_letters import lettered
from tests.engine.toys.box import figure, order, seat, table, tags
from tests.engine.toys.fights import FIGHTS
from tests.engine.verbs.test_carrying import table as at_table


def test_damage_and_healing_that_change_nothing_say_so() -> None:
    async def unmoved(ledger: Ledger, tag: str, amount: int) -> None:
        """Nothing happens."""

    session = seat(replace(FIGHTS, harm=unmoved, heal=unmoved), table(figure("ulf")))
    order(session, "set", who=tags("ulf"), what=Chosen(option="standing"), value=Said(text="dead"))
    for verb in ("damage", "heal"):
        order(session, verb, who=tags("ulf"), amount=Counted(n=2))
    told = [event.text for entry in session.entries() for event in entry.events or () if isinstance(event, Remarked)]
    assert told == ["Ulf is dead; the damage changes nothing", "Ulf is dead; the healing changes nothing"]


def test_the_letters_of_the_types_are_told_where_the_order_says_none() -> None:
    session = at_table("fifth", "add foe Boss hp=9", "add foe Imp hp=9 resist=fire")
    situation = Situation(session.rules, session.encounter)

    def told(share: str) -> str:
        given = {"who": Picked(tags=("boss", "imp")), "amount": Counted(n=4), "share": Said(text=share)}
        return expected_damage(situation, Command(verb="damage", given=given))

    letters = lettered(session.rules.damage.types)
    assert letters and told("").endswith(", ".join(f"{letter} {kind}" for letter, kind in letters.items()))
    assert told("fire").startswith("Boss takes 4 fire, Imp ")
