"""The journal: the tape of an encounter on the disk, one line for each act of the table."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from referee.engine.encounter import Encounter
from referee.engine.fact import Fact
from referee.engine.history import KEEP_EVERY, Amended, Step, encounter_at, stack_at
from referee.engine.problem import Problem
from referee.store.body import ENCOUNTER, STEP, TITLE, Title, dumped, read_body
from referee.store.database import put_tables
from referee.store.file import put, sweep
from referee.store.landmarks import Landmarks
from referee.store.line import JOURNAL, Line, Survey, survey, written
from referee.store.lock import Lock
from referee.store.paper import Paper
from referee.store.problem import Damaged, ReadOnly, TooNew, reason
from referee.store.reel import Reel
from referee.store.snapshot import SNAPSHOT, Snapshot, tables_of
from referee.store.table import Tables

CHECKPOINT_EVERY = 256
"""Steps between settled encounters that are written along the way: going back never folds more than these."""
SNAPSHOT_EVERY = 100
"""Lines after which encounter.json is written even if nobody finds the time for it."""
_DECODED = 512
"""Steps that are kept decoded."""
_UNSOUND = (Problem, LookupError)
"""What comes of folding steps that no table has ever taken."""


class Journal:
    """A tape that outlives the program: what it has taken is on the disk when it returns, or `trouble` says why not."""

    def __init__(self, folder: Path, lock: Lock | None = None) -> None:
        self.folder = folder
        self.read_only = lock is None
        self.notices: list[str] = []
        """What the referee should know about how it was opened."""
        self.trouble = ""
        """Why the last act is not saved, in one sentence; it is kept, and written with the next one."""
        self._lock = lock
        self._decoded: dict[int, Step] = {}
        self._due: Landmarks[Encounter] = Landmarks()
        """Settled encounters that are to be written with the next act."""
        self._corrected = -1
        """The place behind the last correction; folding over one is slow."""
        self._tried = 0
        """The line at which encounter.json was last to be written."""
        self._paper = Paper(folder / JOURNAL)
        try:
            self._open()
        except BaseException:
            self._paper.close()
            raise

    # ---------------------------------------------------------------- opening

    def _open(self) -> None:
        snapshot = Snapshot.read(self.folder)
        found = self._survey()
        self._take(found.lines, snapshot)
        bad = self._unsound()
        if bad:
            self._take(found.lines[: bad - 1], None)
        elif self._lines < len(found.lines) or found.broken or (snapshot and snapshot.line > self._lines):
            bad = self._lines + 1
        if bad:
            self._stop_at(bad)

    def _survey(self) -> Survey:
        raw = self._paper.read_all()
        try:
            found = survey(raw)
        except TooNew:
            raise TooNew(f"{self.folder.name} was written by a newer referee; it was left as it is.") from None
        self._paper.good = found.good
        if self._lock is not None:
            sweep(self.folder)
            if found.torn:
                self._cut_off(raw[found.good :], len(found.lines) + 1)
        return found

    def _cut_off(self, rest: bytes, line: int) -> None:
        """The journal ends in something that is no line: a write that never finished, or else damage.

        Nobody can tell them apart if it goes to the end of a line, so that is kept aside before it is written over.
        """
        self.notices.append("The last act was cut off while it was being written; it was left out.")
        if b"\n" in rest:
            with suppress(OSError):
                put(self.folder / f"cut-off-{line}", rest)

    def _take(self, lines: list[Line], snapshot: Snapshot | None) -> None:
        """Goes through the lines as far as they follow each other, and takes the snapshot where they bear it out."""
        self._reel = Reel()
        for line in lines:
            if not self._reel.play(line):
                break
        last = self._reel.last
        self._lines = last.number if last else 0
        self._end = last.end if last else 0
        self._snapped = 0, ""
        if not self._lines:
            self._take_alone(snapshot)
            return
        self.system = self._title(self._reel.names[0]).system
        self.name = self._title(self._reel.names[-1]).name
        start = self._reel.states.at(0)
        self._begin(self._state(start) if start else Encounter(system=self.system))
        if snapshot is not None and 0 < snapshot.line <= self._lines:
            self._trust(snapshot, lines)

    def _trust(self, snapshot: Snapshot, lines: list[Line]) -> None:
        cuts = (line.pos for line in lines[snapshot.line : self._lines] if line.kind == "step")
        if lines[snapshot.line - 1].crc == snapshot.crc and snapshot.settled <= min(cuts, default=len(self)):
            with suppress(Damaged):
                self._known.put(snapshot.settled, snapshot.encounter())
                self._snapped = snapshot.line, snapshot.asks

    def _take_alone(self, snapshot: Snapshot | None) -> None:
        """Nothing can be read of the journal; the encounter as it last stood may still be there."""
        if snapshot is None:
            raise Damaged(f"{JOURNAL} of {self.folder.name} is damaged at line 1.")
        self.name, self.system = snapshot.row["name"], snapshot.row["system"]
        self._begin(snapshot.encounter())

    def _begin(self, start: Encounter) -> None:
        self.start = start
        """The encounter before the first step."""
        self._known: Landmarks[Encounter] = Landmarks()
        self._known.put(0, start)
        self._latest = 0, start

    def _unsound(self) -> int:
        """The line of the first step that cannot be folded, though its bytes are sound; 0 if all can that must be."""
        if self._holds(self.position):
            return 0
        bad = next(n for n in range(1, len(self) + 1) if not self._holds(n))
        return self._reel.steps[bad - 1].number

    def _holds(self, n: int) -> bool:
        try:
            encounter_at(self, n), stack_at(self, n)
        except _UNSOUND:
            return False
        return True

    def _stop_at(self, line: int) -> None:
        self.read_only = True
        self.notices.append(
            f"{JOURNAL} is damaged at line {line}: this is the encounter as it stood before, to be looked at. "
            "A copy of it can be played on."
        )

    # ---------------------------------------------------------------- the tape

    @property
    def position(self) -> int:
        return self._reel.position

    def __len__(self) -> int:
        return len(self._reel.steps)

    def step(self, n: int) -> Step:
        found = self._decoded.get(n)
        if found is None:
            line = self._reel.steps[n]
            found = read_body(STEP, line, self._raw(line), JOURNAL)
            if found.depth != line.depth:
                raise Damaged(f"{JOURNAL} is damaged at line {line.number}.")
            self._remember(n, found)
        return found

    def depth(self, n: int) -> int:
        return self._reel.steps[n - 1].depth if n else 0

    def when(self, n: int) -> datetime | None:
        """When step number n was written."""
        return self._reel.steps[n].when if 0 <= n < len(self) else None

    def append(self, step: Step) -> None:
        at, before = self.position, len(self)
        self._act("step", step, at, step.depth)
        self._known.cut(at)
        for n in range(at, before):
            self._decoded.pop(n, None)
        if self._latest[0] > at:
            self._latest = 0, self.start
        self._remember(at, step)
        if any(isinstance(move, Amended) for move in step.moves):
            self._corrected = at + 1

    def move(self, position: int) -> None:
        if not 0 <= position <= len(self):
            raise IndexError("no such place on the tape")
        # What cannot be read there must be found out before the journal says that one has gone there.
        encounter_at(self, position), stack_at(self, position)
        self._act("move", None, position)

    def known(self, n: int) -> tuple[int, Encounter]:
        kept, written = self._known.before(n), self._reel.states.before(n)
        if self._latest[0] <= n and self._latest[0] >= max(kept, written):
            return self._latest
        line = self._reel.states.at(written)
        if written > kept and line is not None:
            kept = written
            self._known.put(kept, self._state(line))
        return kept, self._known.at(kept) or self.start

    def learn(self, n: int, encounter: Encounter) -> None:
        if n - self._known.before(n) >= KEEP_EVERY:
            self._known.put(n, encounter)
        self._latest = n, encounter
        if n == self.position and not self.read_only:
            last = max(self._reel.states.before(n), self._due.before(n), 0)
            if n - last >= CHECKPOINT_EVERY or n == self._corrected:
                self._due.put(n, encounter)
            if self._lines - max(self._snapped[0], self._tried) >= SNAPSHOT_EVERY:
                self.settle()

    def _remember(self, n: int, step: Step) -> None:
        while len(self._decoded) >= _DECODED:
            del self._decoded[next(iter(self._decoded))]
        self._decoded[n] = step

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
        except (OSError, *_UNSOUND):
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
            raise ReadOnly(f"{self.name} is open for reading only; nothing was changed.")
        body = dumped(fact)
        if kind == "step":
            self._due.cut(pos)
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
            self.trouble = f"Not saved: {reason(error)}. What was done is kept, and will be written when that can be."
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
        """How many steps there were when nothing was open last."""
        n = self.position
        while self.depth(n):
            n -= 1
        return n

    # ---------------------------------------------------------------- reading

    @property
    def last(self) -> Line | None:
        """The last line that is sound; None if none is."""
        return self._reel.last

    def checkpoints(self) -> Iterator[tuple[int, Encounter]]:
        """The settled encounters that were written along the way, and after how many steps."""
        for n, line in self._reel.states:
            if n:
                yield n, self._state(line)

    def transcript(self, name: str) -> bytes:
        """The lines of a journal of another name that has the same history, as far as it can be read."""
        title = Title(name=name, system=self.system)
        if self._lines:
            return self._paper.read(0, self._end) + written(self._lines + 1, "name", dumped(title))[1]
        head, start = written(1, "head", dumped(title))[1], dumped(self.start)
        return head + written(2, "state", start)[1]

    def _raw(self, line: Line) -> bytes:
        try:
            return self._paper.read(line.start, line.length)
        except OSError as error:
            raise Damaged(f"{JOURNAL} cannot be read at line {line.number}: {reason(error)}.") from error

    def _title(self, line: Line) -> Title:
        return read_body(TITLE, line, self._raw(line), JOURNAL)

    def _state(self, line: Line) -> Encounter:
        return read_body(ENCOUNTER, line, self._raw(line), JOURNAL)
