"""Runs lines at the table: one, also where it corrects a recorded answer, or several of a pasted text."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from referee.command_language.line import read_line, verb_word, without_remark
from referee.command_language.orders import (
    Amend,
    Answered,
    Back,
    Help,
    LibraryOrder,
    Nothing,
    Order,
    Redo,
    RestParty,
    Rewind,
    Undo,
)
from referee.command_language.read_command import words_of
from referee.command_language.typed_answers import read_answer, shared_numbers
from referee.engine.events.event import SlotMarked, TurnBegan
from referee.engine.numbers import is_number
from referee.engine.problem import YES, NotUnderstood, Problem, Refused
from referee.engine.questions.answer import Said
from referee.engine.questions.question import NOTHING_ASKED, AnyQuestion
from referee.engine.questions.typed_questions import Text
from referee.engine.record.amend import Amendment, recorded_answers, replies, settled_command_at
from referee.engine.record.applied_commands import AppliedCommand, latest
from referee.engine.record.session import Session, completed
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Command, Situation
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.words.correction import asked_about
from referee.words.log import named, recalled, showing
from referee.words.next_turn import turns_lost

if TYPE_CHECKING:
    from referee.library.keeping import Told
    from referee.store.journal import Journal


T = TypeVar("T")
WAYS: Mapping[str, Callable[[Amendment], None]] = {
    "drop": Amendment.drop,
    "keep": Amendment.keep,
    "let": Amendment.let,
}
"""What can be said of a later command instead of an answer; `drop it`, `keep it` where the word is an answer too."""


def run_line(session: Session, text: str) -> "Told | None":
    """Does what a line says; what is told of it, if it is about the library.

    A Problem, and nothing changed, if it cannot be done.
    """
    return run(session, read_line(session.situation, text))


def run(session: Session, order: Order) -> "Told | None":
    """Does an order; what is told of it, if it is about the library.

    A Problem, and nothing changed, if it cannot be done.
    """
    if isinstance(order, LibraryOrder):
        from referee.dialogue.suggestions import do_with_library

        return do_with_library(session, order)
    match order:
        case Command():
            session.command(order)
        case RestParty():
            from referee.library.keeping import rest_of

            session.command(rest_of(session, order))
        case Answered():
            answer(session, order)
        case Undo():
            take_back(session, order.inside)
        case Redo():
            session.redo(order.inside)
        case Back():
            session.rewind(turn_start(session))
        case Rewind():
            session.rewind(order.position)
        case Amend():
            amendment(session, order).accept()
        case Help() | Nothing():
            pass
    return None


def take_back(session: Session, inside: bool = False) -> None:
    """Undoes what was done last in one act; else the last command, or (`inside`) the last answer."""
    if (last := session.done_together) is None:
        session.undo(inside)
    else:
        from referee.dialogue.suggestions import undo_together  # late: it reads and writes the library

        undo_together(session, last)


class Proposal(NamedTuple):
    """What an order would do that may not be meant, and the order that does it all the same."""

    told: str
    order: str


def lost_by_waiting(session: Session, order: Order) -> Proposal | None:
    """What is said before a wait that loses the turn, as no other is left in the round; None for any other order.

    None too where `yes` stands behind it, which is not recorded, and where it cannot be given now.
    """
    if not isinstance(order, Command) or order.verb != "hold" or completed(session.situation, order) != order:
        return None
    try:
        outcome = session.preview(order)
    except Problem:
        return None
    who = [event.who for event in outcome.events if isinstance(event, SlotMarked) and event.held]
    if not (lost := turns_lost(session.encounter, outcome.encounter, *who)):
        return None
    told = f"Nobody else acts this round: {listed(lost)} would lose the turn by waiting."
    return Proposal(told, f"hold {','.join(who)} {YES}")


def answer(session: Session, answered: Answered) -> None:
    """Answers an open question, or several rolls in one line; with nothing said, or `roll`, the app throws or draws."""
    question = question_number(session, answered.which)
    try:
        together = shared_numbers(session.questions[answered.which - 1 :], session.encounter, answered.words)
        told = None if together else read_answer(question, session.encounter, answered.words)
    except NotUnderstood as problem:
        raise NotUnderstood(str(problem), answered.at + (problem.at or 0)) from problem
    if together:
        session.answer_together(together)
    elif told is None:
        session.throw(question.key)
    else:
        session.answer(told, question.key)


def question_number(session: Session, which: int) -> AnyQuestion:
    """The open question of that number, from 1. Refused if so many are not open."""
    questions = session.questions
    if not questions:
        raise Refused(NOTHING_ASKED)
    if which > len(questions):
        asked = "Only one question is open" if len(questions) == 1 else f"Only {len(questions)} questions are open"
        raise Refused(f"{asked}.")
    return questions[which - 1]


def turn_start(session: Session) -> int:
    """The place in the record before the latest turn began. Refused if none has."""
    commands = session.resolved_commands
    if commands and any(isinstance(event, TurnBegan) for event in commands[-1].outcome.events):
        return commands[0].entry.seat
    start = latest(session.step_log, session.step_log.position, TurnBegan)
    if start is None:
        raise Refused("No turn has begun yet.")
    return start


def amendment(session: Session, order: Amend) -> Amendment:
    """The correction, ready to be accepted. Refused if it asks more than was said, or less."""
    act = settled_command_at(session, order.seat)
    correction = _begun(session, act, order)
    for words in order.answers[1:]:
        if correction.done:
            raise Refused(f"{quoted(words)} is one answer too many: no question is open.")
        _decide(correction, words)
    if not correction.done:
        raise Refused(asked_about(correction))
    return correction


def order_of_then(session: Session, seat: int, words: str) -> Command:
    """What an order means at the table as it stood when another was given at that place.

    NotUnderstood if it is none; Refused if it is the same, or if what was chosen in secret is hidden yet.
    """
    act = settled_command_at(session, seat)
    if act.still_secret:
        raise Refused("This choice is still secret. To take it back: undo")
    situation = Situation(session.rules, act.before, kept=session.kept)
    order = read_line(situation, words)
    if not isinstance(order, Command):
        raise Refused(f"{quoted(words)} changes nothing in the fight, so it corrects nothing.")
    if (command := completed(situation, order)) == act.entry.command:
        raise Refused("That is the same as before.")
    return command


def _begun(session: Session, act: AppliedCommand, order: Amend) -> Amendment:
    """The correction of the order itself, if that is what is said anew, else that of one of its answers.

    A verb may be a part of a question's key too; then it names the answer, where what follows is one.
    """
    word, keys = order.which.lower(), [reply.key.lower() for reply in replies(act.entry)]
    no_answer = bool(word) and not keys and not is_number(word)
    if word not in all_verbs(session.rules) and not no_answer:
        return _answer_corrected(session, act, order)
    wrong: Problem | None = None
    if order.answers and any(word in key for key in keys):
        try:
            return _answer_corrected(session, act, order)
        except Problem as problem:
            wrong = problem
    try:
        command = order_of_then(session, order.seat, order.order)
    except NotUnderstood as problem:
        raise wrong or problem from None
    return Amendment(session, order.seat, None, command)


def _answer_corrected(session: Session, act: AppliedCommand, order: Amend) -> Amendment:
    """The correction of one answer."""
    number = _number(session, act, order.which)
    if not order.answers:
        raise Refused(f"{_listed(session, act)} Type which, and what it should have been: amend {order.seat} 1 5")
    question, encounter, _ = next(islice(recorded_answers(session, act), number, None))
    return Amendment(session, order.seat, number, read_answer(question, encounter, order.answers[0]))


def _decide(correction: Amendment, words: str) -> None:
    """Answers, drops or keeps the command that is asked about, or lets another figure do it."""
    said = words.lower().split()
    offered = {offer.word for question in correction.questions[:1] for offer in question.offers(correction.encounter)}
    way = WAYS.get(said[0]) if said else None
    if way is not None and (said[1:] == ["it"] or (len(said) == 1 and said[0] not in offered)):
        way(correction)
    elif not correction.questions:
        raise Refused(asked_about(correction))
    elif (told := read_answer(correction.questions[0], correction.encounter, words)) is None:
        correction.throw()
    else:
        correction.answer(told)


def answers_at(session: Session, seat: int) -> list[str]:
    """The answers of the command at that place with their numbers and what each was, a line each."""
    act = settled_command_at(session, seat)
    lines = list[str]()
    for n, asked in enumerate(recorded_answers(session, act), start=1):
        lines += [f"{n}. {recalled(asked)}", *([f"   {faces}"] if (faces := showing(asked)) else [])]
    if lines:
        return [f"Line {seat}, {named(act.entry)}:", *(f"    {line}" for line in lines)]
    how = f" To correct the command itself: amend {seat} {named(act.entry)}"
    return [_nothing(act) + (how if act.entry.command.given and not act.entry.command.secret else "")]


def _number(session: Session, act: AppliedCommand, which: str) -> int:
    """Which of its answers, from 0; the first where nothing is said yet."""
    keys = [reply.key for reply in replies(act.entry)]
    if not keys:
        raise Refused(_nothing(act))
    if not which:
        return 0
    if is_number(which):
        if not 1 <= int(which) <= len(keys):
            raise Refused(f"There is no answer {which}. {_listed(session, act)}")
        return int(which) - 1
    found = [place for place, key in enumerate(keys) if which.lower() in key.lower()]
    if len(found) != 1:
        fits = "was not asked" if not found else f"fits {len(found)} questions"
        raise Refused(f"{quoted(which)} {fits}. {_listed(session, act)}")
    return found[0]


def _listed(session: Session, act: AppliedCommand) -> str:
    """Its answers in one sentence, with their numbers."""
    asked = zip(replies(act.entry), recorded_answers(session, act), strict=True)
    each = (f"{n} {reply.key} ({recalled(one)})" for n, (reply, one) in enumerate(asked, start=1))
    return f"The answers of {named(act.entry)}: {'; '.join(each)}."


def _nothing(act: AppliedCommand) -> str:
    return f"{named(act.entry)} asked nothing, so there is no answer to correct."


def done_in_order(session: Session, text: str, take: Callable[[str], T]) -> Iterator[T]:
    """Gives `take` the orders of a text, a line each; yields what came of each as soon as it is done.

    Raises what `take` raises for a single line. Of several, Refused at the first that fails, saying which; what was
    done before it stays done.
    """
    lines = text.splitlines()
    if len(lines) < 2:
        yield take(text)
        return
    at = 0
    while at < len(lines):
        end = end_of_order(session, lines, at)
        if order := without_remark("\n".join(lines[at:end])):
            try:
                yield take(order)
            except Problem as problem:
                before = " (the lines before it were done)" if at else ""
                raise Refused(f"Line {at + 1} of {len(lines)}{before}: {problem.located}") from problem
        at = end


def end_of_order(session: Session, lines: Sequence[str], at: int) -> int:
    """Where the order of that line ends: on the line, or before the next empty one where it goes on over several."""
    if not _reads_lines(session, lines[at]):
        return at + 1
    return next((n for n in range(at + 1, len(lines)) if not lines[n].strip() or lines[n][0] == "<"), len(lines))


def _reads_lines(session: Session, line: str) -> bool:
    """Does the order or the answer that a line begins go on over the following lines, as a drawn map does?

    One that is whole by itself, such as `map 20x15`, does not.
    """
    words = words_of(line)
    if not words:
        return False
    if words[0].text.startswith("<"):
        questions = [one for one in session.questions if isinstance(one, Text) and one.line_end != " "]
        return any(one.accepts(Said(text=line.strip()[1:].strip())) for one in questions)
    situation = Situation(session.rules, session.encounter)
    verb = None
    try:
        verb = all_verbs(situation.rules).get(verb_word(situation, words[0]))
        if verb is None or not any(param.lines for param in verb.params):
            return False
        read_line(situation, line)
    except Problem:
        return verb is not None
    return len(words) == 1


def require_saved(journal: "Journal") -> None:
    """Refused, if the disk does not take what was done; then it is not done, nor ever will be, or it says otherwise."""
    if journal.trouble and not journal.retry():
        maybe = "but it may have been done: check with `referee show` once the disk works again"
        said = "so nothing was done" if journal.give_up() else maybe
        raise Refused(f"NOT SAVED, {said}. {journal.trouble}")
