"""Data of an open question, for other programs."""

from typing import Literal, TypedDict, cast

from referee.command_language.keyed_offers import keyed_offers
from referee.command_language.typed_answers import default_word
from referee.engine.dice.dice import Pool
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.question import AnyQuestion, Offer
from referee.engine.questions.typed_questions import Whether
from referee.engine.state.encounter import Encounter

Kind = Literal["roll", "draw", "choose", "pick", "amount", "numbers", "confirm", "text"]
"""The classes of questions, as they are called in JSON."""


class OfferData(TypedDict):
    """What may be answered."""

    key: str
    """Its letter on the screen and in the plain mode; empty: none."""
    word: str
    """The word that answers so."""
    label: str
    """How it reads; empty: as the word."""
    barred: str
    """Why it cannot be chosen now; empty: it can."""
    number: int | None
    """The number that is printed on it, as on a card."""


class DiceData(TypedDict):
    """Dice of one sort."""

    dice: str
    """As they are written: 2d6."""
    name: str
    """What they are for."""
    count: int
    """How many there are."""
    faces: list[str]
    """What each may show, as it is typed."""


class NumberData(TypedDict):
    """One of several numbers that are asked for at once."""

    name: str
    """The word that it is answered by."""
    label: str
    """How it reads."""
    dice: str | None
    """What is thrown for it."""
    by: str
    """Who throws."""
    least: int
    """The lowest that is possible."""
    most: int
    """The highest that is possible."""
    default: int | None
    """What it is where nothing is said."""
    blank: bool
    """It may be left out."""


class QuestionData(TypedDict):
    """What is asked."""

    key: str
    """Which question it is, the same each time."""
    kind: Kind
    """How it is answered."""
    text: str
    """How it is put to the table."""
    by: str
    """Who throws or decides: a tag, a side, `players` or `referee`."""
    expected: str
    """What is to be typed."""
    hidden: bool
    """Not for the players."""
    cites: list[str]
    """Its clauses."""
    tally: dict[str, object]
    """What has been added up so far."""
    offers: list[OfferData]
    """What may be answered, where that can be listed."""
    dice: list[DiceData]
    """What is to be thrown."""
    numbers: list[NumberData]
    """The numbers that are asked for at once."""
    default: str | None
    """What an empty line answers; `roll` or `draw`: the app does; None: nothing."""


def question_data(question: AnyQuestion, encounter: Encounter) -> QuestionData:
    """What is asked, of whom, and what may be answered."""
    return {
        "key": question.key,
        "kind": "confirm" if isinstance(question, Whether) else cast(Kind, type(question).__name__.lower()),
        "text": question.prompt,
        "by": question.by,
        "expected": question.expected(encounter),
        "hidden": question.hidden,
        "cites": list(question.cites),
        "tally": dict(question.tally),
        "offers": [_offer(*keyed) for keyed in keyed_offers(question, encounter)],
        "dice": [_pool(pool) for pool in question.pools] if isinstance(question, Roll) else [],
        "numbers": [_number(number) for number in question.numbers] if isinstance(question, Numbers) else [],
        "default": default_word(question, encounter),
    }


def _offer(key: str, offer: Offer) -> OfferData:
    return {"key": key, "word": offer.word, "label": offer.label, "barred": offer.barred, "number": offer.number}


def _number(number: AskedNumber) -> NumberData:
    return {
        "name": number.name,
        "label": number.label or number.name,
        "dice": str(number.dice) if number.dice else None,
        "by": number.by,
        "least": number.least,
        "most": number.most,
        "default": number.default,
        "blank": number.blank,
    }


def _pool(pool: Pool) -> DiceData:
    """Dice of one sort: `faces` are what each may show, as it is typed."""
    numbers = range(pool.first, pool.last + 1)
    return {"dice": str(pool), "name": pool.name, "count": pool.count, "faces": [pool.label(n) for n in numbers]}
