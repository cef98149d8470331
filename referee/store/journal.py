"""The journal: the tape of an encounter on the disk, one line for each act of the table."""

from contextlib import suppress
from pathlib import Path

from referee.engine.encounter import Encounter
from referee.engine.fact import Fact
from referee.engine.history import Step
from referee.engine.past import encounter_at, stack_at
from referee.store.body import Title, dumped
from referee.store.database import put_tables
from referee.store.file import put, sweep
from referee.store.landmarks import Landmarks
from referee.store.line import written
from referee.store.lock import Lock
from referee.store.problem import reason
from referee.store.record import UNSOUND, Record
from referee.store.snapshot import SNAPSHOT, tables_of
from referee.store.table import Tables

CHECKPOINT_EVERY = 256
"""Steps between settled encounters that are written along the way: going back never folds more than these."""
NOWHERE = 999_999_999
"""In the place of a number of steps: more than a journal can have."""
SNAPSHOT_EVERY = 100
"""Lines after which encounter.json is written even if nobody finds the time for it."""


class Journal(Record):
    """A tape that outlives the program: what it has taken is on the disk when it returns, or `trouble` says why not."""

    def __init__(self, folder: Path, lock: Lock | None = None) -> None:
        self.read_only = True
        super().__init__(folder)
        self.read_only = lock is None or self.damaged
        self.trouble = ""
        """Why the last act is not saved, in one sentence; it is kept, and written with the next one."""
        self._lock = lock
        self._due: Landmarks[Encounter] = Landmarks()
        """Settled encounters that are to be written with the next act."""
        self._corrected = -1
        """The place behind the last correction; folding over one is slow."""
        self._tried = 0
        """The line at which encounter.json was last to be written."""
        if not self.read_only:
            sweep(folder)
            if self.torn:
                self._cut_off(self.torn)

    def append(self, step: Step) -> None:
        at = self.position
        self._act("step", step, at, step.depth)
        self._known.cut(at)
        if self._latest[0] > at:
            self._latest = 0, self.start
        self._remember(at, step)
        self._forget_corrections(at)
        if step.correction is not None:
            self._corrected = at + 1

    def move(self, position: int) -> None:
        if not 0 <= position <= len(self):
            raise IndexError("no such place on the tape")
        # What cannot be read there must be found out before the journal says that one has gone there.
        self._prove(position)
        self._act("move", None, position)

    def learn(self, n: int, encounter: Encounter) -> None:
        super().learn(n, encounter)
        if n == self.position and not self.read_only:
            last = max(self._reel.states.before(n), self._due.before(n), 0)
            if n - last >= CHECKPOINT_EVERY or last < self._corrected <= n:
                self._due.put(n, encounter)
            if self._lines - max(self._snapped[0], self._tried) >= SNAPSHOT_EVERY:
                self.settle()

    def transcript(self, name: str) -> bytes:
        """The lines of a journal of another name that has the same history, as far as it can be read."""
        title = Title(name=name, system=self.system)
        if self._lines:
            return self._paper.read(0, self._end) + written(self._lines + 1, "name", dumped(title))[1]
        head, start = written(1, "head", dumped(title))[1], dumped(self.start)
        return head + written(2, "state", start)[1]

    # ---------------------------------------------------------------- writing

    def rename(self, name: str) -> None:
        """The encounter gets another name."""
        self._act("name", Title(name=name, system=self.system))
        self.name = name

    def retry(self) -> bool:
        """Tries again to write what is not saved yet. True if all is saved now."""
        if self._paper.waits:
            self._save()
        return not self.trouble

    def settle(self, asks: str = "") -> bool:
        """Brings encounter.json up to where the journal stands. False if it stays behind; nothing is lost by that.

        `asks` is the key of the open question, for those who look at the save from outside.
        """
        if self.read_only or not self.retry():
            return False
        asks = self._asks(asks)
        if self._snapped == (self._lines, asks) and not self._due:
            return True
        self._tried = self._lines
        try:
            self._put_due()
            if self.retry():
                put_tables(self.folder / SNAPSHOT, self._tables(asks))
                self._snapped = self._lines, asks
        except (OSError, *UNSOUND):
            return False
        return not self.trouble

    def close(self) -> None:
        """Writes what is left to write, and lets others play it."""
        self.settle(self._snapped[1] if self._snapped[0] == self._lines else "")
        self._paper.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self.read_only = True

    def _act(self, kind: str, fact: Fact | None, pos: int = 0, depth: int = 0) -> None:
        """One act of the table: one write, and one wait for the disk."""
        if self.read_only:
            raise self.refusal
        body = dumped(fact)
        self._put_due()
        self._add(kind, body, pos, depth)
        self._save()

    def _put_due(self) -> None:
        for n, encounter in self._due:
            self._add("state", dumped(encounter), n)
        self._due.cut(-1)

    def _add(self, kind: str, body: bytes, pos: int, depth: int = 0) -> None:
        line, raw = written(self._lines + 1, kind, body, pos, depth)
        line = line._replace(start=self._paper.end + line.start)
        if not self._reel.play(line):
            raise IndexError("no such place on the tape")
        self._paper.add(raw)
        self._lines += 1

    def _save(self) -> None:
        try:
            self._paper.save()
        except OSError as error:
            why = reason(error)
            self.trouble = f"{why[0].upper()}{why[1:]}; what was done is kept, and is written as soon as that can be."
        else:
            self.trouble = ""

    def _asks(self, told: str) -> str:
        stack = stack_at(self, self.position) if self.depth(self.position) else ()
        return (told or stack[-1].command.verb) if stack else ""

    def _tables(self, asks: str) -> Tables:
        encounter = encounter_at(self, self.position)
        last = self._reel.last
        return tables_of(
            encounter,
            self.name,
            line=self._lines,
            crc=last.crc if last else "",
            position=self.position,
            settled=self._settled(),
            asks=asks,
        )

    def _settled(self) -> int:
        """How many steps there were when nothing was open last; NOWHERE if the past was corrected since."""
        n = self.position
        while self.depth(n):
            n -= 1
        return NOWHERE if any(n <= number < self.position for number in self.corrections()) else n

    def _cut_off(self, rest: bytes) -> None:
        """The journal ends in something that is no line: a write that never finished, or else damage.

        Nobody can tell them apart if it goes to the end of a line, so that is kept aside before it is written over.
        """
        self.notices.append("The last act was cut off while it was being written; it was left out.")
        if b"\n" in rest:
            with suppress(OSError):
                put(self.folder / f"cut-off-{self._lines + 1}", rest)
