"""Knock back: a model that is hit is pushed, and what stands in the way wounds it (SC-19, 20, 54)."""

from referee.engine.ask import Ask
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Amount
from referee.rules.scorched.contact import part_from_all
from referee.rules.scorched.harm import wounded_directly
from referee.rules.scorched.score import Blow


async def pushed(ledger: Ledger, blow: Blow) -> None:
    """Back an inch for every hit, and a wound for each full inch that something is in the way."""
    short = await Ask(lambda: _how_short(ledger.encounter, blow))
    name, by = ledger.encounter.name(blow.target), ledger.encounter.name(blow.attacker)
    moved = blow.hits - short.n
    text = f"{name} is pushed from {by}: {moved} of {blow.hits} inches"
    ledger.told(text, "SC-19", about=(blow.target, blow.attacker))
    if moved:
        part_from_all(ledger, blow.target, "SC-19")
    key = f"{blow.target}<{blow.attacker} pushed"
    await wounded_directly(ledger, blow.target, short.n, key, "SC-20", "SC-54")


def _how_short(encounter: Encounter, blow: Blow) -> Amount:
    inches = f"{blow.hits} inch{'es' if blow.hits > 1 else ''}"
    return Amount(
        key=f"pushed {blow.target}<{blow.attacker}",
        prompt=f"{encounter.name(blow.target)} is pushed {inches}: how many full inches are blocked?",
        needs=(blow.target,),
        most=blow.hits,
        default=0,
        cites=("SC-19", "SC-20", "SC-54"),
    )
