"""Index of a journal: where its lines stand in the file."""

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

from referee.store.journal_line import Line, T


class Checkpoints(dict[int, T]):
    """Values by the number of steps that they hold after."""

    def before(self, place: int) -> int:
        """The last step number with a value at or before this one; -1 if there is none."""
        return max((n for n in self if n <= place), default=-1)

    def cut(self, place: int) -> None:
        """Drops the values of all later step numbers."""
        for gone in [n for n in self if n > place]:
            del self[gone]


class JournalIndex:
    """Where the lines of a journal stand in the file, and which of them are steps, saved encounters and names."""

    def __init__(self) -> None:
        self.position = 0
        """Number of applied steps."""
        self.ends = array("I")
        """Where each line ends, which is where the next one begins."""
        self.steps = array("I")
        """The number of the line of each step."""
        self.depths = array("I")
        """How many commands are open after each step."""
        self.states: Checkpoints[int] = Checkpoints()
        """The number of the line of each settled encounter, by the number of steps it is after."""
        self.names: list[int] = []
        """The number of the head's line, and of every line that renamed the encounter since."""
        self.corrections: list[int] = []
        """The steps that correct the past, of the first `searched` ones."""
        self.searched = 0

    def __len__(self) -> int:
        """Number of lines."""
        return len(self.ends)

    @property
    def end(self) -> int:
        """Where the next line begins."""
        return self.ends[-1] if self.ends else 0

    def place(self, number: int) -> tuple[int, int]:
        """Where the line of that number begins in the file, and how many bytes it has."""
        start = self.ends[number - 2] if number > 1 else 0
        return start, self.ends[number - 1] - start

    def play(self, line: Line) -> bool:
        """Takes the next line in. False, and nothing has changed, if it cannot follow those before."""
        kind, pos, count = line.kind, line.pos, len(self.steps)
        if (kind == "head") == bool(self.ends) or pos > count:
            return False
        if kind == "step":
            if pos < count:
                del self.steps[pos:], self.depths[pos:]
                self.states.cut(pos)
                self.searched = min(self.searched, pos)
                self.corrections = [n for n in self.corrections if n < pos]
            self.steps.append(line.number)
            self.depths.append(line.depth)
            self.position = pos + 1
        elif kind == "move":
            self.position = pos
        elif kind == "state":
            self.states[pos] = line.number
        elif kind in ("head", "name"):
            self.names.append(line.number)
        else:
            return False
        self.ends.append(line.end)
        return True
