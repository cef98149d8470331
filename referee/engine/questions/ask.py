"""Ask: the only thing a rule may await; with the questions that are answered by a number, a few words, yes or no.

A rule gives a recipe for its question, not the question: it is built from the ledger as it stands, and
built again when something came in between.
"""

from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar

from msgspec import field

from referee.engine.numbers import is_number
from referee.engine.problem import DoesNotFit, NotUnderstood
from referee.engine.questions.answer import Answer, Confirmed, Counted, Picked, Said
from referee.engine.questions.question import AnyQuestion, Choose, Offer, Pick, Question, accepted
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.text.harmless import LONGEST_NOTE, clean

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


_PARAM = "param "


def param_key(name: str) -> str:
    """The key of the question that asks for a parameter of a verb."""
    return f"{_PARAM}{name}"


def param_of(key: str) -> str:
    """The parameter that the question of that key asks for; empty if it asks for none."""
    return key.removeprefix(_PARAM) if asks_param(key) else ""


def asks_param(key: str) -> bool:
    """True if that is the key of a question that asks for a parameter of a verb."""
    return key.startswith(_PARAM)


class Amount(Question[Counted], frozen=True, kw_only=True):
    """A number is to be told."""

    least: int = 0
    most: int = 999
    default: int | None = None
    """What Enter takes."""

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Counted) or not self.least <= answer.n <= self.most:
            return f"Type a number from {self.least} to {self.most}."
        return None

    def read(self, encounter: Encounter, text: str) -> Counted:
        if not text.strip() and self.default is not None:
            return Counted(n=self.default)
        if not is_number(text.strip()):
            raise self.wrong(encounter, text)
        return accepted(self, Counted(n=int(text.strip())))

    def proposed(self, encounter: Encounter, chosen: Tag | None = None) -> Counted | None:
        return None if self.default is None else Counted(n=self.default)

    def expected(self, encounter: Encounter) -> str:
        return f"Type a number from {self.least} to {self.most}"


class Text(Question[Said], frozen=True, kw_only=True):
    """Words are to be told."""

    check: Callable[[str], str | None] = field(default=lambda text: None)
    """Why these words will not do; None if they will."""
    comes_to: Callable[[str], str] = field(default=lambda text: "")
    """What will be so with these words, where they are short for it: `threat 5`."""
    words: tuple[str, ...] = ()
    """What may well be said; for completion only."""
    labels: Mapping[str, str] = field(default_factory=dict)
    """How such a word reads where what comes of it is compared: `with advantage`."""
    spaces: Mapping[str, str] | None = None
    """Where a space of the board is to be named: those that will do, if they are known, each with its cost."""
    expects: str = ""
    """What is to be said, where more can be told about it."""
    optional: bool = False
    """Nothing may be said, too."""
    longest: int = LONGEST_NOTE
    """Characters that are kept of them."""
    line_end: str = " "
    """What parts lines that are pasted."""

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Said):
            return "Type a few words."
        if not answer.text and not self.optional:
            return "Type a few words."
        return self.check(answer.text)

    def read(self, encounter: Encounter, text: str) -> Said:
        if len(text) > self.longest:
            raise NotUnderstood(f"That is too long: {self.longest:,} characters at most.", self.longest)
        return accepted(self, Said(text=clean(self.line_end.join(text.splitlines()), self.longest)))

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return tuple(map(Offer, self.words))

    def proposed(self, encounter: Encounter, chosen: Tag | None = None) -> Said | None:
        return Said(text="") if self.optional else None

    def expected(self, encounter: Encounter) -> str:
        return self.expects or ("Type a few words" if self.spaces is None else "Type a space, for example c5")


def is_decision(question: AnyQuestion) -> bool:
    """True of a choice, and of how much of something is spent; not of a number that a command is about."""
    spends = isinstance(question, Amount) and not asks_param(question.key)
    return spends or isinstance(question, Pick | Choose | Confirm)


class Whether(Pick, frozen=True, kw_only=True):
    """Yes or no of the only one that can be picked: `Does Ysolde shield?` Yes picks the figure, no picks nobody."""

    least: int = 0

    def read(self, encounter: Encounter, text: str) -> Picked:
        with suppress(NotUnderstood):
            confirmed = Confirm(key=self.key, prompt=self.prompt, by=self.by).read(encounter, text)
            return accepted(self, Picked(tags=self.among if confirmed.yes else ()))
        return super().read(encounter, text)

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return (Offer("yes"), Offer("no"))

    def expected(self, encounter: Encounter) -> str:
        return "Type y or n"


class Confirm(Question[Confirmed], frozen=True, kw_only=True):
    """A yes-or-no question."""

    default: bool | None = None
    """What Enter says."""
    assumed: bool = False
    """The answer of those who cannot look at the table, such as a forecast."""

    def accepts(self, answer: Answer) -> str | None:
        return None if isinstance(answer, Confirmed) else "Answer y or n."

    def read(self, encounter: Encounter, text: str) -> Confirmed:
        word = text.strip().lower()
        if not word and self.default is not None:
            return Confirmed(yes=self.default)
        for said in ("yes", "no"):
            if word and said.startswith(word):
                return Confirmed(yes=said == "yes")
        raise self.wrong(encounter, text)

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return (Offer("yes"), Offer("no"))

    def proposed(self, encounter: Encounter, chosen: Tag | None = None) -> Confirmed | None:
        return None if self.default is None else Confirmed(yes=self.default)

    def expected(self, encounter: Encounter) -> str:
        return "Type y or n"
