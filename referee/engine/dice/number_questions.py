"""Number questions: several named numbers asked at once, such as everybody's initiative."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.dice.dice import Expression, ExpressionTerm, Pool
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Answer, NamedNumber, Numbered
from referee.engine.questions.question import REFEREE, Offer, Question
from referee.engine.state.encounter import Encounter
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.text.unknown_word import NoSuchWord, could_be

_NEEDS_NO_NUMBER = NoSuchWord("", "needs no number", "These do")
BLANK = "-"
"""The word that leaves a number out on purpose."""
Told = dict[str, NamedNumber]
"""Numbers that were told, by their names, in the order in which it was done."""


def _is_told(word: str) -> bool:
    return word == BLANK or is_number(word)


def _read(dice: Expression) -> list[str]:
    """`total of d20+2`, and why the better or the worse of two dice counts: `disadvantage (poisoned)`."""
    plain, why = list[ExpressionTerm](), list[str]()
    for term in dice.terms:
        if isinstance(pool := term.part, Pool) and pool.keep is not None and pool.name:
            why.append(pool.name)
            term = term._replace(part=replace(pool, count=pool.counting, keep=None))
        plain.append(term)
    return [f"total of {Expression(tuple(plain))}" if plain[1:] else str(plain[0]).removeprefix("+"), *why]


class AskedNumber(Struct, frozen=True, kw_only=True):
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
    each: tuple[str, ...] = ()
    """Where it is for several: their tags, the first of them its name. They may have a number each instead."""

    @property
    def names(self) -> tuple[str, ...]:
        """The words by which numbers for it are told."""
        return self.each or (self.name,)

    def __str__(self) -> str:
        """Such as `Ann (total of d20+2)`, `Tia (d20, disadvantage (poisoned))`, `Bob (now 12)`."""
        told = _read(self.dice) if self.dice else []
        told += [f"now {self.default}"] if self.default is not None else []
        return (self.label or self.name) + (f" ({', '.join(told)})" if told else "")

    def read(self, word: str, name: str = "") -> NamedNumber:
        """The number that a word tells of it, or of that one of several. NotUnderstood, if it is none, or cannot be."""
        if word != BLANK and not is_number(word):
            raise NotUnderstood(f"{self.label or self.name}: type a number, not {quoted(word)}.")
        n = None if word == BLANK else int(word)
        if problem := self.problem(n):
            raise NotUnderstood(problem)
        return NamedNumber(name=name or self.name, n=n)

    def problem(self, n: int | None) -> str | None:
        """Why it cannot be this number, or none; None if it can."""
        if n is None:
            return None if self.blank else f"{self.label or self.name} needs a number."
        if self.least <= n <= self.most:
            return None
        return f"{self.label or self.name}: type {self.least} to {self.most}, not {n}."


class Numbers(Question[Numbered], frozen=True, kw_only=True):
    """Several named numbers are to be told: in one line, thrown, or left blank."""

    numbers: tuple[AskedNumber, ...]
    typed: bool = False
    first: Literal["", "highest", "lowest"] = ""
    """What the rule reads of the numbers, where that is only which of them come first. The odds go by it."""

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Numbered):
            return "Type numbers."
        asked = {name: number for number in self.numbers for name in number.names}
        for told in answer.numbers:
            if told.name not in asked:
                return f"{told.name} needs no number. These do: {listed(asked)}."
            if problem := asked[told.name].problem(told.n):
                return problem
        if len({told.name for told in answer.numbers}) < len(answer.numbers):
            return "You typed two numbers for the same roll. Type one for each."
        due = self.left_out(answer)
        blank = f" ({BLANK} skips one)" if any(number.blank for number in due) else ""
        names = [number.label or number.name for number in due]
        return f"These still need a number: {listed(names)}{blank}." if due else None

    def left_out(self, answer: Numbered) -> tuple[AskedNumber, ...]:
        """The numbers that the answer does not tell."""
        return tuple(asked for asked in self.numbers if all(asked.name != told.name for told in answer.numbers))

    def lacks(self, answer: Answer) -> bool:
        """True if the answer leaves out numbers, and there are dice for each of those."""
        left = self.left_out(answer) if isinstance(answer, Numbered) else ()
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
        return self.with_defaults({}, dice_first=True)

    def read(self, encounter: Encounter, text: str) -> Numbered:
        """`18 15 12` in the order asked, `bob 15 ann 18` by name or its beginning, `-` for none; or as many numbers as
        there are figures.

        Of what is left out, defaults are taken and dice are left to be thrown. NotUnderstood at the first misfit.
        """
        told = self.told_in(text)
        if told.keys() - {number.name for number in self.numbers}:
            return Numbered(numbers=tuple(told.values()))
        if not told and all(number.default is None for number in self.numbers):
            raise self.wrong(encounter, text)
        answer = self.with_defaults(told)
        if not self.lacks(answer) and (problem := self.accepts(answer)):
            raise NotUnderstood(problem)
        return answer

    def told_in(self, text: str, before: Mapping[str, NamedNumber] | None = None, at: str = "") -> Told:
        """The numbers that are told in a line, by their names, with those told before; at: whose the first one is.

        Of all figures, in their order, if there are as many as figures. NotUnderstood at the first misfit.
        """
        typed = text.replace(",", " ").replace("=", " ").split()
        if not before and len(self.numbers) < len(typed) == self.figures and all(map(_is_told, typed)):
            each = [(number, name) for number in self.numbers for name in number.names]
            return {name: one.read(word, name) for word, (one, name) in zip(typed, each, strict=True)}
        told = dict(before or {})
        words = iter(typed)
        for word in words:
            named = None if _is_told(word) else self._named(word)
            number = named or (self._named(at) if at else self._next(told))
            told.pop(number.name, None)
            told[number.name] = number.read(next(words, "") if named else word)
            at = ""
        return told

    @property
    def names(self) -> frozenset[str]:
        """The words by which each of its numbers is told: tags of figures, names of sides."""
        return frozenset(number.name for number in self.numbers)

    def label(self, name: str) -> str:
        """How the number of that name reads; of one of several, its name."""
        return next((number.label for number in self.numbers if number.name == name and number.label), name)

    def told_words(self, told: NamedNumber) -> str:
        """A number that was told, with whose it is: `Ann 12`; `Ann -` where it was left out."""
        return f"{self.label(told.name)} {BLANK if told.n is None else told.n}"

    @property
    def figures(self) -> int:
        """How many numbers there are if each figure has one of its own."""
        return sum(len(number.names) for number in self.numbers)

    def _named(self, word: str) -> AskedNumber:
        wanted = word.lower()
        names = {number: (number.name.lower(), number.label.lower()) for number in self.numbers}
        exact = [number for number, both in names.items() if wanted in both]
        alike = exact or [number for number, both in names.items() if any(name.startswith(wanted) for name in both)]
        if len(alike) != 1:
            words = [number.name for number in alike or self.numbers]
            raise NotUnderstood(could_be(word, words) if alike else _NEEDS_NO_NUMBER.refusal(word, words))
        return alike[0]

    def _next(self, told: Mapping[str, NamedNumber]) -> AskedNumber:
        """The number after the last that was told, else the first that was not."""
        names = [number.name for number in self.numbers]
        after = names.index(list(told)[-1]) + 1 if told else 0
        free = [number for number in (*self.numbers[after:], *self.numbers[:after]) if number.name not in told]
        if not free:
            each = f", or {self.figures}, one for each figure" if self.figures > len(names) else ""
            raise NotUnderstood(f"One number too many. Type {len(names)}: {listed(names)}{each}.")
        return free[0]

    def with_defaults(self, told: Mapping[str, NamedNumber], dice_first: bool = False) -> Numbered:
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
        blank = f"; {BLANK} skips one" if any(number.blank for number in self.numbers) else ""
        blank += f"; or {self.figures} numbers, one for each figure" if self.figures > len(self.numbers) else ""
        rest = "; the app rolls for anyone left out" if any(number.dice for number in self.numbers) else ""
        order = listed(list(map(str, self.numbers)), 12)
        return f"Type the numbers in this order: {order}; or by name: {example}{blank}{rest}"
