"""Course: one command on its way, with whatever interrupts it, move by move."""

from referee.engine.encounter import Encounter
from referee.engine.history import Closed, Entry, Move, Opened, Reply, Stack, moved
from referee.engine.problem import Refused
from referee.engine.question import AnyQuestion
from referee.engine.resolve import Pending, Settled, resolve
from referee.engine.ruleset import Ruleset


class Course:
    """A scratch pad: made from where things stand, moved on, and then kept or thrown away."""

    def __init__(self, rules: Ruleset, base: Encounter, stack: Stack = ()) -> None:
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
            self._go_on()

    @property
    def encounter(self) -> Encounter:
        """The encounter as the table sees it: what an open command has done so far is there already."""
        return self.base if self.pending is None else self.pending.encounter

    @property
    def questions(self) -> tuple[AnyQuestion, ...]:
        """What the table is asked."""
        return () if self.pending is None else self.pending.questions

    def open(self, opened: Opened) -> None:
        """A command is given. Refused if the rules do not allow it."""
        self._do(opened)

    def reply(self, reply: Reply) -> None:
        """An open question is answered. DoesNotFit if it cannot be so."""
        self._do(reply)

    def _do(self, move: Move) -> None:
        before = self.stack
        self.stack, _ = moved(self.stack, move)
        try:
            outcome = self._look()
        except Exception:
            self.stack = before
            raise
        self.moves.append(move)
        self._settle(outcome)

    def _go_on(self) -> None:
        self._settle(self._look())

    def _settle(self, outcome: Pending | Settled) -> None:
        """Closes what is done, from the innermost outwards, until something is asked or nothing is open."""
        while isinstance(outcome, Settled):
            closed = Closed(events=outcome.events)
            self.moves.append(closed)
            self.stack, self.settled = moved(self.stack, closed)
            if not self.stack:
                self.base, self.pending = outcome.encounter, None
                return
            outcome = self._look()
        self.pending = outcome

    def _look(self) -> Pending | Settled:
        """Where the innermost open command stands."""
        encounter = self.base
        for entry in self.stack[:-1]:
            outer = resolve(self.rules, encounter, entry.command, entry.items, entry.seat)
            if isinstance(outer, Settled):
                raise Refused("Nothing is left to interrupt.")
            encounter = outer.encounter
        top = self.stack[-1]
        return resolve(self.rules, encounter, top.command, top.items, top.seat)
