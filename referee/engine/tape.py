"""Tape: where the steps of a fight are kept, and gone back and forth on."""

from collections.abc import Sequence
from typing import Protocol

from referee.engine.encounter import Encounter
from referee.engine.history import Step


class ReadableTape(Protocol):
    """The steps of an encounter and the current position among them, to be read only."""

    @property
    def position(self) -> int:
        """How many steps are in force; those beyond wait for redo."""

    def __len__(self) -> int:
        """How many steps there are."""

    def step(self, n: int) -> Step:
        """The step number n, from 0."""

    def depth(self, n: int) -> int:
        """How many commands are open after n steps."""

    def corrections(self) -> Sequence[int]:
        """The numbers of the steps that correct the past, also of those that wait for redo, in their order."""

    def known(self, n: int) -> tuple[int, Encounter]:
        """The latest place at or before n whose settled encounter is at hand, and that encounter."""

    def learn(self, n: int, encounter: Encounter) -> None:
        """Told the settled encounter after n steps, in case it wants to keep it."""


class Tape(ReadableTape, Protocol):
    """Steps that can be added to: in memory, or in a journal on disk."""

    def append(self, step: Step) -> None:
        """Cuts off what waits for redo, and adds a step. Returns when it is safe, or when the tape has said why not."""

    def move(self, position: int) -> None:
        """Goes to a place on the tape. Returns when that is safe, or when the tape has said why not."""


KEEP_EVERY = 64
"""Steps between settled encounters that are kept for going back: the fold of so many takes about a millisecond."""


class MemoryTape:
    """A tape that lasts as long as the program."""

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
