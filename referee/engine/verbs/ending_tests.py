"""Tests that end conditions, asked for at the start or the end of a turn."""

from referee.engine.conditions.ending_test import spoken_test
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Condition, Ending
from referee.engine.verbs.ledger import Ledger


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
        if ending.test and ending.at == at and (not ending.after or ending.after != ledger.encounter.round)
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
        ledger.end_condition(tag, condition.id, *ledger.rules.durations.countdown)


async def ask_referee(ledger: Ledger, tag: Tag, condition: Condition, ending: Ending) -> bool:
    """Whether a test that ends a condition has succeeded, as the referee says. Lapsed if that is gone meanwhile."""

    def build() -> Confirm:
        if not still_on(ledger, tag, condition):
            raise Lapsed("the condition is over")
        kind, test = condition.kind.replace("_", " "), spoken_test(ledger.rules, ending)
        prompt = f"{ledger.encounter.name(tag)}'s {test}{',' if ',' in test else ''} to end {kind}: made?"
        return Confirm(key=f"{ending.test} {condition.id}", prompt=prompt, by=tag, fallen_too=True)

    return (await Ask(build)).yes


def still_on(ledger: Ledger, tag: Tag, condition: Condition) -> bool:
    """True if the condition still lies on the bearer."""
    there = ledger.encounter.has(tag) and ledger.encounter.of(tag).conditions
    return any(other.id == condition.id for other in there or ())
