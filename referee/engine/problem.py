"""Problem: something that cannot be done at the table, told to the referee in one sentence."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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


def complaint(reads: Callable[[str], object]) -> Callable[[str], str | None]:
    """A check for typed words: what reading them would complain of."""

    def check(text: str) -> str | None:
        try:
            reads(text)
        except NotUnderstood as problem:
            return str(problem)
        return None

    return check
