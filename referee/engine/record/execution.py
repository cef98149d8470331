"""Execution of a command and of those that interrupt it, tentative until it is kept."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.problem import DoesNotFit, Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import NOTHING_ASKED, AnyQuestion
from referee.engine.record.act_of import act_of
from referee.engine.record.recorded_steps import NO_ACT, Act, Closed, Entry, Move, Opened, Reply, Stack, moved
from referee.engine.record.resolve import Outcome, Pending, Resolver, Settled, resolve
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command


class Asked(NamedTuple):
    """An answer with its question, and the encounter just before it was given."""

    question: AnyQuestion
    encounter: Encounter
    answer: Answer


class ResolvedCommand(NamedTuple):
    """A command with what has come of it."""

    before: Encounter
    entry: Entry
    outcome: Outcome


class StepOutcome(Struct, frozen=True):
    """What came of one command or answer of the table, and of all that the app threw for it."""

    asked: tuple[Asked, ...] = ()
    """The answers of the table and of the app."""
    settled: ResolvedCommand | None = None
    """The outermost command, if it has settled by it."""


class CommandExecution:
    """A tentative execution of the open commands; the session keeps it only if nothing fails."""

    def __init__(self, rules: System, base: Encounter, stack: Stack = ()) -> None:
        self.rules = rules
        self.base = base
        """The settled encounter before the outermost open command; after it, once that has settled."""
        self.open_commands: tuple[ResolvedCommand, ...] = ()
        """The open commands, outermost first; each has an open question."""
        self.done: ResolvedCommand | None = None
        """The outermost command, if it has settled since this object was created; else None."""
        self.moves: list[Move] = []
        """The moves made since this object was created, to be recorded as one step."""
        self._asked: list[Asked] = []
        self._previewed: tuple[Opened, Outcome] | None = None
        self._resolver = Resolver(rules)
        if stack:
            self._settle(stack, [])

    @property
    def stack(self) -> Stack:
        """The open commands as they are recorded, outermost first."""
        return tuple(command.entry for command in self.open_commands)

    @property
    def pending(self) -> Pending | None:
        """What has come of the innermost open command; None if none is open."""
        outcome = self.open_commands[-1].outcome if self.open_commands else None
        return outcome if isinstance(outcome, Pending) else None

    @property
    def step_outcome(self) -> StepOutcome:
        """What was done since this object was created."""
        return StepOutcome(tuple(self._asked), self.done)

    @property
    def settled(self) -> Entry | None:
        """The outermost command as it is recorded once it has settled; None before."""
        return None if self.done is None else self.done.entry

    @property
    def encounter(self) -> Encounter:
        """The encounter including the events of commands that are still open."""
        return self.open_commands[-1].outcome.encounter if self.open_commands else self.base

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """The open questions of the innermost command; () if no command is open."""
        return () if self.pending is None else self.pending.questions

    def question(self, key: str | None = None) -> AnyQuestion:
        """The open question of that key, or the first. Refused if there is none."""
        for question in self.questions:
            if key is None or question.key == key:
                return question
        raise Refused(NOTHING_ASKED if key is None else f"No open question is called {key!r}.")

    def preview(self, opened: Opened) -> Outcome:
        """What would come of opening a command; nothing changes. Raises Refused if the rules do not allow it."""
        if self._previewed is None or self._previewed[0] != opened:
            inner = opened.at is not None
            self._previewed = opened, resolve(self.rules, self.encounter, opened.command, (), opened.seat, inner)
        return self._previewed[1]

    def open(self, opened: Opened) -> None:
        """Opens a command. Raises Refused if the rules do not allow it; then nothing has changed."""
        outcome = self.preview(opened)
        opened = replace(opened, act=self._act(opened.command, self.encounter, outcome))
        stack, _ = moved(self.stack, opened)
        self._settle(stack, [opened], (*self.open_commands, ResolvedCommand(self.encounter, stack[-1], outcome)))

    def reply(self, reply: Reply) -> None:
        """Answers an open question. Raises DoesNotFit if it cannot take the answer; then nothing has changed."""
        given = [Asked(each, self.encounter, reply.answer) for each in self.questions if each.key == reply.key]
        stack, _ = moved(self.stack, reply)
        self._settle(stack, [reply], self.open_commands)
        self._asked += given

    def replay(self, said: Iterable[Opened | Reply]) -> Iterator[Asked]:
        """Repeats recorded commands and answers; yields each answer just before it is given.

        DoesNotFit if an answer's question is not open or cannot take it; Refused if the rules do not allow a command.
        """
        for one in said:
            if isinstance(one, Opened):
                self.open(one)
                continue
            question = next((question for question in self.questions if question.key == one.key), None)
            if question is None:
                raise DoesNotFit("That question is no longer open.")
            yield Asked(question, self.encounter, one.answer)
            self.reply(one)

    def copy(self) -> "CommandExecution":
        """Another one with the same open commands, which has made no move yet."""
        other = CommandExecution(self.rules, self.base)
        other.open_commands, other._previewed = self.open_commands, self._previewed
        other._resolver = self._resolver
        return other

    def _settle(self, stack: Stack, moves: list[Move], known: tuple[ResolvedCommand, ...] = ()) -> None:
        """Settles completed commands from the innermost outwards, until one has an open question or none is open.

        known: commands that are resolved already; those of them that are on the stack are not resolved again.
        If it raises, nothing has changed.
        """
        base, done = self.base, self.done
        known = self._resolved(stack, known)
        while stack and isinstance(known[-1].outcome, Settled):
            last = known[-1]
            act = self._act(last.entry.command, last.before, last.outcome)
            closed = Closed(events=last.outcome.events, act=NO_ACT if act == last.entry.act else act)
            moves.append(closed)
            stack, settled = moved(stack, closed)
            if settled is not None:
                base, done = last.outcome.encounter, ResolvedCommand(last.before, settled, last.outcome)
            known = self._resolved(stack, known)
        self.base, self.open_commands, self.done = base, known, done
        self.moves += moves
        self._previewed = None

    def _act(self, command: Command, before: Encounter, outcome: Outcome) -> Act:
        """What a command does, as far as it is known."""
        return act_of(self.rules, command, before, outcome.params, (change.event for change in outcome.changes))

    def _resolved(self, stack: Stack, known: tuple[ResolvedCommand, ...]) -> tuple[ResolvedCommand, ...]:
        """The commands of the stack, resolved from the outermost to the innermost."""
        found: list[ResolvedCommand] = []
        before = self.base
        for place, entry in enumerate(stack):
            if found and isinstance(found[-1].outcome, Settled):
                raise Refused("There is nothing left to interrupt.")
            there = known[place] if place < len(known) else None
            if there is None or there.entry is not entry or there.before is not before:
                there = ResolvedCommand(before, entry, self._resolver.resolve(before, entry))
            found.append(there)
            before = there.outcome.encounter
        return tuple(found)
