"""Completion: what may be typed next, and why not, where it cannot be now."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.engine.override_verbs import all_verbs
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.question import Pick
from referee.engine.question_base import Offer
from referee.engine.session import Session
from referee.engine.verb import Given, Situation, Verb
from referee.script.library_line import library_offers
from referee.script.line import LONGEST, Reading, Word, unsaid, verb_word, words_of
from referee.script.order import SESSION_WORDS


@dataclass(frozen=True)
class Completion:
    """The words that may stand from `start` to the cursor."""

    start: int
    options: tuple[Offer, ...] = ()


def complete(session: Session, text: str, cursor: int | None = None) -> Completion:
    """What the word at the cursor may become; without a cursor, the last word."""
    typed = text[:LONGEST] if cursor is None else text[: min(cursor, LONGEST)]
    if typed.lstrip().startswith("<"):
        return _answers(session, typed)
    words = words_of(typed)
    if not words or not typed[-1:].isspace():
        partial = words.pop() if words else Word("", len(typed))
    else:
        partial = Word("", len(typed))
    situation = session.situation
    if not words:
        return Completion(partial.at, _matching(_verbs(situation), partial.text))
    try:
        name = verb_word(situation, words[0])
    except NotUnderstood:
        return Completion(partial.at)
    if name in SESSION_WORDS:
        said = [word.text for word in words[1:]]
        return Completion(partial.at, _matching(_session_words(situation, name, said), partial.text))
    return _parameters(situation, all_verbs(situation.rules)[name], typed, words[1:], partial)


def _answers(session: Session, typed: str) -> Completion:
    """What may be answered to the question that is meant."""
    words = words_of(typed)
    partial = Word("", len(typed)) if typed[-1:].isspace() or len(words) == 1 else words[-1]
    number = words[0].text[1:]
    which = int(number) if number.isdigit() and number.isascii() and len(number) < 3 else 1
    if not 1 <= which <= len(session.questions):
        return Completion(partial.at)
    question = session.questions[which - 1]
    start, word = _in_list(partial) if isinstance(question, Pick) and question.most > 1 else (partial.at, partial.text)
    return Completion(start, _matching(question.offers(session.encounter), word))


def _verbs(situation: Situation) -> Iterator[Offer]:
    for verb in all_verbs(situation.rules).values():
        yield Offer(verb.name, verb.hint or verb.label, verb.refusal(situation) or "")
    for word, hint in SESSION_WORDS.items():
        yield Offer(word, hint)


def _session_words(situation: Situation, name: str, said: Sequence[str]) -> tuple[Offer, ...]:
    if name in ("keep", "party"):
        return library_offers(situation, name, said)
    if said:
        return ()
    if name == "help":
        return tuple(_verbs(situation))
    return (Offer("inside", "its last answer only"),) if name in ("undo", "redo") else ()


def _parameters(situation: Situation, verb: Verb, typed: str, said: Sequence[Word], partial: Word) -> Completion:
    """What the parameter offers to which the word at the cursor belongs, for every way to read the words before it.

    Nothing while the verb is barred: there is nothing to choose from then.
    """
    if verb.refusal(situation):
        return Completion(partial.at)
    found: dict[str, Offer] = {}
    start = partial.at
    for count in range(len(verb.params), len(said), -1):
        for silent in unsaid(verb, count):
            offered = _offers(situation, Reading(situation, verb, silent), typed, said, partial)
            if offered is not None:
                start = offered.start
                found = {**{offer.word: offer for offer in offered.options}, **found}
    return Completion(start, tuple(found.values()))


def _offers(
    situation: Situation, reading: Reading, typed: str, said: Sequence[Word], partial: Word
) -> Completion | None:
    param = reading.param_at(len(said))
    if param is None:
        return None
    so_far = Given()
    left = list(said)
    try:
        for earlier in reading.verb.params:
            if earlier.name == param.name:
                break
            if earlier.name in reading.silent:
                reading.imply(earlier, so_far)
            elif left:
                so_far[earlier.name] = reading.read(earlier, so_far, left.pop(0))
        question = param.ask(situation, so_far)
    except Problem:
        return None
    many = isinstance(question, Pick) and question.most > 1
    start, word = _in_list(partial) if many else (partial.at, partial.text)
    return Completion(start, _matching(question.offers(situation.encounter), word))


def _in_list(partial: Word) -> tuple[int, str]:
    """The place and the beginning of the last item of a list: `g1,g` is at its second."""
    before, comma, last = partial.text.rpartition(",")
    return partial.at + len(before) + len(comma), last


def _matching(offers: Iterable[Offer], beginning: str) -> tuple[Offer, ...]:
    """The offers whose word or label begins so: those that can be taken first, and the words before the labels."""
    wanted = beginning.lower()
    alike = [o for o in offers if o.word.lower().startswith(wanted) or (wanted and o.label.lower().startswith(wanted))]
    return tuple(sorted(alike, key=lambda o: (bool(o.barred), not o.word.lower().startswith(wanted))))
