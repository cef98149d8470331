"""Answer keys: which keys answer a question.

Dice and choices share no key, so that neither can be taken for the other, however fast the keys come: choices are
small letters, `-` and `/` (words), and count at once; dice are digits, capitals and the signs of DICE, and count at
Enter. Digits are also amounts, and the numbers that are printed on cards.
"""

from string import ascii_uppercase, digits
from typing import TypeGuard

from referee.engine.encounter import Encounter
from referee.engine.numbers import Numbers
from referee.engine.question import Amount, AnyQuestion, Choose, Confirm, Pick, Text
from referee.engine.question_base import Offer
from referee.engine.roll_input import BLANK, has_blank
from referee.engine.roll_questions import Draw, Roll

BARRED_KEY = "."
"""The key that shows what cannot be chosen, with the reasons, or folds it again."""
DICE = frozenset(digits + ascii_uppercase + "+*=,/ ")
"""Characters of typed dice: faces, capitals for symbols and cards, `=` before a sum, and what parts dice and pools."""
NUMBERS = frozenset(digits)
SEVERAL_NUMBERS = frozenset(digits + "+-, ")
"""Characters of several numbers in one line; `-` alone leaves one blank. Names go by `/`."""


def typed_characters(question: AnyQuestion, encounter: Encounter) -> frozenset[str] | None:
    """The characters that an answer is typed with; None: all. Empty where it is chosen only."""
    match question:
        case Text():
            return None
        case Roll() if has_blank(question.pools):
            return DICE | {BLANK}
        case Roll() | Draw():
            return DICE
        case Amount():
            return NUMBERS
        case Numbers():
            return SEVERAL_NUMBERS
        case Choose() | Pick() if any(_number(offer) for offer in question.offers(encounter)):
            return NUMBERS
        case _:
            return frozenset()


def is_typed(text: str) -> bool:
    """Is anything typed, but for what parts dice and pools?"""
    return bool(text.strip(" ,/="))


def is_choice(question: AnyQuestion) -> TypeGuard[Choose | Pick | Confirm]:
    """Is it answered by choosing, not by dice, a number or words?"""
    return isinstance(question, Choose | Pick | Confirm)


def takes_words(question: AnyQuestion) -> bool:
    """Does `/` begin an answer in words?"""
    return is_choice(question) or isinstance(question, Numbers | Draw)


def takes_several(question: AnyQuestion) -> TypeGuard[Pick]:
    """May several be picked? Then letters mark, and Space takes those marked."""
    return isinstance(question, Pick) and question.most > 1


def by_number(question: AnyQuestion, encounter: Encounter, typed: str) -> str:
    """The word of the offer that has this number: its word, or the number printed on it; empty if there is none."""
    offers = question.offers(encounter) if is_choice(question) else ()
    return next((offer.word for offer in offers if _number(offer) == typed.strip() != ""), "")


def _number(offer: Offer) -> str:
    """The number that stands for an offer: the one that it is, else the one that is printed on it."""
    if offer.word.isascii() and offer.word.isdigit():
        return offer.word
    return "" if offer.number is None else str(offer.number)
