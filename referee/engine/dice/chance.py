"""Chance: who throws dice and draws cards. The only module that uses randomness."""

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

from referee.engine.contract.option import Option
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.dice import Pool
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.events.event import total
from referee.engine.problem import DoesNotFit
from referee.engine.questions.answer import Answer, Drew, NamedNumber, Numbered, Rolled, Thrower
from referee.engine.questions.ask import require_accepted
from referee.engine.questions.question import REFEREE, AnyQuestion
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import alike

DICE = Option(
    "dice",
    ("split", "app", "table"),
    "who rolls the dice: the players for themselves and the app for their foes, the app for everyone, "
    "or the table for everyone",
    said=(
        "Players roll their own dice, the app rolls for their foes",
        "The app rolls all dice",
        "All dice are rolled at the table",
    ),
)
"""The choice of a dice source; every system has it."""


@lru_cache(maxsize=64)
def _unthrown(pools: int) -> Rolled:
    """A roll of so many pools of which no die has been thrown."""
    return Rolled.thrown(*((),) * pools)


Throw = Callable[[Encounter, AnyQuestion], Answer | None]
"""The answer to a roll, to numbers that are all thrown, or to a draw; None leaves the question to the table."""


class AppDice:
    """Throws and draws everything. Uses `SystemRandom` unless given a generator."""

    def __init__(self, source: random.Random | None = None) -> None:
        self._source = source or random.SystemRandom()

    def throw(self, encounter: Encounter, question: AnyQuestion) -> Answer | None:
        """A random answer; None if no dice or cards answer the question, or if the pile has too few cards."""
        match question:
            case Roll():
                return self.complete(question, _unthrown(len(question.pools)))
            case Numbers() if question.lacks(question.thrown):
                return self.complete(question, question.thrown)
            case Draw() if len(question.cards) >= question.count:
                return Drew(cards=tuple(self._source.sample(question.cards, question.count)), by="app")
            case _:
                return None

    def complete(self, question: AnyQuestion, answer: Answer) -> Answer:
        """The answer completed with thrown dice, if it leaves some out."""
        match question, answer:
            case Roll(), Rolled() if question.lacks(answer):
                full = [self._fill(pool, told) for pool, told in zip(question.pools, answer.faces, strict=True)]
                app: Thrower = "app"
                by = [told + (app,) * (len(faces) - len(told)) for told, faces in zip(answer.by, full, strict=True)]
                return alike(Rolled, faces=tuple(full), by=tuple(by))
            case Numbers(), Numbered() if question.lacks(answer):
                told = {number.name: number for number in answer.numbers}
                for number in question.left_out(answer):
                    if number.dice is not None:
                        n = total(number.dice.reckon([self._fill(pool, ()) for pool in number.dice.pools]))
                        told[number.name] = NamedNumber(name=number.name, n=n, by="app")
                return Numbered(numbers=tuple(told[each.name] for each in question.numbers if each.name in told))
            case _:
                return answer

    def _fill(self, pool: Pool, faces: Sequence[int]) -> tuple[int, ...]:
        full = list(faces)
        while due := pool.read(full).due:
            full += [self._source.randint(pool.first, pool.last) for _ in range(due)]
        return tuple(full)

    def finished(self, question: AnyQuestion, answer: Answer) -> Answer:
        """The answer, completed if it leaves out dice. Raises DoesNotFit if the question does not accept it."""
        answer = self.complete(question, answer)
        require_accepted(question, answer)
        return answer

    def thrown(self, encounter: Encounter, question: AnyQuestion) -> Answer:
        """A random answer to a question left to the table. Raises DoesNotFit unless it is a roll or a draw."""
        if (answer := self.throw(encounter, question)) is None:
            raise DoesNotFit("That question needs no roll and no card.")
        return answer


def app_throws(rules: Ruleset, encounter: Encounter, throwers: Iterable[str]) -> bool:
    """True if the dice of these figures, sides or the referee are the app's: all, none, or those of its own sides."""
    mode, figures = DICE.of(encounter), encounter.figures
    sides = {figures[by].side if by in figures else by for by in throwers}
    return mode == "app" or (mode == "split" and sides <= {REFEREE, *rules.app_sides})


def thrown_by_app(rules: Ruleset, app: AppDice, encounter: Encounter, question: AnyQuestion) -> Answer | None:
    """What the app throws or draws for a question as it is asked; None where the table throws."""
    throwers = [each.by for each in question.numbers] if isinstance(question, Numbers) else [question.by]
    return app.throw(encounter, question) if app_throws(rules, encounter, throwers) else None


def owed(rules: Ruleset, encounter: Encounter, question: Numbers, told: Collection[str]) -> list[AskedNumber]:
    """The numbers that the table has still to tell: not told yet, without a default, and not thrown by the app."""
    left = (number for number in question.numbers if number.name not in told and number.default is None)
    return [number for number in left if number.dice is None or not app_throws(rules, encounter, [number.by])]


def all_typed(encounter: Encounter) -> bool:
    """True if the table throws all dice; the app then completes no partial roll."""
    return DICE.of(encounter) == "table"
