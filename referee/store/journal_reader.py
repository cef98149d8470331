"""Reader of a journal, whatever state the file is in."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime

from msgspec.structs import replace

from referee.engine.problem import Problem
from referee.engine.record.past_states import open_commands_at, settled_state_at
from referee.engine.record.recorded_steps import Step, depth_after, seats
from referee.engine.record.step_log import KEEP_EVERY
from referee.engine.state.consistency import check_consistency
from referee.engine.state.encounter import Encounter
from referee.store.append_file import AppendFile
from referee.store.database import EncounterDatabase
from referee.store.encounter_outline import Outline
from referee.store.file import Folder
from referee.store.journal_codec import Title, read_body, read_encounter
from referee.store.journal_index import Checkpoints, JournalIndex
from referee.store.journal_line import JOURNAL, Line, Survey, read_line, survey
from referee.store.save_problems import Damaged, TooNew
from referee.text.harmless import clean, clean_name

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

    Damaged or TooNew if nothing of it can be shown.
    """

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        """Where it lies now."""
        self.notices: list[str] = []
        """What the referee should know about how it was opened."""
        self.damaged = False
        """Not all of it can be read, and nothing may be added to it."""
        self._decoded: dict[int, tuple[Line, Step]] = {}
        self.file = AppendFile(folder, JOURNAL)
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
    def id(self) -> str:
        """The id of the encounter, which no other encounter has, and which it keeps under another name."""
        return self.title.id

    @property
    def system(self) -> str:
        """The name of its rules."""
        return self.title.system

    def move_to(self, folder: Folder) -> None:
        """Notes that the folder of the journal has moved."""
        self.folder = self.file.folder = folder

    # ---------------------------------------------------------------- opening

    def _open(self) -> None:
        self.database = EncounterDatabase(self.folder)
        raw = self.file.read_all()
        try:
            found = survey(raw)
        except TooNew:
            raise TooNew(
                f"{clean(self.folder.name)} was written by a newer Referee, so it was left as it is. "
                "Update Referee to open it."
            ) from None
        self.file.good = found.good
        try:
            self._take(found.lines)
            bad = self._first_bad(found)
        except Damaged as damaged:
            bad = damaged.line or 1
        if bad:
            self._go_back(bad)
        self.torn = b"" if bad else raw[found.good :]
        """The bytes after the last whole line."""

    def _first_bad(self, found: Survey) -> int:
        """The number of the first line that is damaged or missing; 0 if none is."""
        stored = self.database.outline
        short = stored is not None and stored.line > self.lines
        if found.broken or short or (found.lines and self.lines < found.lines[-1].number):
            return self.lines + 1
        try:
            self.prove(self.position)
        except Damaged as damaged:
            return damaged.line or 1
        except UNSOUND:
            n = self._unsound()
            return self.index.steps[n - 1] if n else self.index.states.get(0) or 1
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

    def _go_back(self, bad: int) -> None:
        """Opens the last state that can be trusted: that of encounter.json, or the one before the damage."""
        self.damaged = True
        if (stored := self.database.outline) is not None and stored.line >= bad:
            self._take([])
            how = "This is the encounter as it last stood, without its history"
        else:
            self._take(survey(self.file.read_all()).lines[: bad - 1])
            how = "This is the encounter as it stood before"
        self.notices.append(f"{JOURNAL} is damaged at line {bad}. {how}, to look at only; you can play on in a copy.")

    def _take(self, lines: list[Line]) -> None:
        """Indexes the lines as far as their numbers follow each other, and uses the database where its checksum agrees
        with them.
        """
        self.index = JournalIndex()
        self._decoded.clear()
        for line in lines:
            if not self.index.play(line):
                break
        self.in_database = 0, ""
        """The line at which the database stands, and what was asked there; line 0 if it does not fit the journal."""
        self.last = self._read(self.lines)[0] if self.lines else None
        """The last line that is sound; None if none is."""
        if not self.lines:
            self._take_alone()
            return
        self.title = self._title(self.index.names[0])
        """Title of the first line, with today's name and id."""
        self._take_name(self.index.names[-1])
        start = self.index.states.get(0)
        self._begin(self._state(start) if start else Encounter(system=self.title.system))
        if (stored := self.database.outline) is not None and 0 < stored.line <= self.lines:
            self._trust(stored)

    def _take_name(self, number: int) -> None:
        """Takes over the name and the id from a line that names the encounter."""
        named = self._title(number).with_id_of(self._read(number)[0])
        self.title = self.title.renamed(named.name, named.id)

    def _trust(self, stored: Outline) -> None:
        """Begins with the encounter in the database, if the journal has the line that it stands at."""
        later = (self._read(number)[0] for number in range(stored.line + 1, self.lines + 1))
        cuts = (line.pos for line in later if line.kind == "step")
        if self._read(stored.line)[0].crc == stored.crc and stored.settled <= min(cuts, default=len(self)):
            with suppress(Damaged):
                self._known[stored.settled] = self.database.encounter()
                self.in_database = stored.line, stored.asks

    def _take_alone(self) -> None:
        """Uses encounter.json alone, where no line of the journal can be read. Damaged if there is none."""
        if (stored := self.database.outline) is None:
            raise Damaged(f"{JOURNAL} of {clean(self.folder.name)} is damaged at line 1.")
        self.title = Title(name=clean_name(stored.name), system=stored.system, id=stored.id)
        self._begin(self.database.encounter())

    def _begin(self, start: Encounter) -> None:
        self.start = start
        """The encounter before the first step."""
        self._known: Checkpoints[Encounter] = Checkpoints()
        self._known[0] = start
        self._recent: dict[int, Encounter] = {}
        """Settled encounters that were learned last: whoever undoes or redoes gets the very same values, of which all
        that was made of them still holds.
        """

    def reopen(self) -> None:
        """Reads the file from its beginning again. Damaged or TooNew leave everything as it was."""
        fresh = JournalReader(self.folder)
        self.file.close()
        self.file, self.database, self.torn = fresh.file, fresh.database, fresh.torn
        self.notices, self.damaged = fresh.notices, fresh.damaged
        self.index, self.last, self.in_database = fresh.index, fresh.last, fresh.in_database
        self.title, self.start = fresh.title, fresh.start
        self._decoded, self._known, self._recent = fresh._decoded, fresh._known, fresh._recent

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
        line = self.index.states.get(written)
        if written > kept and line is not None:
            kept = written
            self._known[kept] = self._state(line)
        return kept, self._known.get(kept) or self.start

    def learn(self, n: int, encounter: Encounter) -> None:
        if n - self._known.before(n) >= KEEP_EVERY:
            self._known[n] = encounter
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
                self._take_name(line.number)
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
