"""Numbers: one question for several named numbers, such as the initiative of everybody who has none."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.answer import Answer, NamedNumber, Numbered
from referee.engine.dice import Expression
from referee.engine.encounter import Encounter
from referee.engine.number import is_number, short
from referee.engine.problem import NotUnderstood
from referee.engine.question_base import REFEREE, Offer, Question
from referee.engine.tags import listed

BLANK = "-"
"""The word that leaves a number out on purpose."""


@dataclass(frozen=True, kw_only=True)
class AskedNumber:
    """One of the numbers that are asked for."""

    name: str
    """The word it is answered by: the tag of a figure, or the name of a side."""
    label: str = ""
    """How it reads; the name, if empty."""
    dice: Expression | None = None
    """What is thrown for it. The total is told, whatever the dice are."""
    by: str = REFEREE
    """Who throws: a figure, a side, the players or the referee."""
    least: int = -999
    most: int = 999
    default: int | None = None
    """What it is where nothing is said of it."""
    blank: bool = False
    """It may be left without a number."""

    def __str__(self) -> str:
        """Such as `Ann (total of d20+2)`, `Tia (d20)`, `Bob (now 12)`."""
        told = [f"total of {self.dice}" if len(self.dice.terms) > 1 else str(self.dice)] if self.dice else []
        told += [f"now {self.default}"] if self.default is not None else []
        return (self.label or self.name) + (f" ({', '.join(told)})" if told else "")

    def read(self, word: str) -> NamedNumber:
        """The number that a word tells. NotUnderstood, if it is none, or cannot be."""
        if word != BLANK and not is_number(word):
            raise NotUnderstood(f"{self.label or self.name}: a number is expected, not {short(word)!r}.")
        n = None if word == BLANK else int(word)
        if problem := self.problem(n):
            raise NotUnderstood(problem)
        return NamedNumber(name=self.name, n=n)

    def problem(self, n: int | None) -> str | None:
        """Why it cannot be this number, or none; None if it can."""
        if n is None:
            return None if self.blank else f"{self.label or self.name} needs a number."
        if self.least <= n <= self.most:
            return None
        return f"{self.label or self.name}: {self.least} to {self.most} is possible, not {n}."


@dataclass(frozen=True, kw_only=True)
class Numbers(Question[Numbered]):
    """Several named numbers are to be told: in one line, thrown, or left blank."""

    numbers: tuple[AskedNumber, ...]

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Numbered):
            return "Numbers are expected."
        asked = {number.name: number for number in self.numbers}
        for told in answer.numbers:
            if told.name not in asked:
                return f"No number is asked for {told.name}; it is one of {listed(asked)}."
            if problem := asked[told.name].problem(told.n):
                return problem
        if len({told.name for told in answer.numbers}) < len(answer.numbers):
            return "One of the numbers is told twice."
        due = self.left_out(answer)
        blank = f"; {BLANK} leaves one blank" if any(number.blank for number in due) else ""
        names = [number.label or number.name for number in due]
        return f"Still without a number: {listed(names)}{blank}." if due else None

    def left_out(self, answer: Numbered) -> tuple[AskedNumber, ...]:
        """The numbers that the answer does not tell."""
        told = {number.name for number in answer.numbers}
        return tuple(number for number in self.numbers if number.name not in told)

    def lacks(self, answer: Numbered) -> bool:
        """True if the answer leaves out numbers, and there are dice for each of those."""
        left = self.left_out(answer)
        return bool(left) and all(number.dice is not None for number in left)

    @property
    def throw_words(self) -> tuple[str, ...]:
        """What is said for all to be thrown: nothing will do unless there are defaults."""
        if not self.lacks(self.thrown):
            return ()
        return ("roll",) if any(number.default is not None for number in self.numbers) else ("", "roll")

    @property
    def thrown(self) -> Numbered:
        """The answer in which all dice are still to be thrown: defaults and blanks for those without dice."""
        return self._with_defaults({}, dice_first=True)

    def read(self, encounter: Encounter, text: str) -> Numbered:
        """`18 15 12` in the order asked, `bob 15 ann 18` by name or its beginning, `-` for none.

        Of what is left out, defaults are taken and dice are left to be thrown. NotUnderstood at the first misfit.
        """
        told: dict[str, NamedNumber] = {}
        words = iter(text.replace(",", " ").replace("=", " ").split())
        for word in words:
            named = None if word == BLANK or is_number(word) else self._named(word)
            number = named or self._next(told)
            told.pop(number.name, None)
            told[number.name] = number.read(next(words, "") if named else word)
        if not told and all(number.default is None for number in self.numbers):
            raise self.wrong(encounter, text)
        answer = self._with_defaults(told)
        if not self.lacks(answer) and (problem := self.accepts(answer)):
            raise NotUnderstood(problem)
        return answer

    def _named(self, word: str) -> AskedNumber:
        wanted = word.lower()
        names = {number: (number.name.lower(), number.label.lower()) for number in self.numbers}
        exact = [number for number, both in names.items() if wanted in both]
        alike = exact or [number for number, both in names.items() if any(name.startswith(wanted) for name in both)]
        if len(alike) != 1:
            words = listed([number.name for number in alike or self.numbers])
            what = "could be" if alike else "is none of those who are asked:"
            raise NotUnderstood(f"{short(word)!r} {what} {words}.")
        return alike[0]

    def _next(self, told: Mapping[str, NamedNumber]) -> AskedNumber:
        """The number after the last that was told, else the first that was not."""
        names = [number.name for number in self.numbers]
        after = names.index(list(told)[-1]) + 1 if told else 0
        free = [number for number in (*self.numbers[after:], *self.numbers[:after]) if number.name not in told]
        if not free:
            raise NotUnderstood(f"No more than {len(names)} are asked for: {listed(names)}.")
        return free[0]

    def _with_defaults(self, told: Mapping[str, NamedNumber], dice_first: bool = False) -> Numbered:
        """The answer in the order asked, with what those left out are without a throw."""
        found = dict(told)
        for number in self.numbers:
            thrown = number.dice is not None and (dice_first or number.default is None)
            if number.name not in found and not thrown and (number.default is not None or number.blank):
                found[number.name] = NamedNumber(name=number.name, n=number.default)
        return Numbered(numbers=tuple(found[number.name] for number in self.numbers if number.name in found))

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return tuple(Offer(number.name, str(number)) for number in self.numbers)

    def expected(self, encounter: Encounter) -> str:
        one = self.numbers[0] if self.numbers else None
        example = f"{one.name} {one.most // 50 + 1}" if one else ""
        blank = f", {BLANK} for none" if any(number.blank for number in self.numbers) else ""
        rest = "; those left out are thrown" if any(number.dice for number in self.numbers) else ""
        return f"Numbers in this order: {listed(list(map(str, self.numbers)), 12)}; or by name: {example}{blank}{rest}"
