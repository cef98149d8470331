"""Tests that end conditions: asked for at a moment of each turn of the bearer, of the rules or of the referee."""

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.condition import Condition, Ending
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm


async def ask_endings(ledger: Ledger, who: Tag, at: str) -> bool:
    """Asks for the tests that may end conditions at this moment of a turn; True if one was due.

    who: the figure or group whose turn it is; at: `start` or `end`.
    """
    group = ledger.encounter.groups.get(who)
    bearers = (who, *group.members) if group is not None else (who,)
    due = [
        (tag, condition, ending)
        for tag in bearers
        for condition in ledger.encounter.of(tag).conditions
        for ending in condition.ends
        if ending.test and ending.at == at
    ]
    for tag, condition, ending in due:
        if still_on(ledger, tag, condition):
            await _test(ledger, tag, condition, ending)
    return bool(due)


async def end_turn(ledger: Ledger, who: Tag) -> None:
    """Ends the turn of a figure or group, as the rules have it; else with the tests that end conditions."""
    if ledger.rules.end is not None:
        await ledger.rules.end(ledger, who)
    else:
        await ask_endings(ledger, who, "end")
    if ledger.encounter.turn == who:
        ledger.end_turn()


async def _test(ledger: Ledger, tag: Tag, condition: Condition, ending: Ending) -> None:
    try:
        made = await (ledger.rules.ending_test or ask_referee)(ledger, tag, condition, ending)
    except Lapsed:
        return
    if made and still_on(ledger, tag, condition):
        ledger.end_condition(tag, condition.id, *ledger.rules.countdown)


async def ask_referee(ledger: Ledger, tag: Tag, condition: Condition, ending: Ending) -> bool:
    """Whether a test that ends a condition has succeeded, as the referee says. Lapsed if that is gone meanwhile."""

    def build() -> Confirm:
        if not still_on(ledger, tag, condition):
            raise Lapsed("the condition is over")
        against = "" if ending.against is None else f" {ending.against}"
        prompt = (
            f"{ledger.encounter.name(tag)}: {ending.test}{against} against {condition.kind.replace('_', ' ')}: made?"
        )
        return Confirm(key=f"{ending.test} {condition.id}", prompt=prompt, by=tag, fallen_too=True)

    return (await Ask(build)).yes


def still_on(ledger: Ledger, tag: Tag, condition: Condition) -> bool:
    """True if the condition still lies on the bearer."""
    there = ledger.encounter.has(tag) and ledger.encounter.of(tag).conditions
    return any(other.id == condition.id for other in there or ())
