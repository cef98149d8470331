"""What all questions share, and who may be asked."""

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from referee.engine.answer import Answer, Chosen, Confirmed, Counted, Drew, Numbered, Picked, Rolled, Said
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.number import short
from referee.engine.problem import NotUnderstood

A_co = TypeVar("A_co", Rolled, Drew, Chosen, Picked, Counted, Numbered, Confirmed, Said, covariant=True)

REFEREE = "referee"
"""Stands in `by` for whoever runs the fight."""
PLAYERS = "players"
"""Stands in `by` for the players together."""

NOBODY = ("none", "nobody", "-")
"""The words that pick nobody, where that is an answer."""

_PARAM = "param "


def param_key(name: str) -> str:
    """The key of the question that asks for a parameter of a verb."""
    return f"{_PARAM}{name}"


def asks_param(key: str) -> bool:
    """True if that is the key of a question that asks for a parameter of a verb."""
    return key.startswith(_PARAM)


class Offer(NamedTuple):
    """One thing that may be answered: the word for it, how it reads, and why not, if it is barred."""

    word: str
    label: str = ""
    barred: str = ""
    number: int | None = None
    """The number that is printed on it, as on a card."""


@dataclass(frozen=True, kw_only=True)
class Question(Generic[A_co]):
    """What all questions share."""

    key: str
    """What it is, stable over every replay: `to-hit ulf>rat`. No wording in it, no running numbers."""
    prompt: str
    """How it is put to the table."""
    by: str = REFEREE
    """Who throws or decides: a figure, a side, the players or the referee."""
    needs: tuple[Tag, ...] = ()
    """Figures that it is about; it lapses when one of them is no longer able."""
    tally: tuple[tuple[str, int | str], ...] = ()
    """Running totals for the question line; derived, never saved."""
    fallen_too: bool = False
    """It is for those who are down, too, and does not lapse."""
    hidden: bool = False
    """Not for a players' view."""
    cites: tuple[str, ...] = ()

    def accepts(self, answer: Answer) -> str | None:
        """Why this answer is impossible; None if it is not."""
        raise TypeError("a question says itself what it accepts")

    def read(self, encounter: Encounter, text: str) -> A_co:
        """The answer that typed text means. NotUnderstood otherwise."""
        raise TypeError("a question reads its own answers")

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        """What may be answered, where it can be listed."""
        return ()

    def expected(self, encounter: Encounter) -> str:
        """What is to be typed, in a few words."""
        return ""

    def wrong(self, encounter: Encounter, text: str) -> NotUnderstood:
        """The problem of an answer that is not what was expected."""
        instead = f", not {short(text)!r}" if text.strip() else ""
        return NotUnderstood(f"{self.expected(encounter)} is expected{instead}.")
