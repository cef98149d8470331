"""Question data: open questions as plain values, for other programs."""

from referee.engine.dice import Pool
from referee.engine.encounter import Encounter
from referee.engine.numbers import AskedNumber, Numbers
from referee.engine.question import AnyQuestion
from referee.engine.question_base import Offer
from referee.engine.roll_questions import Roll
from referee.script.offer_keys import keyed_offers
from referee.script.reading import default_word


def question_data(question: AnyQuestion, encounter: Encounter) -> dict[str, object]:
    """What is asked, of whom, and what may be answered; `default` is null where an empty answer says nothing.

    `key` of an offer is its letter, or empty; `number` is the one printed on it, as on a card, or null. `default` is
    `roll` or `draw` where the app throws or draws. `numbers`: those that one question asks for, each with its dice;
    `blank`: it may be left out.
    """
    return {
        "key": question.key,
        "kind": type(question).__name__.lower(),
        "text": question.prompt,
        "by": question.by,
        "expected": question.expected(encounter),
        "hidden": question.hidden,
        "cites": list(question.cites),
        "tally": dict(question.tally),
        "offers": [_offer(*keyed) for keyed in keyed_offers(question, encounter)],
        "dice": _dice(question),
        "numbers": [_number(number) for number in question.numbers] if isinstance(question, Numbers) else [],
        "default": default_word(question, encounter),
    }


def _offer(key: str, offer: Offer) -> dict[str, object]:
    return {"key": key, "word": offer.word, "label": offer.label, "barred": offer.barred, "number": offer.number}


def _number(number: AskedNumber) -> dict[str, object]:
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


def _dice(question: AnyQuestion) -> list[dict[str, object]]:
    return [_pool(pool) for pool in question.pools] if isinstance(question, Roll) else []


def _pool(pool: Pool) -> dict[str, object]:
    """Dice of one sort: `faces` are what each may show, as it is typed."""
    numbers = range(pool.first, pool.last + 1)
    return {"dice": str(pool), "name": pool.name, "count": pool.count, "faces": [pool.label(n) for n in numbers]}
