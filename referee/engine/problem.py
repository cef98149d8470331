"""Problems: what can go wrong at the table, each worded for the referee in one sentence; numbers, read from words."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from msgspec import Struct

from referee.text import pattern

_NUMBER = pattern(r"[+-]?[0-9]{1,6}", re.ASCII)

YES = "yes"
"""Last word of a command that was refused: the referee wants it all the same."""

SEEN_AT_ONCE = 60
"""The first characters of a line in which the place of a mistake is not told, since it is seen or heard at once."""


class Problem(Exception):
    """Something was asked for that cannot be; nothing has changed. Its text is one sentence for the referee."""

    topic = ""
    """The topic of the help that says more of this kind of problem, or of what was being done; empty: none."""

    def reference(self, way: str) -> str:
        """` (see: help dice)`, to end the sentence with, where `way` is `see: help`; empty if no topic says more.

        The topic is its own, else that of the problem from which it was raised.
        """
        cause = self.__cause__
        return f" ({way} {self.topic})" if self.topic else cause.reference(way) if isinstance(cause, Problem) else ""

    @property
    def located(self) -> str:
        """The sentence, with the character of the line at which the mistake is, where that is at SEEN_AT_ONCE or
        later.
        """
        return str(self)


@contextmanager
def on_topic(name: str) -> Iterator[None]:
    """Problems that arise within belong to this topic of the help, unless an inner `on_topic` has named another.

    Also a decorator: `@on_topic("dice")`. An empty name changes nothing.
    """
    try:
        yield
    except Problem as problem:
        if name:
            vars(problem).setdefault("topic", name)
        raise


class Refused(Problem):
    """The rules, or the state of the fight, do not allow this command now."""


class NotUnderstood(Problem):
    """Words that cannot be read: what was expected, and where (`at`, the first character that was not)."""

    def __init__(self, sentence: str, at: int | None = None) -> None:
        super().__init__(sentence)
        self.at = at

    @property
    def located(self) -> str:
        return f"{self} (at character {self.at + 1})" if self.at is not None and self.at >= SEEN_AT_ONCE else str(self)


class DoesNotFit(Problem):
    """An answer that the open question cannot take."""


class Moot(Problem):
    """An event finds nothing to change. Only a corrected past meets this."""


class RulesBug(TypeError):
    """A rule broke the contract with the engine: a mistake of ours, never of the table."""

    @property
    def confession(self) -> str:
        """What the table is told of it."""
        return f"a mistake in the rules of this game, not yours: {self}. Nothing was changed by it."


reporters: list[Callable[[Exception], None]] = []
"""What is told of each mistake of the program that it goes on after; the command adds what writes crash reports."""


def report_mistake(what: str, error: Exception) -> str:
    """Reports a mistake of the program that costs only what was to be shown; returns what is shown instead of it."""
    for report in reporters:
        report(error)
    return f"{what} cannot be shown: a mistake in Referee, not yours. A report was saved."


class ShortInReports(Struct, frozen=True):
    """A struct that a crash report, which shows the values of each call, names by its class and its name, if it has
    one: all that a game has would fill gigabytes of it.
    """

    __repr__ = object.__repr__

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("name", self.name)] if hasattr(self, "name") else []


def complaint(reads: Callable[[str], object]) -> Callable[[str], str | None]:
    """A check for typed words: what reading them would complain of."""

    def check(text: str) -> str | None:
        try:
            reads(text)
        except NotUnderstood as problem:
            return str(problem)
        return None

    return check


def is_number(word: str) -> bool:
    """Is the word a whole number of at most six plain digits? (int() would take `1_000` and other scripts' digits.)"""
    return _NUMBER.fullmatch(word) is not None


def read_number(word: str, what: str = "number", minimum: int | None = None, maximum: int | None = None) -> int:
    """The number a word says. NotUnderstood, naming what was wanted, or the bounds that it is outside of."""
    if not is_number(word):
        long = word.isascii() and word.removeprefix("-").removeprefix("+").isdigit()
        raise NotUnderstood(f"{what}: {quoted(word)} {'has too many digits' if long else 'is not a number'}.")
    number = int(word)
    if (minimum is not None and number < minimum) or (maximum is not None and number > maximum):
        raise NotUnderstood(f"{what}: {_span(minimum, maximum)}, not {number}.")
    return number


def _span(minimum: int | None, maximum: int | None) -> str:
    if minimum is None:
        return f"at most {maximum}"
    return f"at least {minimum}" if maximum is None else f"{minimum} to {maximum}"


def quoted(word: str, longest: int = 24) -> str:
    """What was typed, in quotation marks, cut to so many characters."""
    return f'"{repr(short(word, longest))[1:-1]}"'


def short(word: str, longest: int = 24) -> str:
    """A word cut to what an error message may quote."""
    return word if len(word) <= longest else word[: longest - 1] + "…"
