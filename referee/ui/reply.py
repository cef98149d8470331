"""Reply: what has been typed so far as an answer, and what Enter would make of it."""

from typing import NamedTuple

from referee.engine.answer import Answer, Picked, Rolled
from referee.engine.encounter import Encounter
from referee.engine.problem import Problem
from referee.engine.question import Amount, AnyQuestion, Choose, Confirm, Offer, Pick, Text
from referee.engine.throw import Draw, Roll
from referee.words.answer import replied


class Hint(NamedTuple):
    """What Enter does with the line as it stands, in a few words."""

    text: str
    well: bool = True
    """False: the line is no answer yet."""


def offers(question: AnyQuestion, encounter: Encounter, typed: str = "") -> list[tuple[str, Offer]]:
    """What may be answered, each with its number; where the typed word begins some of them, only those.

    What is barred now comes last, so that a narrow screen shows the rest; but an offer keeps its number.
    """
    if isinstance(question, Text):
        if question.expects:
            return []
        return [("", offer) for offer in question.offers(encounter) if offer.word.lower().startswith(typed.lower())]
    there = question.offers(encounter)
    numbered = [(str(n) if _counted(there) else "", offer) for n, offer in enumerate(there, start=1)]
    numbered.sort(key=lambda item: bool(item[1].barred))
    word = typed.replace(",", " ").split(" ")[-1].lower()
    if not word or word.isdigit():
        return numbered
    alike = [(n, o) for n, o in numbered if o.word.lower().startswith(word) or o.label.lower().startswith(word)]
    return alike or numbered


def _counted(there: tuple[Offer, ...]) -> bool:
    """Do numbers stand for these offers? Not where an offer is a number itself, such as a face."""
    return not any(offer.word[0].isdigit() for offer in there)


def meant(question: AnyQuestion, encounter: Encounter, typed: str) -> str:
    """The typed line with the words of the offers in the place of their numbers; a name may have a number in it."""
    if not isinstance(question, Choose | Pick | Confirm | Draw) or _understood(question, encounter, typed):
        return typed
    there = question.offers(encounter)
    if not _counted(there):
        return typed
    many = isinstance(question, Pick | Draw)
    parts = typed.replace(",", " ").split() if many else [typed.strip()]
    out = []
    for part in parts:
        number = int(part) if part.isascii() and part.isdigit() and len(part) < 5 else 0
        out.append(there[number - 1].word if 1 <= number <= len(there) else part)
    return " ".join(out)


def _understood(question: AnyQuestion, encounter: Encounter, typed: str) -> bool:
    try:
        question.read(encounter, typed)
    except Problem:
        return False
    return True


def at_once(question: AnyQuestion, encounter: Encounter, key: str) -> bool:
    """Is this digit alone the whole answer? So where one of at most nine is asked for, and none is itself a number."""
    if not isinstance(question, Choose | Confirm | Pick) or (isinstance(question, Pick) and question.most > 1):
        return False
    there = question.offers(encounter)
    return key in "123456789"[: min(len(there), 9)] and len(there) <= 9 and _counted(there)


def read(question: AnyQuestion, encounter: Encounter, typed: str) -> Answer | None:
    """The answer that is typed; None where nothing is typed and the app is to throw. NotUnderstood otherwise."""
    if not typed.strip() and isinstance(question, Roll | Draw):
        return None
    return question.read(encounter, meant(question, encounter, typed))


def hint(question: AnyQuestion, encounter: Encounter, typed: str) -> Hint:
    """What Enter would do now."""
    if not typed.strip():
        return Hint(_nothing_typed(question))
    try:
        answer = read(question, encounter, typed)
    except Problem as problem:
        return Hint(str(problem), False)
    if isinstance(question, Roll) and isinstance(answer, Rolled) and question.lacks(answer):
        return Hint(_partly(question, answer))
    if answer is None:
        return Hint("Enter throws")
    if reason := question.accepts(answer):
        return Hint(reason, False)
    return Hint(f"Enter: {_said(question, encounter, answer)}")


def _said(question: AnyQuestion, encounter: Encounter, answer: Answer) -> str:
    if isinstance(answer, Picked):
        return ", ".join(encounter.name(tag) for tag in answer.tags) or "nobody"
    return replied(answer, question)


def _nothing_typed(question: AnyQuestion) -> str:
    match question:
        case Roll():
            return "Enter rolls"
        case Draw():
            return "Enter draws"
        case Choose(default=str() as word) | Pick(default=str() as word):
            return f"Enter: {word}"
        case Amount(default=int() as n):
            return f"Enter: {n}"
        case Confirm(default=bool() as yes):
            return f"Enter: {'yes' if yes else 'no'}"
        case Pick(least=0):
            return "Enter: nobody"
        case Text(optional=True):
            return "Enter: nothing"
        case Text():
            return "say it in words"
        case Amount():
            return f"a number from {question.least} to {question.most}"
        case _:
            return "a number or the word itself"


def _partly(question: Roll, rolled: Rolled) -> str:
    """How many dice of a throw are typed so far."""
    typed = sum(map(len, rolled.faces))
    due = sum(pool.read(faces).due for pool, faces in zip(question.pools, rolled.faces, strict=True))
    return f"{typed} of {typed + due} dice typed; Enter rolls the rest"


def next_offer(question: AnyQuestion, encounter: Encounter, typed: str, by: int) -> str:
    """The offer after, or before, the one that the line names: what the arrow keys put there."""
    free = [offer.word for offer in question.offers(encounter) if not offer.barred]
    if not free or (isinstance(question, Text) and typed and typed not in free):
        return typed
    now = meant(question, encounter, typed).strip().lower()
    place = free.index(now) + by if now in free else (0 if by > 0 else -1)
    return free[place % len(free)]
