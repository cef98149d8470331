"""Ask: the only thing a rule may await.

A rule gives a recipe for its question, not the question: it is built from the ledger as it stands, and built again when
something came in between.
"""

from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Any, Final, Generic, TypeVar

from referee.engine.problem import DoesNotFit
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import AnyQuestion, Question

A = TypeVar("A", bound=Answer)


Steps = Coroutine[Any, Any, None]
"""A rule that runs: it puts questions, is sent answers, and returns nothing."""


class Again:
    """Sent to a rule instead of answers after an interjection: it builds its questions again."""


AGAIN: Final = Again()

Put = tuple[Question[Any], ...]
"""The questions that a rule puts at one time."""
Got = Again | tuple[Any, ...] | None
"""What `yield` returns in a rule: one answer for each question, or AGAIN; None is sent once, to start it."""


class Lapsed(Exception):
    """Thrown into a rule at its question if a figure the question names can no longer act. The text says who."""


def require_accepted(question: AnyQuestion, answer: Answer) -> None:
    """Makes sure that the question can take this answer. DoesNotFit, with the reason."""
    if problem := question.accepts(answer):
        raise DoesNotFit(problem)


class Ask(Generic[A]):
    """One question to the table: `rolled = await Ask(lambda: Roll(...))`."""

    def __init__(self, build: Callable[[], Question[A]]) -> None:
        self.build: Callable[[], Question[A]] = build

    def __await__(self) -> Generator[Put, Got, A]:
        while True:
            got = yield (self.build(),)
            if isinstance(got, tuple):
                answer: A = got[0]
                return answer


class Together(Generic[A]):
    """Several questions open at once, answered in any order; the answers come in the order of the questions."""

    def __init__(self, build: Callable[[], Sequence[Question[A]]]) -> None:
        self.build: Callable[[], Sequence[Question[A]]] = build

    def __await__(self) -> Generator[Put, Got, tuple[A, ...]]:
        while True:
            questions = tuple(self.build())
            if not questions:
                return ()
            got = yield questions
            if isinstance(got, tuple):
                return got
