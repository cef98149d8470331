"""The reel: what the lines of a journal come to, which steps are on the tape and where it stands."""

from referee.store.checkpoints import Checkpoints
from referee.store.line import Line


class JournalIndex:
    """The places of steps and of encounters kept along the way, without what they say."""

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
