"""Amends the record: replaces one recorded answer or order and replays the commands that came after it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import NOTHING_ASKED, AnyQuestion
from referee.engine.record.applied_commands import AppliedCommand, applied_command_at
from referee.engine.record.execution import Asked, CommandExecution
from referee.engine.record.missing_acts import with_acts
from referee.engine.record.past_states import fold_over
from referee.engine.record.recorded_commands import Recorded, recorded
from referee.engine.record.recorded_steps import Amended, Entry, Opened, Reply, Stack
from referee.engine.record.replay import How, Replacement, Replay, Replayed, kept
from referee.engine.record.session import Session
from referee.engine.record.turn_choices import TurnChoice, turn_choices, without
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.impossible_states import impossible_states
from referee.engine.verbs.verb import Command


def settled_command_at(session: Session, seat: int) -> AppliedCommand:
    """The settled command opened by step number `seat`, with later corrections applied.

    Raises Refused if there is none.
    """
    if (act := applied_command_at(session.step_log, seat, session.step_log.position)) is None:
        raise Refused(f"Nothing was done on line {seat}. To see the numbers: log")
    return act


def replies(entry: Entry) -> list[Reply]:
    """The replies of an entry and of its interjections, in the order given."""
    return [one.said for one in recorded(entry) if isinstance(one.said, Reply)]


def recorded_answers(session: Session, act: AppliedCommand) -> Iterator[Asked]:
    """Yields the command's answers with their questions, in order.

    Raises Refused where today's rules do not ask the same.
    """
    try:
        yield from CommandExecution(session.rules, act.before).replay(one.said for one in recorded(act.entry))
    except Problem as problem:
        raise Refused(f"Under this version's rules it would turn out differently: {problem}") from problem


class _Now(Struct):
    """The command being replayed, and why it stopped."""

    was: Entry
    replay: Replay
    asked: bool = False
    why: str = ""
    """Why it cannot be replayed, or why its outcome is not allowed; empty if it only has an open question."""


@dataclass
class Amendment:
    """A correction in progress.

    The session is unchanged until `accept`; the replay stops where the referee must decide.
    """

    session: Session
    seat: int
    """Number of the step that opened the command that is corrected."""
    number: int | None
    """Index of the answer among all answers of the command, from 0; those of its interjections count. None: the order
    itself is corrected."""
    instead: Command | Answer | None
    """The new order, or the new answer; the app throws the dice that it leaves out, or all of them if it is None."""
    replayed: list[Replayed] = field(default_factory=list, init=False)
    """The commands replayed so far: the corrected one first, then the later ones in order."""

    def __post_init__(self) -> None:
        """Refused if there is no such answer, or the rules refuse the new order; DoesNotFit if the question cannot
        take the new answer."""
        act = settled_command_at(self.session, self.seat)
        self._position = self.session.step_log.position
        self._was = self.session.entries(self.seat)
        self._open: Stack = self.session.open_commands
        self._turns: list[TurnChoice] = turn_choices(act.before.round, self._was)
        self._then = self._base = act.before
        self._stack: Stack = ()
        (self.entry,) = with_acts(self.session.rules, act.before, (act.entry,))
        said = recorded(self.entry)
        self._now: _Now | None = self._begin(self.entry, said, Replacement(self._wrong_one(said), self.instead))
        self._go_on()

    def _wrong_one(self, said: list[Recorded]) -> Opened | Reply:
        """What is to be replaced. Refused if there is no such answer."""
        if self.number is None:
            return said[0].said
        there = [one.said for one in said if isinstance(one.said, Reply)]
        if not 0 <= self.number < len(there):
            raise Refused(f"That command has {len(there)} answers; there is no answer {self.number + 1}.")
        return there[self.number]

    # ---------------------------------------------------------------- what waits for the referee

    @property
    def done(self) -> bool:
        """True once every command is replayed; then `accept` is possible."""
        return self._now is None

    @property
    def asking(self) -> Entry | None:
        """The recorded command at which the replay has stopped; None if it is done."""
        return self._now.was if self._now else None

    @property
    def why(self) -> str:
        """Why that command cannot be replayed; empty if it only has an open question."""
        return self._now.why if self._now else ""

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """The open questions of that command: new ones, for which no answer was recorded."""
        return self._now.replay.execution.questions if self._now and not self._now.why else ()

    @property
    def encounter(self) -> Encounter:
        """The encounter at the point the replay has reached."""
        return self._now.replay.execution.encounter if self._now else self._base

    def answer(self, answer: Answer, key: str | None = None) -> None:
        """Answers an open question and replays on; the app throws dice that are left out. Raises DoesNotFit."""
        self._ask_anew(self.why, lambda replay: replay.answer(answer, key))

    def throw(self, key: str | None = None) -> None:
        """The app throws or draws for an open question; the replay goes on."""
        self._ask_anew(self.why, lambda replay: replay.throw(key))

    @property
    def instead_of_them(self) -> tuple[Tag, ...]:
        """Who can do the command at which the replay has stopped, in place of who did it; () if nobody can."""
        return self._now.replay.instead if self._now is not None and self._now.why else ()

    @property
    def changes_hands(self) -> bool:
        """True if the replay has stopped because who did a command has not the turn any more, or is out of play."""
        return self._now is not None and bool(self._now.replay.lost)

    @property
    def no_drop(self) -> str:
        """Why the command cannot be dropped; empty if it can."""
        if self._now is None:
            return NOTHING_ASKED
        droppable = self.replayed or self._inner_stopped
        return "" if droppable else "You cannot drop the command that you are correcting."

    @property
    def no_keep(self) -> str:
        """Why the results of the command cannot be kept as they were; empty if they can."""
        if self._now is None:
            return NOTHING_ASKED
        if not self.replayed:
            return "You cannot keep the command that you are correcting as it was."
        if self._now.was.events is None:
            return "That command has not been done yet: there is nothing to keep."
        after, _ = kept(self._base, self._now.was.events)
        if wrong := self._wrong(after, self._now.was):
            return f"The results of that command cannot be kept: {wrong}"
        return ""

    @property
    def no_let(self) -> str:
        """Why nobody else can do the command; empty if somebody can."""
        nobody = NOTHING_ASKED if self._now is None else "Nobody else can do it now."
        return "" if self.instead_of_them else nobody

    @property
    def _inner_stopped(self) -> bool:
        """Is it an interjected command at which the replay has stopped?"""
        return self.changes_hands and self._now is not None and bool(self._now.replay.execution.stack)

    def drop(self) -> None:
        """Removes the command at which the replay has stopped. Raises Refused with `no_drop`."""
        now = self._stopped(self.no_drop)
        if self._inner_stopped:
            now.replay.leave_out()
        else:
            self._finish(None, "dropped", now.why)
        self._go_on()

    def let(self) -> None:
        """Has the command done by those of `instead_of_them`, asking anew what is asked of them.

        Raises Refused with `no_let`.
        """
        self._ask_anew(self.no_let, Replay.hand_over)

    def keep(self) -> None:
        """Keeps the recorded events that still apply, marked as the referee's override.

        Raises Refused with `no_keep`.
        """
        now = self._stopped(self.no_keep)
        _, events = kept(self._base, now.was.events or ())
        self._finish(replace(now.was, events=events), "kept", now.why)
        self._go_on()

    # ---------------------------------------------------------------- what comes of it

    def outcome(self) -> Encounter:
        """The corrected encounter, including the events of a command that is still open."""
        return CommandExecution(self.session.rules, self._base, self._stack).encounter

    def impossible_states(self) -> tuple[str, ...]:
        """Sentences for states that the rules exclude and that the correction brings about.

        If any, it cannot be accepted.
        """
        before = impossible_states(self.session.rules, self._then)
        return tuple(wrong for wrong in impossible_states(self.session.rules, self._base) if wrong not in before)

    def accept(self) -> None:
        """Appends the correction to the record.

        Refused while it is not done, if the rules exclude the outcome, or if the record has changed since it began.
        """
        if self._now is not None:
            raise Refused(self._now.why or "The correction still has an open question. Answer it first.")
        if wrong := self.impossible_states():
            raise Refused(f"That is not possible: {wrong[0]}")
        if self.session.step_log.position != self._position:
            raise Refused("The fight has moved on. Start the correction again.")
        self.session.correct(self._amended())

    def _amended(self) -> Amended:
        """The record of the correction: the corrected entry, and later ones only where they differ."""
        first, *later = self.replayed
        assert first.now is not None
        changed = tuple(one.now for one in later if one.now is not None and one.now != one.was)
        dropped = tuple(one.was.seat for one in later if one.how == "dropped" and one.was.events is not None)
        return Amended(entry=first.now, later=changed, dropped=dropped, open=self._stack)

    # ---------------------------------------------------------------- the replay

    def _stopped(self, refusal: str) -> _Now:
        """Where the replay has stopped. Refused, if it has not, or for a reason that is not empty."""
        if refusal or self._now is None:
            raise Refused(refusal or NOTHING_ASKED)
        return self._now

    def _ask_anew(self, refusal: str, answers: Callable[[Replay], None]) -> None:
        """Answers where the replay has stopped something that nobody answered then, and goes on."""
        now = self._stopped(refusal)
        answers(now.replay)
        now.asked = True
        self._go_on()

    def _begin(self, was: Entry, said: list[Recorded], replacement: Replacement | None = None) -> _Now:
        session = self.session
        replay = Replay(session.rules, self._base, self._then, said, session.app, self._turns, replacement)
        return _Now(was, replay)

    def _go_on(self) -> None:
        """Replays until the referee has to decide, or every command is replayed."""
        while self._now is not None and self._passes(self._now):
            settled = self._now.replay.execution.settled
            how: How = "same" if settled == self._now.was else "changed"
            if settled is None:
                self._stack, how = self._now.replay.execution.stack, "open"
            self._finish(settled, how)

    def _passes(self, now: _Now) -> bool:
        """Is the command settled, or as far as it was? If not, sets `why`, unless it only has a new question."""
        if now.replay.lost:
            now.why = now.replay.lost
            return False
        if now.replay.execution.settled is not None:
            now.why = now.replay.taken_over or self._wrong(now.replay.execution.encounter, now.was)
            return not now.why
        now.why = now.replay.refused if not now.replay.execution.stack else ""
        if now.why or now.was.events is not None:
            return False
        asked = {question.key for question in self.session.questions}
        return any(question.key in asked for question in now.replay.execution.questions)

    def _finish(self, entry: Entry | None, how: How, why: str = "") -> None:
        """Adds the current command to `replayed`, and begins the next."""
        now = self._now
        assert now is not None
        if how == "kept":
            self._turns = without(self._turns, turn_choices(self._then.round, [now.was]))
        elif how != "dropped":
            self._turns = now.replay.turns
        unasked = tuple(one.said for one in now.replay.left) if how in ("same", "changed", "open") else ()
        self.replayed.append(Replayed(now.was, entry, how, self._then, self._base, now.asked, unasked, why))
        if entry is not None:
            self._base, _ = fold_over(self._base, [entry])
        self._then, _ = fold_over(self._then, [now.was])
        self._now = self._next(len(self.replayed))

    def _next(self, n: int) -> _Now | None:
        """The next command to replay, number n.

        None if none is left, or if the encounter equals the recorded one here.
        """
        if self._base == self._then:
            self._then = self._base = fold_over(self._base, self._was[n:])[0]
            self._stack = self._open if n <= len(self._was) else self._stack
            return None
        stack = (self._was[n],) if n < len(self._was) else self._open if n == len(self._was) else ()
        if not stack:
            return None
        stack = with_acts(self.session.rules, self._then, stack)
        return self._begin(stack[0], recorded(*stack))

    def _wrong(self, after: Encounter, was: Entry) -> str:
        """States that the rules exclude after the command, and did not exclude before it or after it as recorded.

        "" if none.
        """
        rules = self.session.rules
        known = {*impossible_states(rules, self._base), *impossible_states(rules, fold_over(self._then, [was])[0])}
        return " ".join(wrong for wrong in impossible_states(rules, after) if wrong not in known)
