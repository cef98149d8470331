"""Reply: what is typed as the answer to a question."""

from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import TypeGuard

from msgspec import Struct

from referee.command_language.keyed_offers import NOBODY, KeyedOffer, keyed_offers
from referee.command_language.typed_answers import shared_numbers
from referee.engine.dice.chance import all_typed
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.dice.typed_faces import BLANK, has_blank
from referee.engine.mistake import report_mistake
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Answer, Chosen, Confirmed, Picked, Rolled
from referee.engine.questions.question import AnyQuestion, Choose, Offer, Pick
from referee.engine.questions.typed_questions import Amount, Confirm, Text, Whether
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import printed_number
from referee.text.phrases import capitalised
from referee.words.log import replied

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
        case Pick(among=among, barred=barred):
            numbered = any(is_number(tag) or printed_number(encounter, tag) is not None for tag in (*among, *barred))
            return NUMBERS if numbered else frozenset()
        case Choose() if any(_number(offer) for offer in question.offers(encounter)):
            return NUMBERS
        case _:
            return frozenset()


def is_typed(text: str) -> bool:
    """Is anything typed, but for what parts dice and pools?"""
    return bool(text.strip(" ,/="))


def is_choice(question: AnyQuestion | None) -> TypeGuard[Choose | Pick | Confirm]:
    """Is it answered by choosing, not by dice, a number or words?"""
    return isinstance(question, Choose | Pick | Confirm)


def takes_words(question: AnyQuestion) -> bool:
    """Does `/` begin an answer in words?"""
    return is_choice(question) or isinstance(question, Numbers | Draw)


def takes_several(question: AnyQuestion | None) -> TypeGuard[Pick]:
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


class Hint(Struct, frozen=True):
    """What a key would do with the answer as it stands, in a few words."""

    text: str
    is_valid: bool = True
    """False: what is typed is no answer yet."""


class Proposal(Struct, frozen=True):
    """The answer that Space gives, with the words for it."""

    words: str
    answer: Answer | None
    """None: the app throws or draws."""


def offers(question: AnyQuestion, encounter: Encounter) -> list[KeyedOffer]:
    """What may be answered, each with its key; none where more is told about the words that are expected."""
    try:
        return [] if isinstance(question, Text) and question.expects else keyed_offers(question, encounter)
    except Exception as error:
        report_mistake("The list of answers", error)
        return []


def at_once(question: AnyQuestion, encounter: Encounter, key: str) -> str:
    """The word of the offer that this key takes by itself; empty if it takes none."""
    if not is_choice(question):
        return ""
    if isinstance(question, Whether) and key == NOBODY:
        return "no"
    return next((offer.word for letter, offer in keyed_offers(question, encounter) if letter == key), "")


def proposed_offer(question: AnyQuestion, encounter: Encounter, marked: str = "", chosen: Tag | None = None) -> str:
    """The word of the offer that Space takes: the marked one, else the one that is proposed; empty if there is none."""
    try:
        if not is_choice(question):
            return ""
        return marked or _word(question.proposed(encounter, chosen))
    except Exception as error:
        report_mistake("What is proposed", error)
        return ""


def _word(answer: Answer | None) -> str:
    """The word of the offer that is taken by an answer; empty if there is no answer."""
    match answer:
        case Chosen(option=word):
            return word
        case Picked(tags=tags):
            return tags[0] if tags else "nobody"
        case Confirmed(yes=yes):
            return "yes" if yes else "no"
        case _:
            return ""


def proposal(
    question: AnyQuestion,
    encounter: Encounter,
    marked: str = "",
    chosen: Tag | None = None,
) -> Proposal:
    """What Space takes, or ticks where several may be picked. NotUnderstood if nothing is proposed."""
    match question:
        case Roll():
            return Proposal("app rolls", None)
        case Numbers() if question.throw_words:
            return Proposal("app rolls", None)
        case Draw():
            return Proposal("app draws", None)
        case Amount() | Text() if (answer := question.proposed(encounter)) is not None:
            return _proposed(question, encounter, answer)
        case _ if word := proposed_offer(question, encounter, marked, chosen):
            return _proposed(question, encounter, question.read(encounter, word))
        case _:
            raise NotUnderstood(f"Space does nothing here: {wanted(question, encounter)}.")


def _proposed(question: AnyQuestion, encounter: Encounter, answer: Answer) -> Proposal:
    return Proposal(said(question, encounter, answer) or "leave it empty", answer)


def read(question: AnyQuestion, encounter: Encounter, typed: str) -> Answer:
    """The answer that is typed: its words, its key, or a printed number. NotUnderstood if it is none."""
    if isinstance(question, Draw):
        keys = {key: offer.word for key, offer in keyed_offers(question, encounter) if key}
        if all(letter in keys for letter in typed.strip()):
            typed = " ".join(keys[letter] for letter in typed.strip())
    elif not isinstance(question, Text):
        meant = by_number(question, encounter, typed) or at_once(question, encounter, typed.strip())
        if is_choice(question) and not meant and typed.strip().isdigit():
            # The first digits of a card's number do not pick it: they might be a die.
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
    together: Sequence[AnyQuestion] = (),
) -> Hint:
    """What Enter would make of what is typed or ticked; with neither, what Space takes.

    together: this question and those that are open behind it.
    """
    try:
        if not is_typed(typed):
            return _nothing_typed(question, encounter, marked, picked, chosen)
        if together[1:] and (several := shared_numbers(together, encounter, typed)):
            return Hint(f"Enter: {'; '.join(replied(each.answer) for each in several)}")
        answer = read(question, encounter, typed)
    except Problem as problem:
        return Hint(str(problem), False)
    except Exception as error:
        return Hint(report_mistake("What Enter does", error), False)
    if isinstance(question, Roll) and isinstance(answer, Rolled) and question.lacks(answer):
        return Hint(_partly(question, answer, all_typed(encounter)))
    if question.lacks(answer) and not all_typed(encounter):
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
    if picked:
        return Hint(f"Enter: {said(question, encounter, Picked(tags=picked))}")
    try:
        proposed = proposal(question, encounter, marked, chosen)
    except Problem:
        return Hint(wanted(question, encounter))
    if takes_several(question) and proposed.answer != Picked(tags=()):
        return Hint("letters tick, then Enter")
    letters = "press a letter · " if is_choice(question) else ""
    return Hint(f"{letters}Space: {proposed.words}")


def nothing_typed(question: AnyQuestion, encounter: Encounter, proposed: str) -> str:
    """What to press instead of Enter alone; `proposed`: what Space takes, empty if nothing."""
    if takes_several(question):
        return "Tick first: " + ("a letter each" + (f", or Space for {proposed}" if proposed else "")) + ". Then Enter."
    if proposed and is_choice(question):
        return f"Press a letter, or Space for {proposed}."
    wants = wanted(question, encounter)
    take = f", or Space for {proposed}" if proposed and isinstance(question, Amount) else ""
    return f"{capitalised(wants)}{take}."


def other_key(question: AnyQuestion, encounter: Encounter, key: str) -> str:
    """What is said of a key that answers nothing."""
    if not is_choice(question):
        return f"Answer first ({wanted(question, encounter)}), or F2 for commands."
    if key.isdigit():
        return "No die is asked for now. Press a letter, or F2 for commands."
    return "Answer first (letters), or F2 for commands."


def wanted(question: AnyQuestion, encounter: Encounter) -> str:
    """Which keys answer the question, in a few words."""
    match question:
        case Roll():
            return "type the dice and Enter, or Space to roll"
        case Draw():
            return "type the card's capital letter, or / and its name, then Enter; or Space to draw"
        case Amount():
            return f"type a number from {question.least} to {question.most}, then Enter"
        case Numbers():
            return "type the numbers in this order, then Enter; / to type names" + (
                "; or Space to roll" if question.throw_words else ""
            )
        case Text():
            return "type the answer, then Enter"
        case _ if takes_several(question):
            return "letters tick, Enter OK; / to type names"
        case _ if typed_characters(question, encounter):
            return "press a letter, or type a number and Enter; / to type a name"
        case _:
            return "press a letter, or / to type a name"


def _partly(question: Roll, rolled: Rolled, all_typed: bool) -> str:
    """How many dice of a throw are typed so far."""
    typed = sum(map(len, rolled.faces))
    due = sum(pool.read(faces).due for pool, faces in zip(question.pools, rolled.faces, strict=True))
    rest = "roll the rest at the table" if all_typed else "Enter rolls the rest"
    return f"{typed} of {typed + due}; {rest}"


def next_offer(question: AnyQuestion, encounter: Encounter, marked: str, by: int) -> str:
    """The word of the offer after, or before, the one that is marked: what the arrow keys go to."""
    free = [offer.word for _, offer in keyed_offers(question, encounter) if not offer.barred]
    if not free:
        return ""
    place = free.index(marked) + by if marked in free else (0 if by > 0 else -1)
    return free[place % len(free)]


def map_key(question: AnyQuestion | None, encounter: Encounter) -> str:
    """The key that opens the map to answer on: `m`, or F4 where an answer begins with `m`; empty if none does."""
    if encounter.board is None:
        return ""
    from referee.ui.map.board_answers import board_answers

    answers = board_answers(question, encounter)
    if answers is None:
        return ""
    wide = answers.any_space and encounter.board.width > ascii_lowercase.index("m")
    taken = wide or any(word.startswith("m") for word in answers.keys or answers.words.values())
    return "F4" if taken else "m"
