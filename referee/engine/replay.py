"""Replay: executes one recorded command again from another encounter, with its recorded answers."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from referee.engine.answer import Answer
from referee.engine.apply import apply
from referee.engine.chance import AppDice
from referee.engine.encounter import Encounter
from referee.engine.event import Event
from referee.engine.execution import CommandExecution
from referee.engine.history import Entry, Interjection, Opened, Reply, Stack
from referee.engine.ledger import System
from referee.engine.problem import Moot, Problem, Refused, RulesBug
from referee.engine.question import AnyQuestion


class Recorded(NamedTuple):
    """A recorded command or answer, with the step number that opened its command."""

    said: Opened | Reply
    seat: int


def recorded(*stack: Entry) -> list[Recorded]:
    """The commands and answers of these entries and their interjections, flat, in the order given."""
    out: list[Recorded] = []
    for entry in stack:
        out.append(Recorded(Opened(command=entry.command, seat=entry.seat, at=entry.at), entry.seat))
        for item in entry.items:
            out += recorded(item.entry) if isinstance(item, Interjection) else [Recorded(item, entry.seat)]
    return out


How = Literal["same", "changed", "dropped", "kept", "open"]
"""`kept`: the recorded events stay, as the referee's override. `open`: it has an open question, as it had."""


@dataclass(frozen=True)
class Replayed:
    """The result of replaying one command: as recorded, and as it is now."""

    was: Entry
    now: Entry | None
    """None if it was dropped, or is still open."""
    how: How
    then: Encounter
    """The encounter before it, as recorded."""
    before: Encounter
    """The encounter before it, as corrected."""
    asked: bool = False
    """True if it had a question for which no answer was recorded."""
    unasked: tuple[Opened | Reply, ...] = ()
    """Recorded commands and answers for which no question is left."""
    why: str = ""
    """Why it was dropped or kept; empty otherwise."""


class Replacement(NamedTuple):
    """The answer to replace, and the new one; None: the app throws or draws."""

    wrong: Reply
    instead: Answer | None


class Replay:
    """Executes a recorded command; each recorded answer goes to the question with the same key."""

    def __init__(
        self,
        rules: System,
        base: Encounter,
        said: Iterable[Recorded],
        app: AppDice,
        replacement: Replacement | None = None,
    ) -> None:
        """Raises a Problem only if the replaced answer does not fit, or is not asked for."""
        self._execution = CommandExecution(rules, base)
        self._app = app
        self._replacement = replacement
        self.left = list(said)
        """Recorded commands and answers that have not been used."""
        self.refused = ""
        """Why the rules refuse the command; empty if they do not."""
        self._refit()
        if replacement is not None and any(one.said is replacement.wrong for one in self.left):
            raise Refused("That is not asked any more; the rules of this version have it go another way.")

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """Its open questions, for which no answer was recorded."""
        return self._execution.questions

    @property
    def encounter(self) -> Encounter:
        """The encounter at the point it has reached."""
        return self._execution.encounter

    @property
    def stack(self) -> Stack:
        """The open commands, outermost first."""
        return self._execution.stack

    @property
    def settled(self) -> Entry | None:
        """The replayed command once it has settled; None before."""
        return self._execution.settled

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers an open question; the app throws dice that are left out. Raises DoesNotFit."""
        question = self._execution.question(key)
        seat = self.stack[-1].seat
        self._execution.reply(Reply(key=question.key, answer=self._app.finished(question, answer)))
        then = next((one for one in self.left if one.seat == seat and _answers(one, question.key)), None)
        self.left = [one for one in self.left if one is not then]
        self._refit()

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws for an open question."""
        question = self._execution.question(key)
        self.answer(self._app.thrown(self.encounter, question), question.key)

    def _refit(self) -> None:
        """Gives recorded commands and answers until none fits an open question."""
        while fitting := next((one for one in self.left if self._fits(one)), None):
            self.left = [one for one in self.left if one is not fitting]

    def _fits(self, one: Recorded) -> bool:
        try:
            if isinstance(one.said, Opened):
                return self._open(one.said)
            return self._reply(one.said, one.seat)
        except Problem as problem:
            if self._replacement is not None and one.said is self._replacement.wrong:
                raise
            self._note(str(problem))
        except RulesBug as bug:
            self._note(bug.confession)
        return False

    def _note(self, reason: str) -> None:
        if not self.stack and self.settled is None:
            self.refused = reason

    def _open(self, opened: Opened) -> bool:
        """Opens a recorded command: the outermost first, an interjected one at the question it interrupted.

        False if not now.
        """
        if self.settled is not None or (opened.at is not None) != bool(self.stack):
            return False
        if opened.at is not None and all(question.key != opened.at for question in self.questions):
            return False
        self._execution.open(opened)
        return True

    def _reply(self, reply: Reply, seat: int) -> bool:
        question = next((q for q in self.questions if q.key == reply.key), None)
        if question is None or self.stack[-1].seat != seat:
            return False
        if self._replacement is not None and reply is self._replacement.wrong:
            instead = self._replacement.instead
            answer = (
                self._app.thrown(self.encounter, question) if instead is None else self._app.finished(question, instead)
            )
            reply = reply.model_copy(update={"answer": answer})
        self._execution.reply(reply)
        return True


def _answers(one: Recorded, key: str) -> bool:
    return isinstance(one.said, Reply) and one.said.key == key


def kept(encounter: Encounter, events: tuple[Event, ...]) -> tuple[Encounter, tuple[Event, ...]]:
    """The encounter after the events that still apply; and those events, marked as the referee's override."""
    found: list[Event] = []
    for event in events:
        overridden = event.model_copy(update={"hand": True})
        try:
            encounter = apply(encounter, overridden)
        except Moot:
            continue
        found.append(overridden)
    return encounter, tuple(found)
