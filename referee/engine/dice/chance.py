"""Chance: who throws dice and draws cards. The only module that uses randomness."""

import random
from collections.abc import Iterable, Sequence
from typing import Protocol

from referee.engine.contract.kinds import Option
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.dice import Expression, Pool
from referee.engine.dice.roll_questions import Draw, Numbers, Roll
from referee.engine.events.event import total
from referee.engine.problem import DoesNotFit
from referee.engine.questions.answer import Answer, Drew, NamedNumber, Numbered, Rolled, Thrower
from referee.engine.questions.question import REFEREE, AnyQuestion, require_accepted
from referee.engine.state.encounter import Encounter

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


class DiceSource(Protocol):
    """Answers a roll or a draw, or returns None to leave it to the table."""

    def roll(self, encounter: Encounter, roll: Roll) -> Rolled | None:
        """The result of the roll; None if the table throws."""

    def numbers(self, encounter: Encounter, numbers: Numbers) -> Numbered | None:
        """The numbers, all thrown; None if the table throws or tells one of them."""

    def draw(self, encounter: Encounter, draw: Draw) -> Drew | None:
        """The cards drawn; None if the table draws."""


class AppDice:
    """Throws and draws everything. Uses `SystemRandom` unless given a generator."""

    def __init__(self, source: random.Random | None = None) -> None:
        self._source = source or random.SystemRandom()

    def roll(self, encounter: Encounter, roll: Roll) -> Rolled:
        return self.complete(roll, Rolled.thrown(*((),) * len(roll.pools)))

    def complete(self, roll: Roll, part: Rolled) -> Rolled:
        """The answer completed with thrown dice for those that the table left out."""
        faces: list[tuple[int, ...]] = []
        by: list[tuple[Thrower, ...]] = []
        for pool, told, told_by in zip(roll.pools, part.faces, part.by, strict=True):
            full = self._fill(pool, told)
            faces.append(full)
            rest: list[Thrower] = ["app"] * (len(full) - len(told))
            by.append((*told_by, *rest))
        return Rolled(faces=tuple(faces), by=tuple(by))

    def numbers(self, encounter: Encounter, numbers: Numbers) -> Numbered | None:
        part = numbers.thrown
        return self.complete_numbers(numbers, part) if numbers.lacks(part) else None

    def complete_numbers(self, numbers: Numbers, part: Numbered) -> Numbered:
        """The answer completed with thrown dice for the numbers that it leaves out."""
        told = {number.name: number for number in part.numbers}
        for number in numbers.left_out(part):
            if number.dice is not None:
                told[number.name] = NamedNumber(name=number.name, n=self._total(number.dice), by="app")
        return Numbered(numbers=tuple(told[number.name] for number in numbers.numbers if number.name in told))

    def _total(self, dice: Expression) -> int:
        return total(dice.reckon([self._fill(pool, ()) for pool in dice.pools]))

    def _fill(self, pool: Pool, faces: Sequence[int]) -> tuple[int, ...]:
        full = list(faces)
        while due := pool.read(full).due:
            full += [self._source.randint(pool.first, pool.last) for _ in range(due)]
        return tuple(full)

    def draw(self, encounter: Encounter, draw: Draw) -> Drew | None:
        if len(draw.cards) < draw.count:
            return None
        return Drew(cards=tuple(self._source.sample(draw.cards, draw.count)), by="app")

    def finished(self, question: AnyQuestion, answer: Answer) -> Answer:
        """The answer, completed if it leaves out dice. Raises DoesNotFit if the question does not accept it."""
        if isinstance(question, Roll) and isinstance(answer, Rolled) and question.lacks(answer):
            answer = self.complete(question, answer)
        elif isinstance(question, Numbers) and isinstance(answer, Numbered) and question.lacks(answer):
            answer = self.complete_numbers(question, answer)
        require_accepted(question, answer)
        return answer

    def thrown(self, encounter: Encounter, question: AnyQuestion) -> Answer:
        """A random answer to a question left to the table. Raises DoesNotFit unless it is a roll or a draw."""
        if isinstance(question, Roll):
            return self.roll(encounter, question)
        if isinstance(question, Numbers) and (numbered := self.numbers(encounter, question)) is not None:
            return numbered
        if isinstance(question, Draw) and (drew := self.draw(encounter, question)) is not None:
            return drew
        raise DoesNotFit("That question needs no roll and no card.")


class HandDice:
    """All dice and cards are the table's."""

    def roll(self, encounter: Encounter, roll: Roll) -> Rolled | None:
        return None

    def numbers(self, encounter: Encounter, numbers: Numbers) -> Numbered | None:
        return None

    def draw(self, encounter: Encounter, draw: Draw) -> Drew | None:
        return None


class SplitDice:
    """The players throw and draw their own; the app does it for the other sides and for the referee."""

    def __init__(self, app_sides: Iterable[str], app: AppDice) -> None:
        self._app_sides = frozenset(app_sides) | {REFEREE}
        self._app = app

    def roll(self, encounter: Encounter, roll: Roll) -> Rolled | None:
        return self._app.roll(encounter, roll) if self._is_app(encounter, roll.by) else None

    def numbers(self, encounter: Encounter, numbers: Numbers) -> Numbered | None:
        all_app = all(self._is_app(encounter, number.by) for number in numbers.numbers)
        return self._app.numbers(encounter, numbers) if all_app else None

    def draw(self, encounter: Encounter, draw: Draw) -> Drew | None:
        return self._app.draw(encounter, draw) if self._is_app(encounter, draw.by) else None

    def _is_app(self, encounter: Encounter, by: str) -> bool:
        figure = encounter.figures.get(by)
        return (figure.side if figure is not None else by) in self._app_sides


def leaves_out(question: AnyQuestion, answer: Answer) -> bool:
    """True if the answer leaves out dice that are still to be thrown."""
    if isinstance(question, Roll) and isinstance(answer, Rolled):
        return question.lacks(answer)
    return isinstance(question, Numbers) and isinstance(answer, Numbered) and question.lacks(answer)


def all_typed(encounter: Encounter) -> bool:
    """True if the table throws all dice; the app then completes no partial roll."""
    return DICE.of(encounter) == "table"


def source_for(rules: Ruleset, encounter: Encounter, app: AppDice) -> DiceSource:
    """The source that this encounter has chosen."""
    match DICE.of(encounter):
        case "app":
            return app
        case "table":
            return HandDice()
        case _:
            return SplitDice(rules.app_sides, app)
