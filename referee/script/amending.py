"""Amending: the correction of an answer of the past, from the words of one line."""

from referee.engine.amend import Amendment, flattened, replies
from referee.engine.answer import Answer
from referee.engine.chance import AppDice
from referee.engine.course import Course
from referee.engine.encounter import Encounter
from referee.engine.history import Entry, Opened, fold_over
from referee.engine.number import is_number, short
from referee.engine.problem import Problem, Refused
from referee.engine.question import AnyQuestion
from referee.engine.session import Session
from referee.engine.throw import Roll
from referee.script.order import Amend


def amendment(session: Session, order: Amend) -> Amendment:
    """The correction, ready to be accepted. Refused if it asks more than was said, or less."""
    before, entry = _entry(session, order.seat)
    number = _number(entry, order.which)
    base, _ = fold_over(session.tape.known(0)[1], before)
    question, encounter = _asked(Course(session.rules, base), entry, number)
    correction = Amendment(session, order.seat, number, _read(question, encounter, order.answers[0]))
    for words in order.answers[1:]:
        if not correction.questions:
            raise Refused(f"Nothing more is asked then; {short(words)!r} is one answer too many.")
        asked = correction.questions[0]
        correction.answer(_read(asked, encounter, words), asked.key)
    if correction.questions:
        asked = correction.questions[0]
        raise Refused(f"It then asks {asked.prompt!r} ({asked.expected(encounter)}); say that too, after `<`.")
    return correction


def _entry(session: Session, seat: int) -> tuple[list[Entry], Entry]:
    entries = session.entries()
    for place, entry in enumerate(entries):
        if entry.seat == seat:
            return entries[:place], entry
    raise Refused(f"No command was given at place {seat} of the record; the log shows the places.")


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


def _asked(course: Course, entry: Entry, number: int) -> tuple[AnyQuestion, Encounter]:
    """The question that this answer answered, and the encounter at that moment."""
    count = 0
    try:
        for said in flattened(entry):
            if isinstance(said, Opened):
                course.open(said)
                continue
            question = next((question for question in course.questions if question.key == said.key), None)
            if count == number and question is not None:
                return question, course.encounter
            course.reply(said)
            count += 1
    except Problem as problem:
        raise Refused(f"The rules of this version would not have it go as it went: {problem}") from problem
    raise Refused("The rules of this version do not ask that.")


def _read(question: AnyQuestion, encounter: Encounter, words: str) -> Answer:
    """The answer that the words mean; `roll` lets the app throw, and so does leaving out dice."""
    if not isinstance(question, Roll):
        return question.read(encounter, words)
    rolled = question.read(encounter, "" if words.lower() == "roll" else words)
    return AppDice().complete(question, rolled) if question.lacks(rolled) else rolled
