"""The keys by which a transcript is played at the screen: orders as typed lines, answers by their own keys."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.command_language.keyed_offers import NOBODY, keyed_offers
from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from referee.engine.dice.typed_faces import keys_of
from referee.engine.questions.answer import Chosen, Confirmed, Counted, Drew, Picked, Rolled
from referee.engine.questions.question import AnyQuestion
from referee.engine.questions.typed_questions import Whether
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.ui.controller.reply import takes_several, typed_characters
from tests.rules.shelf import played_lines

ENTER, TAB, SPACE = "\r", "\t", " "


class KeyLine(NamedTuple):
    """One line of a transcript as keys."""

    keys: list[str]
    typing: bool
    """Something is asked just before it that is typed, so that a stray number may be its answer."""


def keystrokes(session: Session, text: str) -> list[KeyLine]:
    """The keys for each line of a transcript, which the session plays meanwhile."""
    out: list[KeyLine] = []
    for line in ["dice table", *played_lines(text)]:
        words = line.split("  #")[0].strip()
        asked = session.questions[:1]
        typing = bool(asked) and typed_characters(asked[0], session.encounter) != frozenset()
        out.append(KeyLine(_answer(session, words) if words.startswith("<") else [":", *words, ENTER], typing))
        run_line(session, words)
    return out


def _answer(session: Session, line: str) -> list[str]:
    """The keys of `< words` or `<2 words`."""
    which = int(line[1]) if line[1:2].isdigit() else 1
    words = line[2:].strip() if line[1:2].isdigit() else line[1:].strip()
    question = session.questions[which - 1]
    return [TAB] * (which - 1) + _keys(session.encounter, question, words)


def _keys(encounter: Encounter, question: AnyQuestion, words: str) -> list[str]:
    if not words:
        return [SPACE]
    match question.read(encounter, words):
        case Rolled() as rolled if isinstance(question, Roll):
            return [*_faces(question, rolled, words), ENTER]
        case Picked(tags=tags) if isinstance(question, Whether):
            return ["y" if tags else "n"]
        case Picked(tags=tags):
            there = [key for tag in tags for key in _key(encounter, question, tag)]
            return ([*there, ENTER] if takes_several(question) else there) if tags else [NOBODY]
        case Chosen(option=option):
            return _key(encounter, question, option)
        case Confirmed(yes=yes):
            return ["y" if yes else "n"]
        case Drew(cards=cards):
            return [key for card in cards for key in _key(encounter, question, card)] + [ENTER]
        case Counted(n=n):
            return [*str(n), ENTER]
        case _:
            return [*words, ENTER]


def _key(encounter: Encounter, question: AnyQuestion, word: str) -> list[str]:
    """The key of an offer; its digits and Enter where it is a number, its name where it has no key."""
    key = next(key for key, offer in keyed_offers(question, encounter) if offer.word == word)
    if key:
        return [key]
    return [*word, ENTER] if word.isdigit() else ["/", *word, ENTER]


def _faces(question: Roll, rolled: Rolled, words: str) -> Sequence[str]:
    """The dice as typed; symbols each by its key."""
    keys = {face: key for key, face in keys_of(question.pools).items()}
    if not keys:
        return words
    shown = [(n, pool.label(face)) for n, pool in enumerate(question.pools) for face in rolled.faces[n]]
    by_label = {(n, question.pools[n].label(face)): key for (n, face), key in keys.items()}
    return [by_label[each] for each in shown]
