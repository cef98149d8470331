"""Told dice: what the app would throw is told from elsewhere."""

from collections.abc import Callable

from msgspec.structs import replace

from referee.engine.dice.chance import AppDice, Throw, thrown_by_app
from referee.engine.questions.answer import Answer, Drew, Numbered, Rolled, Thrower
from referee.engine.questions.question import AnyQuestion
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System


def told_dice(rules: System, app: AppDice, told: Callable[[Encounter, AnyQuestion, Answer], Answer | None]) -> Throw:
    """The dice of the encounter's mode; what those of the app show is told from elsewhere.

    told: gives that, from what the app throws now; None leaves the question to the table.
    """

    def throw(encounter: Encounter, question: AnyQuestion) -> Answer | None:
        thrown = thrown_by_app(rules, app, encounter, question)
        return None if thrown is None else told(encounter, question, thrown)

    return throw


def thrown_by(answer: Answer, by: Thrower) -> Answer:
    """The answer as if the app or the table had thrown or drawn all of it."""
    match answer:
        case Rolled():
            return replace(answer, by=tuple((by,) * len(pool) for pool in answer.faces))
        case Numbered():
            numbers = tuple(replace(each, by=by) for each in answer.numbers)
            return replace(answer, numbers=numbers)
        case Drew():
            return replace(answer, by=by)
        case _:
            return answer
