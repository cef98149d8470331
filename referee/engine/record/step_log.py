"""Step log: the steps of a fight, of which the first so many are applied."""

from collections.abc import Sequence
from typing import Protocol

from referee.engine.record.recorded_steps import Step
from referee.engine.state.encounter import Encounter


class ReadableStepLog(Protocol):
    """A read-only log of steps and the current position in it."""

    @property
    def position(self) -> int:
        """Number of applied steps; steps from here to `len` can be redone."""

    def __len__(self) -> int:
        """Number of steps, those that can be redone included."""

    def step(self, n: int) -> Step:
        """The step number n, from 0."""

    def depth(self, n: int) -> int:
        """Number of commands open after n steps."""

    def corrections(self) -> Sequence[int]:
        """Numbers of the steps that are corrections, ascending; also of those that can be redone."""

    def known(self, n: int) -> tuple[int, Encounter]:
        """The latest position at or before n whose settled encounter is stored, and that encounter."""

    def learn(self, n: int, encounter: Encounter) -> None:
        """Offers the settled encounter after n steps; the log may store it for `known`."""


class StepLog(ReadableStepLog, Protocol):
    """A log of steps that can be added to: in memory, or in a journal on disk."""

    def append(self, step: Step) -> None:
        """Drops the steps that could be redone, and adds one.

        Returns once it is on disk, or the failure is reported; or before, where whoever called for that waits for it.
        """

    def move(self, position: int) -> None:
        """Sets the position. Returns once that is on disk, or the failure is reported."""


KEEP_EVERY = 64
"""Steps between stored encounters; folding so many takes about a millisecond."""


class MemoryStepLog:
    """A log in memory only."""

    def __init__(self, start: Encounter) -> None:
        self.position = 0
        self._steps: list[Step] = []
        self._known: dict[int, Encounter] = {0: start}

    def __len__(self) -> int:
        return len(self._steps)

    def step(self, n: int) -> Step:
        return self._steps[n]

    def depth(self, n: int) -> int:
        return self._steps[n - 1].depth if n else 0

    def corrections(self) -> Sequence[int]:
        return [n for n, step in enumerate(self._steps) if step.correction]

    def append(self, step: Step) -> None:
        del self._steps[self.position :]
        self._known = {n: state for n, state in self._known.items() if n <= self.position}
        self._steps.append(step)
        self.position += 1

    def move(self, position: int) -> None:
        self.position = position

    def known(self, n: int) -> tuple[int, Encounter]:
        best = max(at for at in self._known if at <= n)
        return best, self._known[best]

    def learn(self, n: int, encounter: Encounter) -> None:
        if n - self.known(n)[0] >= KEEP_EVERY:
            self._known[n] = encounter
