"""Replay: one recorded command, played again over another past with the answers that it was given then."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from referee.engine.answer import Answer
from referee.engine.apply import apply
from referee.engine.chance import AppDice
from referee.engine.course import Course
from referee.engine.encounter import Encounter
from referee.engine.event import Event
from referee.engine.history import Entry, Interjection, Opened, Reply, Stack
from referee.engine.ledger import System
from referee.engine.problem import Moot, Problem, Refused, RulesBug
from referee.engine.question import AnyQuestion


class Recorded(NamedTuple):
    """A command or an answer of the record, with the seat of the command that it opened or answered."""

    said: Opened | Reply
    seat: int


def recorded(*stack: Entry) -> list[Recorded]:
    """All that the table said within a command, interjected ones in their places; of a stack of open ones, of each."""
    out: list[Recorded] = []
    for entry in stack:
        out.append(Recorded(Opened(command=entry.command, seat=entry.seat, at=entry.at), entry.seat))
        for item in entry.items:
            out += recorded(item.entry) if isinstance(item, Interjection) else [Recorded(item, entry.seat)]
    return out


How = Literal["same", "changed", "dropped", "kept", "open"]
"""`kept`: its results stand as the referee's override. `open`: what it asks stays open."""


@dataclass(frozen=True)
class Replayed:
    """A command that was played again: as it went then, and as it goes now."""

    was: Entry
    now: Entry | None
    """None if it was dropped, or if it is open."""
    how: How
    then: Encounter
    """The table before it as it went then."""
    before: Encounter
    """The table before it now."""
    asked: bool = False
    """Something new was asked on the way."""
    unasked: tuple[Opened | Reply, ...] = ()
    """What was said then and is not asked any more."""
    why: str = ""
    """Why it could not go as it went, if so."""


class Mend(NamedTuple):
    """The answer that was wrong, and what it should have been; None: the app throws or draws."""

    wrong: Reply
    instead: Answer | None


class Replay:
    """A command on its way again: each recorded answer is given where its question is asked again, by key."""

    def __init__(
        self, rules: System, base: Encounter, said: Iterable[Recorded], app: AppDice, mend: Mend | None = None
    ) -> None:
        """A Problem only if the mended answer does not fit, or is not asked."""
        self._course = Course(rules, base)
        self._app = app
        self._mend = mend
        self.left = list(said)
        """What was said then and is not asked any more, or not yet."""
        self.refused = ""
        """Why the rules do not allow the command at all; empty if they do."""
        self._refit()
        if mend is not None and any(one.said is mend.wrong for one in self.left):
            raise Refused("That is not asked any more; the rules of this version have it go another way.")

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """What it asks and was never answered."""
        return self._course.questions

    @property
    def encounter(self) -> Encounter:
        """The encounter as far as it has come: what its questions are about."""
        return self._course.encounter

    @property
    def stack(self) -> Stack:
        """The open commands, outermost first."""
        return self._course.stack

    @property
    def settled(self) -> Entry | None:
        """The command in its new form, once it is done."""
        return self._course.settled

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers a question that is new; the app throws dice that are left out. DoesNotFit if it cannot be so."""
        question = self._course.question(key)
        seat = self.stack[-1].seat
        self._course.reply(Reply(key=question.key, answer=self._app.finished(question, answer)))
        then = next((one for one in self.left if one.seat == seat and _answers(one, question.key)), None)
        self.left = [one for one in self.left if one is not then]
        self._refit()

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws for a question that is new."""
        question = self._course.question(key)
        self.answer(self._app.thrown(self.encounter, question), question.key)

    def _refit(self) -> None:
        """Gives what was said then, as far as it is asked now and fits."""
        while fitting := next((one for one in self.left if self._fits(one)), None):
            self.left = [one for one in self.left if one is not fitting]

    def _fits(self, one: Recorded) -> bool:
        try:
            if isinstance(one.said, Opened):
                return self._open(one.said)
            return self._reply(one.said, one.seat)
        except Problem as problem:
            if self._mend is not None and one.said is self._mend.wrong:
                raise
            self._note(str(problem))
        except RulesBug as bug:
            self._note(bug.confession)
        return False

    def _note(self, reason: str) -> None:
        if not self.stack and self.settled is None:
            self.refused = reason

    def _open(self, opened: Opened) -> bool:
        """Gives a command of then: the outermost to begin with, another where the question it interrupted is asked."""
        if self.settled is not None or (opened.at is not None) != bool(self.stack):
            return False
        if opened.at is not None and all(question.key != opened.at for question in self.questions):
            return False
        self._course.open(opened)
        return True

    def _reply(self, reply: Reply, seat: int) -> bool:
        question = next((q for q in self.questions if q.key == reply.key), None)
        if question is None or self.stack[-1].seat != seat:
            return False
        if self._mend is not None and reply is self._mend.wrong:
            instead = self._mend.instead
            answer = (
                self._app.thrown(self.encounter, question) if instead is None else self._app.finished(question, instead)
            )
            reply = reply.model_copy(update={"answer": answer})
        self._course.reply(reply)
        return True


def _answers(one: Recorded, key: str) -> bool:
    return isinstance(one.said, Reply) and one.said.key == key


def kept(encounter: Encounter, events: tuple[Event, ...]) -> tuple[Encounter, tuple[Event, ...]]:
    """The encounter after those of these events that find something to change, and these, as the referee's override."""
    found: list[Event] = []
    for event in events:
        by_hand = event.model_copy(update={"hand": True})
        try:
            encounter = apply(encounter, by_hand)
        except Moot:
            continue
        found.append(by_hand)
    return encounter, tuple(found)
