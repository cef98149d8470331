"""Course: one command on its way, with whatever interrupts it, move by move."""

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
    """One answer, what it answered, and the table at that moment."""

    question: AnyQuestion
    encounter: Encounter
    answer: Answer


class Course:
    """A scratch pad: made from where things stand, moved on, and then kept or thrown away."""

    def __init__(self, rules: System, base: Encounter, stack: Stack = ()) -> None:
        self.rules = rules
        self.base = base
        """The settled encounter from which the outermost command started."""
        self.stack = stack
        self.pending: Pending | None = None
        self.settled: Entry | None = None
        """The outermost command, once it is done."""
        self.moves: list[Move] = []
        """What was done on this pad."""
        if stack:
            self._settle(stack, [])

    @property
    def encounter(self) -> Encounter:
        """The encounter as the table sees it: what an open command has done so far is there already."""
        return self.base if self.pending is None else self.pending.encounter

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """What the table is asked."""
        return () if self.pending is None else self.pending.questions

    def question(self, key: str | None = None) -> AnyQuestion:
        """The open question of that key, or the first. Refused if there is none."""
        for question in self.questions:
            if key is None or question.key == key:
                return question
        raise Refused("Nothing is asked." if key is None else f"Nothing that is asked is called {key!r}.")

    def open(self, opened: Opened) -> None:
        """A command is given. Refused if the rules do not allow it."""
        self._do(opened)

    def reply(self, reply: Reply) -> None:
        """An open question is answered. DoesNotFit if it cannot be so."""
        self._do(reply)

    def replay(self, said: Iterable[Opened | Reply]) -> Iterator[Asked]:
        """Does again what was said then; shows each answer just before it is given. A Problem where it fits no more."""
        for one in said:
            if isinstance(one, Opened):
                self.open(one)
                continue
            question = next((question for question in self.questions if question.key == one.key), None)
            if question is None:
                raise DoesNotFit("That is not asked any more.")
            yield Asked(question, self.encounter, one.answer)
            self.reply(one)

    def copy(self) -> "Course":
        """Another pad that stands where this one does, with nothing done on it yet."""
        other = Course(self.rules, self.base)
        other.stack, other.pending = self.stack, self.pending
        return other

    def _do(self, move: Move) -> None:
        """Makes a move, and closes what is done by it; when that fails, the pad is as it was."""
        stack, _ = moved(self.stack, move)
        self._settle(stack, [move])

    def _settle(self, stack: Stack, moves: list[Move]) -> None:
        """Closes what is done, from the innermost outwards, until something is asked or nothing is open."""
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
        """Where the innermost open command stands."""
        encounter = self.base
        for entry in stack[:-1]:
            outer = resolve(self.rules, encounter, entry.command, entry.items, entry.seat, entry.at is not None)
            if isinstance(outer, Settled):
                raise Refused("Nothing is left to interrupt.")
            encounter = outer.encounter
        top = stack[-1]
        return resolve(self.rules, encounter, top.command, top.items, top.seat, top.at is not None)
