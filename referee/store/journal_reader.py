"""Reader of a journal, whatever state the file is in."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from referee.engine.problem import Problem
from referee.engine.record.history import KEEP_EVERY, Step, depth_after, open_commands_at, seats, settled_state_at
from referee.engine.state.encounter import Encounter, check_consistency
from referee.store.append_file import AppendFile
from referee.store.codec import Title, read_body, read_encounter
from referee.store.file import MOST_BYTES, Damaged, TooNew
from referee.store.line import JOURNAL, Checkpoints, JournalIndex, Line, Survey, read_line, survey
from referee.store.tables import Snapshot

UNSOUND = (Problem, LookupError)
"""Errors of folding steps that no session can have recorded."""
_AMENDED = b'"m":"amend"'
"""Stands in the line of every step that corrects the past; in text its quotes would be escaped."""
_DECODED = 512
"""Steps that are kept decoded."""


class JournalReader:
    """The steps of an encounter on the disk, found by their positions, and decoded when they are asked for.

    Damaged or TooNew if nothing of it can be shown, or its file has more than `most` bytes.
    """

    def __init__(self, folder: Path, most: int = MOST_BYTES) -> None:
        self.folder = folder
        """Where it lies now."""
        self.notices: list[str] = []
        """What the referee should know about how it was opened."""
        self.damaged = False
        """Not all of it can be read, and nothing may be added to it."""
        self._decoded: dict[int, Step] = {}
        self._corrections: list[int] = []
        self._searched = 0
        """Up to which step corrections have been looked for."""
        self.file = AppendFile(folder / JOURNAL, most)
        try:
            self._open()
        except BaseException:
            self.file.close()
            raise

    @property
    def name(self) -> str:
        """What the encounter is called now."""
        return self.title.name

    @property
    def system(self) -> str:
        """The name of its rules."""
        return self.title.system

    def move_to(self, folder: Path) -> None:
        """Notes that the folder of the journal has moved."""
        self.folder, self.file.path = folder, folder / JOURNAL

    def reopen(self) -> None:
        """Reads the file from its beginning again. Damaged or TooNew leave everything as it was."""
        fresh = JournalReader(self.folder)
        self.file.close()
        vars(self).update(vars(fresh))

    # ---------------------------------------------------------------- opening

    def _open(self) -> None:
        snapshot = Snapshot.read(self.folder)
        raw = self.file.read_all()
        try:
            found = survey(raw)
        except TooNew:
            raise TooNew(
                f"{self.folder.name} was written by a newer Referee, so it was left as it is. "
                "Update Referee to open it."
            ) from None
        self.file.good = found.good
        try:
            self._take(found.lines, snapshot)
            bad = self._first_bad(found, snapshot)
        except Damaged as damaged:
            bad = damaged.line or 1
        if bad:
            self._go_back(bad, found.lines, snapshot)
        self.torn = b"" if bad else raw[found.good :]
        """The bytes after the last whole line."""

    def _first_bad(self, found: Survey, snapshot: Snapshot | None) -> int:
        """The number of the first line that is damaged or missing; 0 if none is."""
        short = snapshot is not None and snapshot.line > self.lines
        if found.broken or short or self.lines < len(found.lines):
            return self.lines + 1
        try:
            self.prove(self.position)
        except Damaged as damaged:
            return damaged.line or 1
        except UNSOUND:
            n = self._unsound()
            line = self.index.steps[n - 1] if n else self.index.states.at(0)
            return line.number if line else 1
        return 0

    def prove(self, n: int) -> None:
        """Folds the steps up to position n, and checks the result. Damaged, Moot or LookupError if that fails."""
        check_consistency(settled_state_at(self, n))
        open_commands_at(self, n)

    def _unsound(self) -> int:
        """The number of steps after which folding fails, though every line can be read."""
        for n in range(self.position):
            try:
                self.prove(n)
            except UNSOUND:
                return n
        return self.position

    def _go_back(self, bad: int, lines: list[Line], snapshot: Snapshot | None) -> None:
        """Opens the last state that can be trusted: that of encounter.json, or the one before the damage."""
        self.damaged = True
        if snapshot is not None and snapshot.line >= bad:
            self._take([], snapshot)
            how = "This is the encounter as it last stood, without its history"
        else:
            self._take(lines[: bad - 1], snapshot)
            how = "This is the encounter as it stood before"
        self.notices.append(f"{JOURNAL} is damaged at line {bad}. {how}, to look at only; you can play on in a copy.")

    def _take(self, lines: list[Line], snapshot: Snapshot | None) -> None:
        """Indexes the lines as far as their numbers follow each other, and uses the snapshot where its checksum agrees
        with them.
        """
        self.index = JournalIndex()
        self._decoded.clear()
        self._forget_corrections(0)
        for line in lines:
            if not self.index.play(line):
                break
        last = self.index.last
        self.lines = last.number if last else 0
        self.end = last.end if last else 0
        self.snapped = 0, ""
        if not self.lines:
            self._take_alone(snapshot)
            return
        self.title = self._title(self.index.names[0]).renamed(self._title(self.index.names[-1]).name)
        """What the first line says of it, with the name of today."""
        start = self.index.states.at(0)
        self._begin(self._state(start) if start else Encounter(system=self.title.system))
        if snapshot is not None and 0 < snapshot.line <= self.lines:
            self._trust(snapshot, lines)

    def _trust(self, snapshot: Snapshot, lines: list[Line]) -> None:
        cuts = (line.pos for line in lines[snapshot.line : self.lines] if line.kind == "step")
        if lines[snapshot.line - 1].crc == snapshot.crc and snapshot.settled <= min(cuts, default=len(self)):
            with suppress(Damaged):
                self._known.put(snapshot.settled, snapshot.encounter())
                self.snapped = snapshot.line, snapshot.asks

    def _take_alone(self, snapshot: Snapshot | None) -> None:
        """Uses encounter.json alone, where no line of the journal can be read. Damaged if there is none."""
        if snapshot is None:
            raise Damaged(f"{JOURNAL} of {self.folder.name} is damaged at line 1.")
        self.title = Title(name=snapshot.row["name"], system=snapshot.row["system"])
        self._begin(snapshot.encounter())

    def _begin(self, start: Encounter) -> None:
        self.start = start
        """The encounter before the first step."""
        self._known: Checkpoints[Encounter] = Checkpoints()
        self._known.put(0, start)
        self._latest = 0, start

    # ---------------------------------------------------------------- the step log

    @property
    def position(self) -> int:
        return self.index.position

    def __len__(self) -> int:
        return len(self.index.steps)

    def step(self, n: int) -> Step:
        """The step number n, from 0. Damaged if its line cannot be decoded, or it has no moves, a depth that
        contradicts them, or one that names a command of a later step.
        """
        found = self._decoded.get(n)
        if found is None:
            line = self.index.steps[n]
            found = read_body(Step, line, self._raw(line))
            depth_is_told = found.depth == line.depth == depth_after(self.depth(n), found.moves)
            if not found.moves or not depth_is_told or not all(0 <= seat <= n for seat in seats(found.moves)):
                raise Damaged(f"{JOURNAL} is damaged at line {line.number}.", line.number)
            self._remember(n, found)
        return found

    def depth(self, n: int) -> int:
        return self.index.steps[n - 1].depth if n else 0

    def when(self, n: int) -> datetime | None:
        """When step number n was written; None if there is no such step."""
        return self.index.steps[n].when if 0 <= n < len(self) else None

    def corrections(self) -> Sequence[int]:
        """Searches the raw bytes of each step once, so that a long record need not be decoded."""
        for n in range(self._searched, len(self)):
            if _AMENDED in self._raw(self.index.steps[n]) and self.step(n).correction is not None:
                self._corrections.append(n)
        self._searched = len(self)
        return self._corrections

    def _forget_corrections(self, at: int) -> None:
        """Forgets the corrections from step number `at` on."""
        self._searched = min(self._searched, at)
        self._corrections = [n for n in self._corrections if n < at]

    def known(self, n: int) -> tuple[int, Encounter]:
        kept, written = self._known.before(n), self.index.states.before(n)
        if self._latest[0] <= n and self._latest[0] >= max(kept, written):
            return self._latest
        line = self.index.states.at(written)
        if written > kept and line is not None:
            kept = written
            self._known.put(kept, self._state(line))
        return kept, self._known.at(kept) or self.start

    def learn(self, n: int, encounter: Encounter) -> None:
        if n - self._known.before(n) >= KEEP_EVERY:
            self._known.put(n, encounter)
        self._latest = n, encounter

    def take_in(self, raw: bytes, each: Callable[[Line], None] = lambda line: None) -> bool:
        """Takes in the whole lines that another program has added. False where something there is no next line.

        What the encounter is then is proved: Damaged, Moot or LookupError if that cannot be. each: called after each.
        """
        base, start = self.file.good, 0
        while (end := raw.find(b"\n", start)) != -1:
            line = read_line(raw, start, end)
            if line is None or line.number != self.lines + 1:
                return False
            at, start = self.position, end + 1
            self.file.good = base + start
            self._follow(replace(line, start=base + line.start), at)
            self._decoded.pop(at, None)
            if line.kind == "name":
                self.title = self.title.renamed(self._title(self.index.names[-1]).name)
            each(line)
        if start:
            self.prove(self.position)
        return True

    def add(self, line: Line, raw: bytes, step: Step | None = None) -> None:
        """Takes in a line that is to be written at the end; `step` is what it says, if it is one. IndexError if it
        cannot follow."""
        at = self.position
        self._follow(replace(line, start=self.file.end + line.start), at)
        self.file.add(raw)
        if step is not None:
            self._remember(at, step)

    def _follow(self, line: Line, at: int) -> None:
        """Takes in the next line; a step cuts off what stood at that place and behind it."""
        if not self.index.play(line):
            raise IndexError("no such position in the step log")
        self.lines += 1
        if line.kind == "step":
            self._known.cut(at)
            if self._latest[0] > at:
                self._latest = 0, self.start
            self._forget_corrections(at)

    def _remember(self, n: int, step: Step) -> None:
        while len(self._decoded) >= _DECODED:
            del self._decoded[next(iter(self._decoded))]
        self._decoded[n] = step

    # ---------------------------------------------------------------- reading

    @property
    def last(self) -> Line | None:
        """The last line that is sound; None if none is."""
        return self.index.last

    def _raw(self, line: Line) -> bytes:
        try:
            return self.file.read(line.start, line.length)
        except Damaged as damaged:
            raise Damaged(str(damaged), line.number) from damaged

    def _title(self, line: Line) -> Title:
        return read_body(Title, line, self._raw(line))

    def _state(self, line: Line) -> Encounter:
        return read_encounter(line, self._raw(line))
