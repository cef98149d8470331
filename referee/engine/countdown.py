"""Countdowns: what comes at a round of its own and is no figure: reinforcements, a fire, the end of a truce.

One is a condition on the table itself, so it ticks, is foretold, taken back and saved as conditions are.
"""

from referee.engine.answer import Said
from referee.engine.bearer import TABLE
from referee.engine.condition import ROUND, Until
from referee.engine.condition_name import own_name
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.number import read_number
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.question import Text
from referee.engine.verb import Situation, asks, override

OFF = "off"


def read_when(encounter: Encounter, text: str) -> Until | None:
    """`3`: at the end of the third round from now, this one counted; `r4`: as round 4 begins; None for `off`."""
    word = text.strip().lower()
    if word == OFF:
        return None
    if word.startswith("r"):
        left = read_number(word[1:], "round") - encounter.round
        if left < 1:
            raise NotUnderstood(f"Round {word[1:]} has begun already.")
        return Until(edge="start", of=ROUND, left=left)
    left = read_number(word.removesuffix("r"), "rounds")
    if left < 1:
        raise NotUnderstood("It takes one round at least.")
    return Until(edge="end", of=ROUND, left=left)


def _ask_when(situation: Situation) -> Text:
    check = complaint(lambda text: read_when(situation.encounter, text))
    expects = "So many rounds: 3; r4: as round 4 begins; off: called off"
    return Text(key="when", prompt="Countdown: when?", check=check, words=("1", "2", "3", OFF), expects=expects)


def _ask_what(situation: Situation, when: Said) -> Text:
    running = tuple(condition.kind for condition in situation.encounter.groups[TABLE].conditions)
    return Text(
        key="what",
        prompt="What comes then?",
        check=lambda text: None if own_name(text) else "It needs a name: a letter at least.",
        words=running if when.text.lower() == OFF else (),
    )


@override(hint="what comes at a round: countdown 3 the gate falls, countdown r4 reinforcements")
async def countdown(ledger: Ledger, when: Said = asks(_ask_when), what: Said = asks(_ask_what, rest=True)) -> None:
    """Starts a countdown that ends after so many rounds, or takes one away."""
    name = own_name(what.text, [there.kind for there in ledger.encounter.groups[TABLE].conditions])
    if when.text.lower() != OFF:
        ledger.afflict(TABLE, name, until=read_when(ledger.encounter, when.text))
    elif any(there.kind == name for there in ledger.encounter.groups[TABLE].conditions):
        ledger.lift(TABLE, name)
    else:
        raise Refused(f"Nothing is counted down that is called {what.text}.")


VERBS = (countdown,)
