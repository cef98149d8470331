"""Amending: the correction of an answer of the past, from the words of one line."""

from itertools import islice

from referee.engine.amend import Amendment, given, replies, settled_at
from referee.engine.history import Entry
from referee.engine.number import is_number, short
from referee.engine.problem import Refused
from referee.engine.session import Session
from referee.script.order import Amend
from referee.script.reading import read_answer


def amendment(session: Session, order: Amend) -> Amendment:
    """The correction, ready to be accepted. Refused if it asks more than was said, or less."""
    act = settled_at(session, order.seat)
    number = _number(act.entry, order.which)
    question, encounter, _ = next(islice(given(session, act), number, None))
    correction = Amendment(session, order.seat, number, read_answer(question, encounter, order.answers[0]))
    for words in order.answers[1:]:
        if not correction.questions:
            raise Refused(f"Nothing more is asked then; {short(words)!r} is one answer too many.")
        told = read_answer(correction.questions[0], correction.encounter, words)
        if told is None:
            correction.throw()
        else:
            correction.answer(told)
    if correction.questions:
        asked = correction.questions[0]
        expected = asked.expected(correction.encounter)
        raise Refused(f"It then asks {asked.prompt!r} ({expected}); say that too, after `<`.")
    return correction


def _number(entry: Entry, which: str) -> int:
    """Which of its answers, from 0."""
    given = replies(entry)
    keys = [reply.key for reply in given]
    if is_number(which):
        if not 1 <= int(which) <= len(given):
            raise Refused(f"That command has {len(given)} answers; there is no number {which}.")
        return int(which) - 1
    found = [place for place, key in enumerate(keys) if which.lower() in key.lower()]
    if len(found) != 1:
        raise Refused(f"{short(which)!r} is part of {len(found)} of its questions: {', '.join(keys) or 'it has none'}.")
    return found[0]
