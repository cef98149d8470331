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
from referee.store.file import MOST_BYTES, Damaged, TooNew, put, read_plain
from referee.store.line import (
    INDEX,
    JOURNAL,
    LONG_INDEX,
    Checkpoints,
    JournalIndex,
    Line,
    Survey,
    kept_index,
    read_line,
    survey,
)
from referee.store.tables import Snapshot

UNSOUND = (Problem, LookupError)
"""Errors of folding steps that no session can have recorded."""
_AMENDED = b'"m":"amend"'
"""Stands in the line of every step that corrects the past; in text its quotes would be escaped."""
_DECODED = 512
"""Steps that are kept decoded."""
_RECENT = 32
"""Encounters that are kept as they were learned, besides those that lie further apart."""


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
        self._decoded: dict[int, tuple[Line, Step]] = {}
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
        index = self._kept()
        self.indexed = len(index)
        """How many lines the index says that is kept in a file."""
        base = self.file.good = index.end
        raw = self.file.read_all(base)
        try:
            found = survey(raw, len(index), base)
        except TooNew:
            raise TooNew(
                f"{self.folder.name} was written by a newer Referee, so it was left as it is. "
                "Update Referee to open it."
            ) from None
        self.file.good = found.good
        try:
            self._take(found.lines, snapshot, index)
            bad = self._first_bad(found, snapshot)
        except Damaged as damaged:
            bad = damaged.line or 1
        if bad:
            self._go_back(bad, snapshot)
        self.torn = b"" if bad else raw[found.good - base :]
        """The bytes after the last whole line."""

    def _kept(self) -> JournalIndex:
        """The index that is kept beside the journal; an empty one if there is none."""
        try:
            return kept_index(read_plain(self.folder / INDEX), self.file.crc)
        except (OSError, Damaged):
            return JournalIndex()

    def keep_index(self) -> None:
        """Keeps the index of a long journal in a file, unless one is there that says nearly all. Without it, as where
        the disk refuses, it is only opened more slowly.
        """
        if self.lines - self.indexed >= LONG_INDEX:
            with suppress(OSError, Damaged):
                put(self.folder / INDEX, self.index.kept(self.file.crc(self.end)))
                self.indexed = self.lines

    def _first_bad(self, found: Survey, snapshot: Snapshot | None) -> int:
        """The number of the first line that is damaged or missing; 0 if none is."""
        short = snapshot is not None and snapshot.line > self.lines
        if found.broken or short or (found.lines and self.lines < found.lines[-1].number):
            return self.lines + 1
        try:
            self.prove(self.position)
        except Damaged as damaged:
            return damaged.line or 1
        except UNSOUND:
            n = self._unsound()
            return self.index.steps[n - 1] if n else self.index.states.at(0) or 1
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

    def _go_back(self, bad: int, snapshot: Snapshot | None) -> None:
        """Opens the last state that can be trusted: that of encounter.json, or the one before the damage."""
        self.damaged = True
        if snapshot is not None and snapshot.line >= bad:
            self._take([], snapshot, JournalIndex())
            how = "This is the encounter as it last stood, without its history"
        else:
            self._take(survey(self.file.read_all()).lines[: bad - 1], snapshot, JournalIndex())
            how = "This is the encounter as it stood before"
        self.notices.append(f"{JOURNAL} is damaged at line {bad}. {how}, to look at only; you can play on in a copy.")

    def _take(self, lines: list[Line], snapshot: Snapshot | None, index: JournalIndex) -> None:
        """Indexes the lines as far as their numbers follow each other, and uses the snapshot where its checksum agrees
        with them.

        index: of the lines before these.
        """
        self.index = index
        self._decoded.clear()
        for line in lines:
            if not self.index.play(line):
                break
        self.snapped = 0, ""
        self.last = self._read(self.lines)[0] if self.lines else None
        """The last line that is sound; None if none is."""
        if not self.lines:
            self._take_alone(snapshot)
            return
        self.title = self._title(self.index.names[0]).renamed(self._title(self.index.names[-1]).name)
        """What the first line says of it, with the name of today."""
        start = self.index.states.at(0)
        self._begin(self._state(start) if start else Encounter(system=self.title.system))
        if snapshot is not None and 0 < snapshot.line <= self.lines:
            self._trust(snapshot)

    def _trust(self, snapshot: Snapshot) -> None:
        later = (self._read(number)[0] for number in range(snapshot.line + 1, self.lines + 1))
        cuts = (line.pos for line in later if line.kind == "step")
        if self._read(snapshot.line)[0].crc == snapshot.crc and snapshot.settled <= min(cuts, default=len(self)):
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
        self._recent: dict[int, Encounter] = {}
        """Settled encounters that were learned last: whoever undoes or redoes gets the very same values, of which all
        that was made of them still holds.
        """

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
        return self.with_line(n)[1]

    def with_line(self, n: int) -> tuple[Line, Step]:
        """The line of step number n, and the step. Damaged as `step`."""
        kept = self._decoded.get(n)
        if kept is not None:
            return kept
        line, body = self._read(self.index.steps[n])
        found = read_body(Step, line, body)
        depth_is_told = found.depth == line.depth == depth_after(self.depth(n), found.moves)
        if not found.moves or not depth_is_told or not all(0 <= seat <= n for seat in seats(found.moves)):
            raise Damaged(f"{JOURNAL} is damaged at line {line.number}.", line.number)
        self._remember(n, line, found)
        return line, found

    def depth(self, n: int) -> int:
        return self.index.depths[n - 1] if n else 0

    def when(self, n: int) -> datetime | None:
        """When step number n was written; None if there is no such step."""
        return self.with_line(n)[0].when if 0 <= n < len(self) else None

    def corrections(self) -> Sequence[int]:
        """Searches the raw bytes of each step once, so that a long record need not be decoded."""
        index = self.index
        for n in range(index.searched, len(self)):
            if _AMENDED in self._raw(index.steps[n]) and self.step(n).correction is not None:
                index.corrections.append(n)
        index.searched = len(self)
        return index.corrections

    def known(self, n: int) -> tuple[int, Encounter]:
        kept, written = self._known.before(n), self.index.states.before(n)
        recent = max((at for at in self._recent if at <= n), default=-1)
        if recent >= max(kept, written):
            return recent, self._recent[recent]
        line = self.index.states.at(written)
        if written > kept and line is not None:
            kept = written
            self._known.put(kept, self._state(line))
        return kept, self._known.at(kept) or self.start

    def learn(self, n: int, encounter: Encounter) -> None:
        if n - self._known.before(n) >= KEEP_EVERY:
            self._known.put(n, encounter)
        _ = self._recent.pop(n, None)
        while len(self._recent) >= _RECENT:
            del self._recent[next(iter(self._recent))]
        self._recent[n] = encounter

    def take_in(self, raw: bytes, each: Callable[[Line], None] = lambda line: None) -> bool:
        """Takes in the whole lines that another program has added. False where something there is no next line.

        What the encounter is then is proved: Damaged, Moot or LookupError if that cannot be. each: called after each.
        """
        base, start = self.file.good, 0
        while (end := raw.find(b"\n", start)) != -1:
            line = read_line(raw, start, end, base)
            if line is None or line.number != self.lines + 1:
                return False
            at, start = self.position, end + 1
            self.file.good = base + start
            self._follow(line, at)
            self._decoded.pop(at, None)
            if line.kind == "name":
                self.title = self.title.renamed(self._title(line.number).name)
            each(line)
        if start:
            self.prove(self.position)
        return True

    def add(self, line: Line, raw: bytes, step: Step | None = None) -> None:
        """Takes in a line that is to be written at the end; `step` is what it says, if it is one. IndexError if it
        cannot follow."""
        at, line = self.position, replace(line, start=self.file.end + line.start)
        self._follow(line, at)
        self.file.add(raw)
        if step is not None:
            self._remember(at, line, step)

    def _follow(self, line: Line, at: int) -> None:
        """Takes in the next line; a step cuts off what stood at that place and behind it."""
        if not self.index.play(line):
            raise IndexError("no such position in the step log")
        self.last = line
        if line.kind == "step":
            self._known.cut(at)
            self._recent = {n: state for n, state in self._recent.items() if n <= at}

    def _remember(self, n: int, line: Line, step: Step) -> None:
        while len(self._decoded) >= _DECODED:
            del self._decoded[next(iter(self._decoded))]
        self._decoded[n] = line, step

    # ---------------------------------------------------------------- reading

    @property
    def lines(self) -> int:
        """Number of lines that are sound."""
        return len(self.index)

    @property
    def end(self) -> int:
        """Where they end in the file."""
        return self.index.end

    def _raw(self, number: int) -> bytes:
        """The line of that number, with its end."""
        try:
            return self.file.read(*self.index.place(number))
        except Damaged as damaged:
            raise Damaged(str(damaged), number) from damaged

    def _read(self, number: int) -> tuple[Line, bytes]:
        """The line of that number, and its body. Damaged if it is not what it was when the journal was opened."""
        raw, start = self._raw(number), self.index.place(number)[0]
        line = read_line(raw, 0, len(raw) - 1, start)
        if line is None or line.number != number:
            raise Damaged(f"{JOURNAL} is damaged at line {number}.", number)
        return line, raw[line.start - start :][: line.length]

    def _title(self, number: int) -> Title:
        return read_body(Title, *self._read(number))

    def _state(self, number: int) -> Encounter:
        return read_encounter(*self._read(number))
