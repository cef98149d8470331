"""Index of a journal: where its steps, saved encounters or names stand, with lookup of the last entry before a
step.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Generic, TypeVar

from referee.store.line import Line

T = TypeVar("T")


class Checkpoints(Generic[T]):
    """Values kept for some step numbers, in their order."""

    def __init__(self) -> None:
        self._places: list[int] = []
        self._kept: dict[int, T] = {}

    def put(self, place: int, kept: T) -> None:
        """Sets the value of a step number."""
        if place not in self._kept:
            self._places.insert(bisect_right(self._places, place), place)
        self._kept[place] = kept

    def at(self, place: int) -> T | None:
        """The value of that step number; None if it has none."""
        return self._kept.get(place)

    def before(self, place: int) -> int:
        """The last step number with a value at or before this one; -1 if there is none."""
        found = bisect_right(self._places, place)
        return self._places[found - 1] if found else -1

    def cut(self, place: int) -> None:
        """Drops the values of all later step numbers."""
        keep = bisect_right(self._places, place)
        for gone in self._places[keep:]:
            del self._kept[gone]
        del self._places[keep:]

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return iter([(place, self._kept[place]) for place in self._places])

    def __len__(self) -> int:
        return len(self._places)


class JournalIndex:
    """The lines of steps, saved encounters and names, without their bodies."""

    def __init__(self) -> None:
        self.position = 0
        """How many steps are in force."""
        self.steps: list[Line] = []
        self.states: Checkpoints[Line] = Checkpoints()
        """By the number of steps it is after: where a settled encounter stands."""
        self.names: list[Line] = []
        """The head, and every line that renamed the encounter since."""
        self.last: Line | None = None

    def play(self, line: Line) -> bool:
        """Takes the next line in. False, and nothing has changed, if it cannot follow those before."""
        if (line.kind == "head") != (self.last is None):
            return False
        match line.kind:
            case "head" | "name":
                self.names.append(line)
            case "step" if line.pos <= len(self.steps):
                self._cut(line.pos)
                self.steps.append(line)
                self.position = line.pos + 1
            case "move" if line.pos <= len(self.steps):
                self.position = line.pos
            case "state" if line.pos <= len(self.steps):
                self.states.put(line.pos, line)
            case _:
                return False
        self.last = line
        return True

    def _cut(self, at: int) -> None:
        del self.steps[at:]
        self.states.cut(at)
