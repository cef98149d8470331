"""Questions that are answered by a typed number, a few words, or yes or no."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec import field

from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Answer, Confirmed, Counted, Picked, Said
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import AnyQuestion, Choose, Offer, Pick, Question, accepted
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.text.harmless import LONGEST_NOTE, clean


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
