"""Bare line: what it answers to the open question, or that it is a command."""

import re

from referee.command_language.keyed_offers import keyed_offers
from referee.command_language.line import SESSION_WORDS
from referee.command_language.table_in_words import asks_to_look
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Confirm, Text
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import all_verbs

ALWAYS = ("help", "?", "undo", "redo")
"""What is no answer, unless it is offered as one."""
_ANSWER = re.compile(r"\s*<([0-9]{0,2})(\s+|$)", re.ASCII)


def answerable(session: Session, text: str) -> str:
    """What a bare line means in a dialogue: the answer while something is asked, else a command, as behind `:`."""
    bare = text.strip()
    if bare.startswith(":"):
        return bare[1:]
    questions = session.questions
    found = _ANSWER.match(bare)
    if questions and found and int(found[1] or 1) <= len(questions):
        question = questions[max(0, int(found[1] or 1) - 1)]
        return found[0] + in_words(question, session.encounter, bare[found.end() :])
    if not questions or bare.startswith("<") or _no_answer(session, bare) or asks_to_look(session, bare):
        return "help" if bare == "?" else bare
    return f"< {in_words(questions[0], session.encounter, bare)}"


def in_words(question: AnyQuestion, encounter: Encounter, bare: str) -> str:
    """The words of the offers whose letters were typed; the line as it is where it is anything else.

    A word that is offered is itself before it is a letter.
    """
    if not isinstance(question, Choose | Pick | Confirm):
        return bare
    keyed = keyed_offers(question, encounter)
    words = {offer.word.lower(): offer.word for _, offer in keyed}
    letters = {key.lower(): offer.word for key, offer in keyed if key}
    typed = bare.lower().replace(",", " ").split()
    several = isinstance(question, Pick) and question.most > 1
    if not typed or (len(typed) > 1 and not several) or not {*typed} <= {*letters, *words}:
        return bare
    return " ".join(words.get(each) or letters[each] for each in typed)


def command_instead(session: Session, text: str) -> str:
    """What is said of a line that is no answer, but a command; empty if it is none."""
    word = text.split()[0].lower() if text.split() else ""
    verb = all_verbs(session.rules).get(word)
    if verb is None and word not in SESSION_WORDS:
        return ""
    if verb is not None and not verb.interjects:
        return f"Answer the open question first, then {word}. Or take the question back: undo"
    return f"{word} is a command, not an answer. To give it while a question is open, type :{text.strip()}"


def _no_answer(session: Session, bare: str) -> bool:
    """Is it about the record, or for help, though something is asked, and no answer to it?"""
    question = session.questions[0]
    # Where words are asked, several are words.
    about_the_record = bare.split()[:1] in ([word] for word in SESSION_WORDS) and not isinstance(question, Text)
    if bare.lower() not in ALWAYS and not about_the_record:
        return False
    offers = question.offers(session.encounter)
    return not any(offer.word.lower().startswith(bare.lower()) for offer in offers)
