"""Execution: tentative execution of a command and of the commands that interrupt it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from referee.engine.answer import Answer
from referee.engine.encounter import Encounter
from referee.engine.history import Closed, Entry, Move, Opened, Reply, Stack, moved
from referee.engine.ledger import System
from referee.engine.problem import DoesNotFit, Refused
from referee.engine.question import AnyQuestion
from referee.engine.resolve import Pending, Settled, resolve


class Asked(NamedTuple):
    """An answer with its question, and the encounter just before it was given."""

    question: AnyQuestion
    encounter: Encounter
    answer: Answer


class CommandExecution:
    """A tentative execution of the open commands; the session keeps it only if nothing fails."""

    def __init__(self, rules: System, base: Encounter, stack: Stack = ()) -> None:
        self.rules = rules
        self.base = base
        """The settled encounter before the outermost open command; after it, once that has settled."""
        self.stack = stack
        self.pending: Pending | None = None
        self.settled: Entry | None = None
        """The outermost command once it has settled; None before."""
        self.moves: list[Move] = []
        """The moves made since this object was created, to be recorded as one step."""
        if stack:
            self._settle(stack, [])

    @property
    def encounter(self) -> Encounter:
        """The encounter including the events of commands that are still open."""
        return self.base if self.pending is None else self.pending.encounter

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """The open questions of the innermost command; () if no command is open."""
        return () if self.pending is None else self.pending.questions

    def question(self, key: str | None = None) -> AnyQuestion:
        """The open question of that key, or the first. Refused if there is none."""
        for question in self.questions:
            if key is None or question.key == key:
                return question
        raise Refused("Nothing is asked." if key is None else f"Nothing that is asked is called {key!r}.")

    def open(self, opened: Opened) -> None:
        """Opens a command. Raises Refused if the rules do not allow it; then nothing has changed."""
        self._do(opened)

    def reply(self, reply: Reply) -> None:
        """Answers an open question. Raises DoesNotFit if it cannot take the answer; then nothing has changed."""
        self._do(reply)

    def replay(self, said: Iterable[Opened | Reply]) -> Iterator[Asked]:
        """Repeats recorded commands and answers; yields each answer just before it is given.

        Raises a Problem at a misfit.
        """
        for one in said:
            if isinstance(one, Opened):
                self.open(one)
                continue
            question = next((question for question in self.questions if question.key == one.key), None)
            if question is None:
                raise DoesNotFit("That is not asked any more.")
            yield Asked(question, self.encounter, one.answer)
            self.reply(one)

    def copy(self) -> "CommandExecution":
        """A copy in the same state, with an empty list of moves."""
        other = CommandExecution(self.rules, self.base)
        other.stack, other.pending = self.stack, self.pending
        return other

    def _do(self, move: Move) -> None:
        """Makes a move and settles what it completes. If it raises, nothing has changed."""
        stack, _ = moved(self.stack, move)
        self._settle(stack, [move])

    def _settle(self, stack: Stack, moves: list[Move]) -> None:
        """Settles completed commands from the innermost outwards, until one has an open question or none is open."""
        settled = self.settled
        outcome = self._look(stack)
        while isinstance(outcome, Settled):
            closed = Closed(events=outcome.events)
            moves.append(closed)
            stack, settled = moved(stack, closed)
            if not stack:
                self.base = outcome.encounter
                break
            outcome = self._look(stack)
        self.stack, self.settled = stack, settled
        self.pending = outcome if isinstance(outcome, Pending) else None
        self.moves += moves

    def _look(self, stack: Stack) -> Pending | Settled:
        """Resolves the open commands from outermost to innermost; returns the outcome of the innermost."""
        encounter = self.base
        for entry in stack[:-1]:
            outer = resolve(self.rules, encounter, entry.command, entry.items, entry.seat, entry.at is not None)
            if isinstance(outer, Settled):
                raise Refused("Nothing is left to interrupt.")
            encounter = outer.encounter
        top = stack[-1]
        return resolve(self.rules, encounter, top.command, top.items, top.seat, top.at is not None)
