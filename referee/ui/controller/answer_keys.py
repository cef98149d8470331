"""Answer keys: which keys answer a question.

Dice and choices share no key, so that neither can be taken for the other, however fast the keys come: choices are
small letters, `-` and `/` (words), and count at once; dice are digits, capitals and the signs of DICE, and count at
Enter. Digits are also amounts, and the numbers that are printed on cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import NamedTuple, TypeGuard

from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter
from referee.engine.kinds import AWAY
from referee.engine.number import is_number
from referee.engine.numbers import Numbers
from referee.engine.question import Amount, AnyQuestion, Choose, Confirm, Pick, Text
from referee.engine.question_base import Offer
from referee.engine.roll_questions import Draw, Roll

_NOBODY = "nobody"
"""The word that picks nobody, or none."""
_NOTHING = (_NOBODY, "none", "pass", "skip")
"""Words of offers that give something up. Their key is no letter, which might have been meant for something else."""
NOBODY = "-"
"""The key that picks nobody, or none."""
BARRED_KEY = "."
"""The key that shows what cannot be chosen, with the reasons, or folds it again."""
DICE = frozenset(digits + ascii_uppercase + "+*=,/ ")
"""Characters of typed dice: faces, capitals for symbols and cards, `=` before a sum, and what parts dice and pools."""
NUMBERS = frozenset(digits)
SEVERAL_NUMBERS = frozenset(digits + "+-, ")
"""Characters of several numbers in one line; `-` alone leaves one blank. Names go by `/`."""


class KeyedOffer(NamedTuple):
    """An offer of a question and the key that takes it; no key where letters do not suffice."""

    key: str
    offer: Offer


def figure_letters(encounter: Encounter) -> Mapping[Tag, str]:
    """A letter for each figure, in the order they came: the same in every question, also after others have gone.

    Where there are more than 26, those taken off the table have none; of the rest, the first 26 have one.
    """
    tags = list(encounter.figures)
    if len(tags) > len(ascii_lowercase):
        tags = [tag for tag in tags if encounter.figures[tag].standing != AWAY.name]
    return dict(zip(tags, ascii_lowercase, strict=False))


def keyed_offers(question: AnyQuestion, encounter: Encounter) -> list[KeyedOffer]:
    """What may be answered, each with its key; what is barred now comes last, and keeps its key."""
    offers = list(question.offers(encounter))
    if isinstance(question, Text | Numbers):
        return [KeyedOffer("", offer) for offer in offers]
    if isinstance(question, Draw):
        return [KeyedOffer(key, offer) for key, offer in zip(_endless(ascii_uppercase), offers, strict=False)]
    if isinstance(question, Pick) and not question.least:
        offers.append(Offer(_NOBODY, _NOBODY if _figures(question, encounter) else "none"))
    keys = _letters(offers, encounter)
    found = [KeyedOffer(key, offer) for key, offer in zip(keys, offers, strict=True)]
    return sorted(found, key=lambda keyed: bool(keyed.offer.barred))


def typed_characters(question: AnyQuestion, encounter: Encounter) -> frozenset[str] | None:
    """The characters that an answer is typed with; None: all. Empty where it is chosen only."""
    match question:
        case Text():
            return None
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


def _figures(question: Pick, encounter: Encounter) -> bool:
    return any(tag in encounter.figures or tag in encounter.groups for tag in (*question.among, *question.barred))


def _letters(offers: Sequence[Offer], encounter: Encounter) -> list[str]:
    """A key for each offer: its own letter, if it is a figure, or a group where no figures are asked for; the letter it
    begins with, if no other does; else the next that is free.
    """
    own = figure_letters(encounter)
    if not any(offer.word in own for offer in offers):
        own = dict(zip((tag for tag in encounter.groups if tag != TABLE), ascii_lowercase, strict=False))
    keys = [NOBODY if offer.word in _NOTHING else own.get(offer.word, "") for offer in offers]
    unnamed = [n for n, offer in enumerate(offers) if not keys[n] and not is_number(offer.word)]
    first = Counter(offers[n].word[:1].lower() for n in unnamed)
    for n in unnamed:
        letter = offers[n].word[:1].lower()
        if first[letter] == 1 and letter in ascii_lowercase and letter not in keys:
            keys[n] = letter
    free = (letter for letter in ascii_lowercase if letter not in keys)
    for n, letter in zip([n for n in unnamed if not keys[n]], list(free), strict=False):
        keys[n] = letter
    return keys


def _endless(letters: str) -> Iterable[str]:
    """These letters, then no key for ever."""
    yield from letters
    while True:
        yield ""
