"""Problems: what can go wrong at the table, each worded for the referee in one sentence."""

from collections.abc import Callable

SEEN_AT_ONCE = 60
"""The first characters of a line in which the place of a mistake is not told, since it is seen or heard at once."""


class Problem(Exception):
    """Something was asked for that cannot be; nothing has changed. Its text is one sentence for the referee."""

    @property
    def located(self) -> str:
        """The sentence, with the place in the line that it speaks of, where that is far behind its beginning."""
        return str(self)


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


def complaint(reads: Callable[[str], object]) -> Callable[[str], str | None]:
    """A check for typed words: what reading them would complain of."""

    def check(text: str) -> str | None:
        try:
            reads(text)
        except NotUnderstood as problem:
            return str(problem)
        return None

    return check
