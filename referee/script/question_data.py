"""Question data: open questions as plain values, for other programs."""

from referee.engine.encounter import Encounter
from referee.engine.question import AnyQuestion, Offer
from referee.engine.throw import Roll
from referee.script.reading import default_word


def question_data(question: AnyQuestion, encounter: Encounter) -> dict[str, object]:
    """What is asked, of whom, and what may be answered; `default` is null where an empty answer says nothing.

    `number` of an offer is the one printed on it, as on a card, or null. `default` is `roll` or `draw` where the app
    throws or draws.
    """
    return {
        "key": question.key,
        "kind": type(question).__name__.lower(),
        "prompt": question.prompt,
        "by": question.by,
        "expected": question.expected(encounter),
        "hidden": question.hidden,
        "cites": list(question.cites),
        "tally": dict(question.tally),
        "offers": [_offer(offer) for offer in question.offers(encounter)],
        "dice": _dice(question),
        "default": default_word(question, encounter),
    }


def _offer(offer: Offer) -> dict[str, object]:
    return {"word": offer.word, "label": offer.label, "barred": offer.barred, "number": offer.number}


def _dice(question: AnyQuestion) -> list[dict[str, object]]:
    if not isinstance(question, Roll):
        return []
    return [{"dice": str(pool), "name": pool.name, "count": pool.count, "sides": pool.sides} for pool in question.pools]
