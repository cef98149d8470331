"""The journal: the steps of an encounter on the disk, one line for each act of the table."""

from collections.abc import Callable
from contextlib import suppress

from referee.engine.mistake import RulesBug, report_mistake
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.recorded_steps import Step
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import SavedModel
from referee.store.disk_errors import sentence_of
from referee.store.encounter_outline import asked_at, outline_of
from referee.store.file import MOST_BYTES, Folder
from referee.store.journal_follower import Follower, News
from referee.store.journal_index import Checkpoints
from referee.store.journal_line import Line, dumped, written
from referee.store.journal_reader import UNSOUND, JournalReader
from referee.store.lock import Lock
from referee.store.lock_holder import Player, player_of
from referee.store.recovery import Rescued, lost, rescue
from referee.store.save_folder import LOCK
from referee.store.save_problems import CannotWrite, Damaged, Locked, ReadOnly

CHECKPOINT_EVERY = 256
"""Steps between settled encounters that are written along the way: going back never folds more than these."""
FLUSH_EVERY = 400
"""Lines after which encounter.json is written even if the program is never idle; whoever presses a key waits for it."""
LONG = MOST_BYTES * 3 // 4
"""Bytes from which on the referee is told to go on in a copy; past MOST_BYTES the journal could not be read."""
_SHORTER = "leave the encounter and type: referee copy {name} NEW --from-now"


class Journal(JournalReader):
    """The step log on disk: what was appended is on the disk when a call returns, or `trouble` says why not. Where
    `in_background` is set, that holds once `finish` returns.

    Without a lock, or where the journal is damaged, it is read-only.
    """

    def __init__(self, folder: Folder, lock: Lock | None = None) -> None:
        self.read_only = True
        super().__init__(folder)
        self.read_only = lock is None or self.damaged
        self.in_background = False
        """Whoever appends goes on while the disk is at it, and calls `finish` before anybody hears of the act."""
        self._is_saving = False
        """A line is written and not waited for."""
        self.trouble_so_far = ""
        """`trouble`, as far as it is known before `finish`."""
        self._act_waits = False
        """An act is not on the disk yet, and not only a settled encounter, which can be worked out again."""
        self.rescued: Rescued | None = None
        """After `close`: what became of that which the disk did not take; None if all is saved, or was given up."""
        self._lock = lock
        self._due: Checkpoints[Encounter] = Checkpoints()
        """Settled encounters that are to be written with the next act."""
        self._corrected = -1
        """The position behind the last correction; folding over one is slow."""
        self._follower = Follower(self)
        self._tried = 0
        """The line at which encounter.json was last to be written."""
        if not self.read_only:
            self._prepare()

    # ---------------------------------------------------------------- the step log

    @property
    def trouble(self) -> str:
        """Why the last act is not saved, in one sentence; it is kept in memory, and written with the next one."""
        self.finish()
        return self.trouble_so_far

    def append(self, step: Step) -> None:
        at = self.position
        self._act("step", step, at, step.depth)
        if step.correction is not None:
            self._corrected = at + 1

    def move(self, position: int) -> None:
        if not 0 <= position <= len(self):
            raise IndexError("no such position in the step log")
        # Whether the state there can be read must be known before the move is written.
        self.prove(position)
        self._act("move", None, position)

    def learn(self, n: int, encounter: Encounter) -> None:
        super().learn(n, encounter)
        if n == self.position and not self.read_only:
            last = max(self.index.states.before(n), self._due.before(n), 0)
            if n - last >= CHECKPOINT_EVERY or last < self._corrected <= n:
                self._due[n] = encounter
            self.database.follow(encounter)
            if self.lines - max(self.in_database[0], self._tried) >= FLUSH_EVERY:
                self.settle()

    def follow(self, each: Callable[[Line], None] = lambda line: None) -> News:
        """What another program has written since; for a journal that is read-only. each: called after each line."""
        return self._follower.look(each)

    @property
    def is_gone(self) -> bool:
        """True if `follow` found no journal at its last look."""
        return self._follower.is_gone

    def move_to(self, folder: Folder) -> None:
        super().move_to(folder)
        if self._lock is not None:
            self._lock.folder = folder

    def player(self) -> Player | None:
        """Which program plays the encounter, as it says itself; None if none does."""
        return player_of(self.folder, LOCK)

    def taken_over(self) -> str:
        """Who plays the encounter by now, or has played on, though it was opened for play here; empty if nobody.

        Empty too while something is not saved, or where the file is another one: `trouble` tells at the next act, and
        what was done here is kept.
        """
        if self.read_only or self._lock is None or self.file.waits:
            return ""
        try:
            self._lock.renew()
            # The rest of an unfinished write from before this program opened the file is no other program's.
            played_on = self.file.added() not in (None, b"", self.torn)
            return "Another program has continued this encounter." if played_on else ""
        except Locked as locked:
            return str(locked)
        except (OSError, CannotWrite):
            return ""  # the next act tells

    def transcript(self, name: str, id: str) -> bytes:
        """The lines of a journal of another name and id that has the same history, as far as it can be read."""
        title = self.title.renamed(name, id)
        if self.lines:
            return self.file.read(0, self.end) + written(self.lines + 1, "name", dumped(title))[1]
        head, start = written(1, "head", dumped(title))[1], dumped(self.start)
        return head + written(2, "state", start)[1]

    # ---------------------------------------------------------------- writing

    def _prepare(self) -> None:
        """Takes away what killed programs left, and finds out what the referee should know before the first act."""
        self.folder.sweep()
        if self.torn:
            self._cut_off(self.torn)
        if (length := self.file.end) > LONG:
            self.notices.append(
                f"The journal has reached {length >> 20} of at most {MOST_BYTES >> 20} MiB; "
                + _SHORTER.format(name=self.folder.name)
            )

    def rename(self, name: str) -> None:
        """Gives the encounter another name; `trouble` says afterwards if the disk does not have it."""
        self._must_be_writable()
        self.title = self.title.renamed(name)
        self._put_due()
        self._add("name", dumped(self.title), 0)
        self._act_waits = True
        self._save()

    def finish(self) -> None:
        """Waits until the disk has what was appended, or it is known why not."""
        if self._is_saving:
            self._is_saving = False
            self._attempt(self.file.end_save)

    def retry(self) -> bool:
        """Tries again to write what is not saved yet. True if all is saved now."""
        self.finish()
        if self.file.waits:
            self._save()
        return not self.trouble

    def settle(self, asks: str = "", seen: Encounter | None = None) -> bool:
        """Brings encounter.json up to where the journal stands. False if it stays behind; nothing is lost by that.

        asks: the key of the open question; seen: the encounter with what open commands have done, where it is known.
        """
        if self.read_only or self.taken_over() or not self.retry():
            return False
        asks = asked_at(self, asks)
        if self.in_database == (self.lines, asks) and not self._due:
            return True
        self._tried = self.lines
        try:
            self._put_due()
            if self.retry() and not self.file.waits:
                self.database.follow(settled_state_at(self, self.position))
                self.database.describe(outline_of(self, self.title, self.last, asks, seen))
                self.database.flush()
                self.in_database = self.lines, asks
        except (OSError, *UNSOUND):
            return False
        return not self.file.waits

    def give_up(self) -> bool:
        """Gives up what is not saved; nothing more is written. False if a part of it may be on the disk all the
        same.
        """
        self.read_only = True
        return not self.file.lingers

    def close(self) -> None:
        """Writes what is left to write, in a second place if the disk does not take it, and lets others play it.

        `rescued` says afterwards what was written there, or that it is lost.
        """
        self.settle(self.in_database[1] if self.in_database[0] == self.lines else "")
        if self.trouble and not self.read_only:
            self.rescued = self._rescue()
        self.file.close()
        if self._lock is not None:
            self._lock.release()
            self._lock = None
        self.read_only = True

    def _rescue(self) -> Rescued:
        file = self.file
        try:
            return rescue(self.name, self.folder, file.read(0, file.end), self.trouble)
        except Damaged as damaged:
            return lost(self.name, self.trouble, str(damaged))

    def _act(self, kind: str, fact: SavedModel | None, pos: int = 0, depth: int = 0) -> None:
        """One act of the table: one write, and one wait for the disk."""
        self._must_be_writable()
        body = dumped(fact)
        self._put_due()
        self._add(kind, body, pos, depth, fact if isinstance(fact, Step) else None)
        self._act_waits = True
        self._save()

    def _must_be_writable(self) -> None:
        if self.read_only:
            raise ReadOnly(f"{self.name} is open read-only. Nothing was changed.")

    def _put_due(self) -> None:
        for n, encounter in sorted(self._due.items()):
            try:
                self._add("state", dumped(encounter), n)
            except RulesBug as bug:  # without it the steps before it are folded
                report_mistake("The encounter along the way", bug)
        self._due.clear()

    def _add(self, kind: str, body: bytes, pos: int, depth: int = 0, step: Step | None = None) -> None:
        line, raw = self._line(kind, body, pos, depth)
        self.add(line, raw, step)

    def _line(self, kind: str, body: bytes, pos: int = 0, depth: int = 0) -> tuple[Line, bytes]:
        """The next line. CannotWrite if there is no room for it."""
        line, raw = written(self.lines + 1, kind, body, pos, depth)
        if self.file.end + len(raw) > MOST_BYTES:
            raise CannotWrite(
                f"The journal of {self.name} is full: nothing was changed. "
                f"To go on, {_SHORTER.format(name=self.folder.name)}"
            )
        return line, raw

    def _save(self) -> None:
        """Writes what waits, and waits for the disk unless that is done in the background."""
        self.finish()
        self._attempt(self._write, self.in_background)

    def _write(self) -> None:
        self.file.lay_out_again_if_deleted()
        if self._lock is not None:
            self._lock.renew()
        self.file.save(self.in_background)

    def _attempt(self, save: Callable[[], None], goes_on: bool = False) -> None:
        """Does what saves the waiting lines, and notes what becomes of it. goes_on: it ends with `finish`."""
        try:
            save()
        except (OSError, Locked, CannotWrite) as error:
            self.trouble_so_far = sentence_of(error) if self._act_waits else ""
        else:
            self._is_saving = goes_on
            if not goes_on:
                self.trouble_so_far, self._act_waits, self.torn = "", False, b""

    def _cut_off(self, rest: bytes) -> None:
        """The journal ends in something that is no line: a write that never finished, or else damage.

        Nobody can tell them apart if it goes to the end of a line, so that is kept aside before it is written over.
        """
        self.notices.append("The last command was cut off while it was being saved, and was left out.")
        if b"\n" in rest:
            with suppress(OSError):
                self.folder.put(f"cut-off-{self.lines + 1}", rest)
