"""Amendment: an answer of the past is corrected, and everything that came later is played again."""

from dataclasses import dataclass, field

from referee.engine.answer import Answer
from referee.engine.course import Course
from referee.engine.encounter import Encounter
from referee.engine.excluded import excluded
from referee.engine.given_answers import replies, settled_at
from referee.engine.history import Amended, Entry, Stack
from referee.engine.past import fold_over
from referee.engine.problem import Refused
from referee.engine.question import AnyQuestion
from referee.engine.replay import How, Mend, Replay, Replayed, kept, recorded
from referee.engine.session import Session


@dataclass
class _Now:
    """The command that is being played again, and what of it waits for the referee."""

    was: Entry
    replay: Replay
    asked: bool = False
    why: str = ""
    """Why it cannot be played again, or not so; empty while it only asks something."""


@dataclass
class Amendment:
    """A correction on its way: the referee decides where the replay cannot; nothing changes before `accept`."""

    session: Session
    seat: int
    """The place at which the command was opened whose answer was wrong."""
    number: int
    """Which of its answers, from 0, those of its interjections among them."""
    instead: Answer | None
    """What it should have been. Dice that it leaves out are the app's, and so is all of it where it is None."""
    replayed: list[Replayed] = field(default_factory=list, init=False)
    """What has been played again so far: the corrected command first, then those that came later."""

    def __post_init__(self) -> None:
        """Refused if there is no such answer; DoesNotFit if the question cannot take the new one."""
        act = settled_at(self.session, self.seat)
        there = replies(act.entry)
        if not 0 <= self.number < len(there):
            raise Refused(f"That command has {len(there)} answers; there is no number {self.number + 1}.")
        self.entry = act.entry
        self._position = self.session.tape.position
        self._was = self.session.entries(self.seat)
        self._open: Stack = self.session.open_commands
        self._then = self._base = act.before
        self._stack: Stack = ()
        mend = Mend(there[self.number], self.instead)
        self._now: _Now | None = self._begin(act.entry, (act.entry,), mend)
        self._go_on()

    # ---------------------------------------------------------------- what waits for the referee

    @property
    def done(self) -> bool:
        """Has everything been played again?"""
        return self._now is None

    @property
    def asking(self) -> Entry | None:
        """The command, as it was, about which the referee has to decide."""
        return self._now.was if self._now else None

    @property
    def why(self) -> str:
        """Why that command cannot be played again; empty where it only asks something."""
        return self._now.why if self._now else ""

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """What that command asks and was never answered."""
        return self._now.replay.questions if self._now and not self._now.why else ()

    @property
    def encounter(self) -> Encounter:
        """The encounter as far as the replay has come: what its questions are about."""
        return self._now.replay.encounter if self._now else self._base

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers what is asked; the app throws dice that are left out. DoesNotFit if it cannot be so."""
        now = self._asked()
        now.replay.answer(answer, key)
        now.asked = True
        self._go_on()

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws what is asked."""
        now = self._asked()
        now.replay.throw(key)
        now.asked = True
        self._go_on()

    @property
    def no_drop(self) -> str:
        """Why the command cannot be dropped; empty if it can."""
        if self._now is None:
            return "Nothing is asked."
        return "" if self.replayed else "That is the command that is corrected; it cannot be dropped."

    @property
    def no_keep(self) -> str:
        """Why the results of the command cannot be kept as they were; empty if they can."""
        if self._now is None:
            return "Nothing is asked."
        if not self.replayed:
            return "That is the command that is corrected; it cannot be kept as it was."
        if self._now.was.events is None:
            return "That command was not done yet; there is nothing to keep."
        after, _ = kept(self._base, self._now.was.events)
        if wrong := self._wrong(after, self._now.was):
            return f"Its results cannot be kept: {wrong}"
        return ""

    def drop(self) -> None:
        """The command that is asked about does not count any more. Refused if it must."""
        if self.no_drop or self._now is None:
            raise Refused(self.no_drop)
        self._finish(None, "dropped", self._now.why)
        self._go_on()

    def keep(self) -> None:
        """Its results stay, as far as they apply, as the referee's override. Refused where the rules exclude that."""
        if self.no_keep or self._now is None:
            raise Refused(self.no_keep)
        _, events = kept(self._base, self._now.was.events or ())
        self._finish(self._now.was.model_copy(update={"events": events}), "kept", self._now.why)
        self._go_on()

    # ---------------------------------------------------------------- what comes of it

    def outcome(self) -> Encounter:
        """The encounter as it would be, with what an open command has done so far."""
        return Course(self.session.rules, self._base, self._stack).encounter

    def excluded(self) -> tuple[str, ...]:
        """What the rules exclude of the outcome and was not so before: with that it cannot be accepted."""
        before = excluded(self.session.rules, self._then)
        return tuple(wrong for wrong in excluded(self.session.rules, self._base) if wrong not in before)

    def accept(self) -> None:
        """The correction counts. Refused while it asks something, or where the rules exclude what it comes to."""
        if self._now is not None:
            raise Refused(self._now.why or "The correction still asks something.")
        if wrong := self.excluded():
            raise Refused(f"That cannot be: {wrong[0]}")
        if self.session.tape.position != self._position:
            raise Refused("The table has gone on since; begin the correction again.")
        self.session.correct(self._amended())

    def _amended(self) -> Amended:
        """The correction as it is recorded: only what differs."""
        first, *later = self.replayed
        assert first.now is not None
        changed = tuple(one.now for one in later if one.now is not None and one.now != one.was)
        dropped = tuple(one.was.seat for one in later if one.how == "dropped" and one.was.events is not None)
        return Amended(entry=first.now, later=changed, dropped=dropped, open=self._stack)

    # ---------------------------------------------------------------- the replay

    def _asked(self) -> _Now:
        if self._now is None:
            raise Refused("Nothing is asked.")
        if self._now.why:
            raise Refused(self._now.why)
        return self._now

    def _begin(self, was: Entry, stack: Stack, mend: Mend | None = None) -> _Now:
        return _Now(was, Replay(self.session.rules, self._base, recorded(*stack), self.session.app, mend))

    def _go_on(self) -> None:
        """Plays on until the referee has to decide something, or all is played again."""
        while self._now is not None and self._passes(self._now):
            settled = self._now.replay.settled
            how: How = "same" if settled == self._now.was else "changed"
            if settled is None:
                self._stack, how = self._now.replay.stack, "open"
            self._finish(settled, how)

    def _passes(self, now: _Now) -> bool:
        """Has it come as far as it came then? If not, `why` says what is wrong, unless it asks something."""
        if now.replay.settled is not None:
            now.why = self._wrong(now.replay.encounter, now.was)
            return not now.why
        now.why = now.replay.refused if not now.replay.stack else ""
        if now.why or now.was.events is not None:
            return False
        asked = {question.key for question in self.session.questions}
        return any(question.key in asked for question in now.replay.questions)

    def _finish(self, entry: Entry | None, how: How, why: str = "") -> None:
        """That command is played again; on to the next."""
        now = self._now
        assert now is not None
        unasked = tuple(one.said for one in now.replay.left) if how in ("same", "changed", "open") else ()
        self.replayed.append(Replayed(now.was, entry, how, self._then, self._base, now.asked, unasked, why))
        if entry is not None:
            self._base, _ = fold_over(self._base, [entry])
        self._then, _ = fold_over(self._then, [now.was])
        self._now = self._next(len(self.replayed))

    def _next(self, n: int) -> _Now | None:
        """The next command to play again; None where all that follows goes as it went, since the table is the same."""
        if self._base == self._then:
            self._then = self._base = fold_over(self._base, self._was[n:])[0]
            self._stack = self._open if n <= len(self._was) else self._stack
            return None
        if n < len(self._was):
            return self._begin(self._was[n], (self._was[n],))
        return self._begin(self._open[0], self._open) if self._open and n == len(self._was) else None

    def _wrong(self, after: Encounter, was: Entry) -> str:
        """What the rules exclude after a command that they did not exclude before it, nor after it as it was."""
        rules = self.session.rules
        known = {*excluded(rules, self._base), *excluded(rules, fold_over(self._then, [was])[0])}
        return " ".join(wrong for wrong in excluded(rules, after) if wrong not in known)
