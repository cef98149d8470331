"""What is proposed as the answer to a question: what Space takes, and what the odds go by."""

from collections.abc import Sequence

from referee.engine.questions.answer import Answer, Chosen, Confirmed, Counted, Picked, Said
from referee.engine.questions.question import NOBODY, AnyQuestion, Choose, Confirm, Pick
from referee.engine.questions.typed import Amount, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter


def proposed(question: AnyQuestion, encounter: Encounter, chosen: Tag | None = None) -> Answer | None:
    """The default of the rule, or else the figure that is chosen on the screen, or the first that may be picked.

    None if nothing is proposed, or chance answers. Nothing that gives up a right is proposed: where nobody may be
    picked, only a default that the rule names.
    """
    match question:
        case Choose(default=str() as option):
            return None if option in question.barred else Chosen(option=option)
        case Pick(default=str() as word):
            return None if word in question.barred else Picked(tags=() if word in NOBODY else (word,))
        case Pick(least=1):
            free = _likely(question, encounter)
            return Picked(tags=(chosen,) if chosen in free and chosen else (free[0],)) if free else None
        case Confirm(default=bool() as yes):
            return Confirmed(yes=yes)
        case Amount(default=int() as n):
            return Counted(n=n)
        case Text(optional=True):
            return Said(text="")
        case _:
            return None


def _likely(question: Pick, encounter: Encounter) -> Sequence[Tag]:
    """Those that may be picked and for whom it would come to something, in the order offered."""
    words = (offer.word for offer in question.offers(encounter))
    return [word for word in words if word not in question.barred and word not in question.unlikely]


MOST_ALTERNATIVES = 12
"""Answers to one choice that are compared."""


def alternatives(question: AnyQuestion) -> list[Answer]:
    """The answers that may be chosen, one figure at a time where several may be picked; none of words."""
    match question:
        case Choose():
            free: list[Answer] = [Chosen(option=option) for option in question.options if option not in question.barred]
        case Pick():
            free = [Picked(tags=()) for _ in range(question.least == 0)]
            free += [Picked(tags=(tag,)) for tag in question.among if question.least <= 1]
        case Confirm():
            free = [Confirmed(yes=True), Confirmed(yes=False)]
        case Amount():
            free = [Counted(n=n) for n in range(question.least, question.most + 1)]
        case _:
            free = []
    return free[:MOST_ALTERNATIVES]
