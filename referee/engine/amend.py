"""Amendment: an answer of the past is corrected, and everything that followed from it is looked at again."""

from collections.abc import Iterator

from referee.engine.acts import Act, act_at
from referee.engine.answer import Answer
from referee.engine.course import Asked, Course
from referee.engine.encounter import Encounter
from referee.engine.event import Event
from referee.engine.history import Entry, Interjection, Opened, Reply
from referee.engine.past import fold_over
from referee.engine.problem import Problem, Refused
from referee.engine.question import AnyQuestion
from referee.engine.session import Session

Said = Opened | Reply
"""What the table did within an entry, in the order it was done."""


class Amendment:
    """A correction on its way: it asks what it needs and shows what would differ; nothing changes before `accept`."""

    def __init__(self, session: Session, seat: int, number: int, answer: Answer | None) -> None:
        """`number` counts the replies of the entry opened at `seat`, those of its interjections among them, from 0.

        Dice that the answer leaves out are the app's, and so is all of it where it is None.
        Refused if there is no such reply, while a command is open, or if the question cannot take the answer.
        """
        if session.open_commands:
            raise Refused("Answer the open question first, or undo it.")
        self._session = session
        act = settled_at(session, seat)
        self._base = act.before
        self._later = session.entries(seat)[1:]
        self.entry = act.entry
        """The command as it was."""
        left = flattened(act.entry)
        self._wrong = _reply_number(left, number)
        self._instead = answer
        self.dropped: list[Said] = []
        """What was said then and is not asked any more."""
        self._course = Course(session.rules, self._base)
        self._refit(left)

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """What the new course asks and was never answered; () once it is settled."""
        return self._course.questions

    @property
    def encounter(self) -> Encounter:
        """The encounter as far as the new course has come: what its questions are about."""
        return self._course.encounter

    @property
    def settled(self) -> Entry | None:
        """The command in its new form, once all is answered."""
        return self._course.settled

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers what the new course needs to know; the app throws dice that are left out. DoesNotFit if it cannot."""
        question = self._course.question(key)
        self._course.reply(Reply(key=question.key, answer=self._session.app.finished(question, answer)))
        left, self.dropped = self.dropped, []
        self._refit(left)

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws what the new course needs to know."""
        question = self._course.question(key)
        self.answer(self._session.app.thrown(self.encounter, question), question.key)

    def outcome(self) -> tuple[Encounter, list[Event]]:
        """The encounter as it would be, and the later events that find nothing to change any more."""
        return fold_over(self._base, [self._settled(), *self._later])

    def objections(self) -> list[tuple[Entry, str]]:
        """Later commands that the rules would now refuse, or that would now ask something else, each with the reason.

        They stay as they are: the table has played them. This is for the referee to know.
        """
        found: list[tuple[Entry, str]] = []
        encounter, _ = fold_over(self._base, [self._settled()])
        for entry in self._later:
            if reason := _objection(self._session, encounter, entry):
                found.append((entry, reason))
            encounter, _ = fold_over(encounter, [entry])
        return found

    def accept(self) -> None:
        """The correction takes the old one's place. Refused while it still asks something."""
        self._session.correct(self._settled())

    def _settled(self) -> Entry:
        if self._course.settled is None:
            raise Refused("The correction still asks something.")
        return self._course.settled

    def _refit(self, left: list[Said]) -> None:
        """Gives the new course what was said then, by key, as far as it is still asked; the rest is dropped."""
        while fitting := next((said for said in left if self._fits(said)), None):
            left = [said for said in left if said is not fitting]
        self.dropped = left

    def _fits(self, said: Said) -> bool:
        try:
            if isinstance(said, Opened):
                _open(self._course, said)
            else:
                self._reply(said)
        except Problem:
            if said is self._wrong:
                raise
            return False
        return True

    def _reply(self, reply: Reply) -> None:
        question = next((q for q in self._course.questions if q.key == reply.key), None)
        if question is None:
            raise _NotAsked()
        self._course.reply(self._mended(question, reply) if reply is self._wrong else reply)

    def _mended(self, question: AnyQuestion, reply: Reply) -> Reply:
        """The reply that was wrong, as it should have been."""
        app = self._session.app
        if self._instead is None:
            return reply.model_copy(update={"answer": app.thrown(self.encounter, question)})
        return reply.model_copy(update={"answer": app.finished(question, self._instead)})


class _NotAsked(Refused):
    """What was said then has no place in the new course."""

    def __init__(self) -> None:
        super().__init__("That is not asked any more.")


def flattened(entry: Entry) -> list[Said]:
    """All that the table said within an entry, its interjections' commands and answers in their places."""
    out: list[Said] = [Opened(command=entry.command, seat=entry.seat, at=entry.at)]
    for item in entry.items:
        out += flattened(item.entry) if isinstance(item, Interjection) else [item]
    return out


def replies(entry: Entry) -> list[Reply]:
    """The replies of an entry in the order they were given, those of its interjections among them."""
    return [said for said in flattened(entry) if isinstance(said, Reply)]


def settled_at(session: Session, seat: int) -> Act:
    """The settled command that was opened at that place of the record, as corrected since. Refused if there is none."""
    if (act := act_at(session.tape, seat, session.tape.position)) is None:
        raise Refused(f"No command was given at place {seat} of the record; the log shows the places.")
    return act


def given(session: Session, act: Act) -> Iterator[Asked]:
    """The answers of a command, in their order. Refused at the first that the rules of this version would not have."""
    try:
        yield from Course(session.rules, act.before).replay(flattened(act.entry))
    except Problem as problem:
        raise Refused(f"The rules of this version would not have it go as it went: {problem}") from problem


def _reply_number(said: list[Said], number: int) -> Reply:
    """The reply of that number, from 0. Refused if there are not so many."""
    there = [one for one in said if isinstance(one, Reply)]
    if not 0 <= number < len(there):
        raise Refused(f"That command has {len(there)} answers; there is no number {number + 1}.")
    return there[number]


def _open(course: Course, opened: Opened) -> None:
    """Gives a command of then: the outermost to begin with, another only where the question it interrupted is open."""
    if course.settled is not None or (opened.at is not None) != bool(course.stack):
        raise _NotAsked()
    if opened.at is not None and all(question.key != opened.at for question in course.questions):
        raise _NotAsked()
    course.open(opened)


def _objection(session: Session, encounter: Encounter, entry: Entry) -> str:
    """Why the rules would not have that command go as it went."""
    course = Course(session.rules, encounter)
    try:
        for said in flattened(entry):
            if isinstance(said, Opened):
                _open(course, said)
            else:
                course.reply(said)
    except Problem as problem:
        return str(problem)
    return "It would ask more than was answered." if course.settled is None else ""
