"""Completion of a line: what may come next on it."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from time import monotonic

from msgspec import Struct

from referee.command_language.library_lines import library_offers
from referee.command_language.line import LONGEST, SESSION_WORDS, verb_word
from referee.command_language.read_command import Reading, Word, quoted, unsaid, words_of
from referee.dialogue.help import MOST_SHOWN
from referee.engine.figures.kind_words import kinds_with
from referee.engine.figures.library import own_kinds
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.question import AnyQuestion, Offer, Pick
from referee.engine.record.session import Session
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.parameters import open_question
from referee.engine.verbs.verb import Given, Situation, Verb
from referee.words.log import ordered

_RECORDED = 100
"""Steps of the record in which earlier orders are looked for."""


class Completion(Struct, frozen=True):
    """The words that may stand from `start` to the cursor."""

    start: int
    options: tuple[Offer, ...] = ()

    def written(self, typed: str) -> str:
        """The line up to the cursor with as much of the word added as is sure; what is barred now is not written."""
        free = [offer.word for offer in self.options if not offer.barred]
        if not free:
            return typed
        word = typed[self.start :]
        sure = quoted(free[0]) + " " if len(free) == 1 else _common(free, word[:1] == '"')
        if word and len(sure) <= len(word):
            sure = quoted(free[0]) + " "  # the first offer is the likeliest
        return typed[: self.start] + sure if len(sure) > len(word) else typed

    def hint(self, gap: str) -> str:
        """What may follow, or what the only option means; empty if nothing may."""
        words = [offer.word for offer in sorted(self.options, key=lambda offer: bool(offer.barred))]
        only = self.options[0] if len(self.options) == 1 else None
        means = (only.barred or only.label) if only is not None else ""
        return gap.join(words[:MOST_SHOWN]) + (f": {means}" if means else "")


def _common(words: list[str], quoted: bool) -> str:
    """How all these words begin; with the quote before it that one has typed, or that a blank needs."""
    first, last = min(words), max(words)
    size = next((n for n, letter in enumerate(first) if last[n : n + 1] != letter), len(first))
    return f'"{first[:size]}' if quoted or " " in first[:size] else first[:size]


def recorded_orders(session: Session) -> list[str]:
    """The latest orders of the record as they are typed, the oldest first; none that is secret."""
    start = max(0, session.step_log.position - _RECORDED)
    return list(dict.fromkeys(ordered(entry) for entry in session.entries(start) if not entry.command.secret))


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
    found = _parameters(situation, all_verbs(situation.rules)[name], words[1:], partial)
    if name == "add" and words[1:] and not found.options:  # of `red dragon`, each that there is
        kinds = kinds_with(session.rules, session.kept, [word.text for word in (*words[1:], partial)])[1]
        return Completion(words[1].at, tuple(Offer(kind) for kind in kinds))
    return found


def reading_ahead(session: Session) -> Iterator[None]:
    """Makes what is made once while `add` is typed, in short steps: the library, the game's figures, what is offered,
    the first figure that is drawn. None are left once all of it is known.
    """
    from referee.library.typed_figure import typed_figure

    for make in (session.kept.kinds, session.rules.adding.catalogue, lambda: own_kinds(session.rules, session.kept)):
        _ = make()
        yield
    complete(session, "add ")
    yield
    typed_figure(session.rules, session.kept, "add a")


def go_on(steps: Iterator[None], seconds: float) -> bool:
    """Takes short steps for so many seconds. False if none are left, or one failed: whoever types is told of that."""
    end = monotonic() + seconds
    with suppress(Problem):
        while next(steps, steps) is None:
            if monotonic() >= end:
                return True
    return False


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


def _parameters(situation: Situation, verb: Verb, said: Sequence[Word], partial: Word) -> Completion:
    """What the parameter offers to which the word at the cursor belongs, for every way to read the words before it.

    Nothing while the verb is barred: there is nothing to choose from then.
    """
    if verb.refusal(situation):
        return Completion(partial.at)
    found: dict[str, Offer] = {}
    start, asked = partial.at, list[AnyQuestion]()
    for count in range(len(verb.params), len(said), -1):
        for silent in unsaid(verb, count):
            offered = _offers(situation, Reading(situation, verb, silent), asked, said, partial)
            if offered is not None:
                start = offered.start
                found = {**{offer.word: offer for offer in offered.options}, **found}
    return Completion(start, tuple(found.values()))


def _offers(
    situation: Situation, reading: Reading, asked: list[AnyQuestion], said: Sequence[Word], partial: Word
) -> Completion | None:
    """What the question offers to which the word belongs; None if there is none, or it is one of those asked before."""
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
                so_far[earlier.name] = reading.meant(earlier, so_far)[0]
            elif left:
                so_far[earlier.name] = reading.read(earlier, so_far, left.pop(0))
        question = open_question(reading.verb, param, situation, so_far, {}, param.ask(situation, so_far))
    except Problem:
        return None
    if any(question is other for other in asked):
        return None
    asked.append(question)
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
