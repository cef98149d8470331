"""Reply: what the keys pressed so far would answer, and what is proposed while nothing is typed."""

from typing import NamedTuple

from referee.engine.answer import Answer, Counted, Picked, Rolled, Said
from referee.engine.bearer import Tag
from referee.engine.chance import all_typed, leaves_out
from referee.engine.encounter import Encounter
from referee.engine.numbers import Numbers
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.question import Amount, AnyQuestion, Choose, Confirm, Pick, Text
from referee.engine.roll_questions import Draw, Roll
from referee.script.offer_keys import KeyedOffer, keyed_offers
from referee.ui.controller.answer_keys import by_number, is_choice, is_typed, takes_several, typed_characters
from referee.words.answer import replied


class Hint(NamedTuple):
    """What a key would do with the answer as it stands, in a few words."""

    text: str
    is_valid: bool = True
    """False: what is typed is no answer yet."""


class Proposal(NamedTuple):
    """What Space takes."""

    words: str
    answer: Answer | None
    """None: the app throws or draws."""


def offers(question: AnyQuestion, encounter: Encounter) -> list[KeyedOffer]:
    """What may be answered, each with its key; none where more is told about the words that are expected."""
    return [] if isinstance(question, Text) and question.expects else keyed_offers(question, encounter)


def at_once(question: AnyQuestion, encounter: Encounter, key: str) -> str:
    """The word of the offer that this key takes by itself; empty if it takes none."""
    if not is_choice(question):
        return ""
    return next((offer.word for letter, offer in keyed_offers(question, encounter) if letter == key), "")


def proposed_offer(question: AnyQuestion, encounter: Encounter, marked: str = "", chosen: Tag | None = None) -> str:
    """The word of the offer that Space takes: the marked one, the default, the chosen figure, else the first.

    Empty if there is none. Nothing that gives up a right is proposed: where nobody may be picked, only a default that
    the rule names.
    """
    match question:
        case Choose() | Pick() | Confirm() if marked:
            return marked
        case Choose(default=str() as word) | Pick(default=str() as word):
            return "" if word in question.barred else word
        case Pick(least=1, among=among, barred=barred, unlikely=unlikely):
            if chosen in among and chosen not in barred and chosen not in unlikely:
                return chosen or ""
            words = (offer.word for offer in question.offers(encounter))
            return next((word for word in words if word not in barred and word not in unlikely), "")
        case Confirm(default=bool() as yes):
            return "yes" if yes else "no"
        case _:
            return ""


def proposal(
    question: AnyQuestion,
    encounter: Encounter,
    marked: str = "",
    picked: tuple[Tag, ...] = (),
    chosen: Tag | None = None,
) -> Proposal:
    """What Space takes. NotUnderstood if nothing is proposed."""
    match question:
        case Roll():
            return Proposal("rolls", None)
        case Numbers() if question.throw_words:
            return Proposal("rolls", None)
        case Draw():
            return Proposal("draws", None)
        case Pick() if picked:
            return _proposed(question, encounter, Picked(tags=picked))
        case Amount(default=int() as n):
            return _proposed(question, encounter, Counted(n=n))
        case Text(optional=True):
            return Proposal("no words", Said(text=""))
        case _ if word := proposed_offer(question, encounter, marked, chosen):
            return _proposed(question, encounter, question.read(encounter, word))
        case _:
            raise NotUnderstood(f"Nothing is proposed: {wanted(question, encounter)}.")


def _proposed(question: AnyQuestion, encounter: Encounter, answer: Answer) -> Proposal:
    return Proposal(said(question, encounter, answer), answer)


def read(question: AnyQuestion, encounter: Encounter, typed: str) -> Answer:
    """The answer that is typed: its words, its key, or a printed number. NotUnderstood if it is none."""
    if isinstance(question, Draw):
        keys = {key: offer.word for key, offer in keyed_offers(question, encounter) if key}
        if all(letter in keys for letter in typed.strip()):
            typed = " ".join(keys[letter] for letter in typed.strip())
    elif not isinstance(question, Text):
        meant = by_number(question, encounter, typed) or at_once(question, encounter, typed.strip())
        if is_choice(question) and not meant and typed.strip().isdigit():
            # The beginning of a card's number is not the card: it might be a die.
            raise question.wrong(encounter, typed)
        typed = meant or typed
    return question.read(encounter, typed)


def hint(
    question: AnyQuestion,
    encounter: Encounter,
    typed: str,
    marked: str = "",
    picked: tuple[Tag, ...] = (),
    chosen: Tag | None = None,
) -> Hint:
    """What Enter would make of what is typed; with nothing typed, what Space takes."""
    if not is_typed(typed):
        return _nothing_typed(question, encounter, marked, picked, chosen)
    try:
        answer = read(question, encounter, typed)
    except Problem as problem:
        return Hint(str(problem), False)
    if isinstance(question, Roll) and isinstance(answer, Rolled) and question.lacks(answer):
        return Hint(_partly(question, answer, all_typed(encounter)))
    if leaves_out(question, answer) and not all_typed(encounter):
        return Hint(f"{said(question, encounter, answer)}; Enter rolls the rest")
    if reason := question.accepts(answer):
        return Hint(reason, False)
    return Hint(f"Enter: {said(question, encounter, answer)}")


def said(question: AnyQuestion, encounter: Encounter, answer: Answer) -> str:
    """An answer as the referee reads it."""
    if isinstance(answer, Picked):
        return ", ".join(encounter.name(tag) for tag in answer.tags) or "nobody"
    return replied(answer, question)


def _nothing_typed(
    question: AnyQuestion, encounter: Encounter, marked: str, picked: tuple[Tag, ...], chosen: Tag | None
) -> Hint:
    try:
        proposed = proposal(question, encounter, marked, picked, chosen)
    except Problem:
        return Hint(wanted(question, encounter))
    if proposed.answer is None:
        return Hint(f"Space {proposed.words}")
    letters = ""
    if takes_several(question):
        letters = "letters mark one or several; "
    elif is_choice(question):
        letters = "a letter chooses; "
    return Hint(f"{letters}Space: {proposed.words}")


def wanted(question: AnyQuestion, encounter: Encounter) -> str:
    """Which keys answer the question, in a few words."""
    match question:
        case Roll():
            return "type the dice and Enter, or Space rolls"
        case Draw():
            return "the card's capital, or / and its name, then Enter; or Space draws"
        case Amount():
            return f"a number from {question.least} to {question.most}, then Enter"
        case Numbers():
            return "numbers in this order, then Enter; / for names" + (
                "; or Space rolls" if question.throw_words else ""
            )
        case Text():
            return "type it, then Enter"
        case _ if takes_several(question):
            return "letters mark, Space takes those marked; / for words"
        case _ if typed_characters(question, encounter):
            return "its letter, or its number and Enter; / for words"
        case _:
            return "press its letter; / for words"


def _partly(question: Roll, rolled: Rolled, all_typed: bool) -> str:
    """How many dice of a throw are typed so far."""
    typed = sum(map(len, rolled.faces))
    due = sum(pool.read(faces).due for pool, faces in zip(question.pools, rolled.faces, strict=True))
    rest = "the table throws the rest, too" if all_typed else "Enter rolls the rest"
    return f"{typed} of {typed + due} dice typed; {rest}"


def next_offer(question: AnyQuestion, encounter: Encounter, marked: str, by: int) -> str:
    """The word of the offer after, or before, the one that is marked: what the arrow keys go to."""
    free = [offer.word for _, offer in keyed_offers(question, encounter) if not offer.barred]
    if not free:
        return ""
    place = free.index(marked) + by if marked in free else (0 if by > 0 else -1)
    return free[place % len(free)]
