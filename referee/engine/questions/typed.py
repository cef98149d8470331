"""Questions that are answered by typing: a number, or a few words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from referee.engine.problem import NotUnderstood, is_number
from referee.engine.questions.answer import Answer, Counted, Said
from referee.engine.questions.ask import asks_param
from referee.engine.questions.question import AnyQuestion, Choose, Confirm, Offer, Pick, Question, accepted
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.text import LONGEST_NOTE, clean


@dataclass(frozen=True, kw_only=True)
class Amount(Question[Counted]):
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


@dataclass(frozen=True, kw_only=True)
class Text(Question[Said]):
    """Words are to be told."""

    check: Callable[[str], str | None] = field(default=lambda text: None)
    """Why these words will not do; None if they will."""
    comes_to: Callable[[str], str] = field(default=lambda text: "")
    """What will be so with these words, where they are short for it: `threat 5`."""
    words: tuple[str, ...] = ()
    """What may well be said; for completion only."""
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
