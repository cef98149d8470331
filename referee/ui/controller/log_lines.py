"""The lines of the log that the log pane shows."""

from bisect import bisect_right
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.event import Joined, PhaseBegan
from referee.engine.record.applied_commands import AppliedCommand, applied_commands, began
from referee.engine.record.execution import ResolvedCommand
from referee.engine.record.past_states import corrected_state_at
from referee.engine.record.recorded_steps import Entry
from referee.engine.record.session import Session
from referee.engine.record.step_positions import entry_start, settled_position
from referee.engine.state.encounter import Encounter
from referee.text.search import has_words
from referee.words.arrivals import joined
from referee.words.log import log, open_log
from referee.words.log_line import LogLine

LATEST = 60
"""Entries that the log begins with; those before are in the history."""
FEWEST = 20
"""With fewer entries it begins anew, so that going back a long way does not empty it."""
MOST_LINES, LEFT_LINES = 900, 600
"""Lines that the log may have, and those that are left when it had more."""

_MOST_CLAUSES = 4
"""Clauses of a line whose text is shown."""


class Mark(Struct, frozen=True):
    """Where the log stood before an act: what going back over the act returns to."""

    at: int
    """The place on the step log."""
    lines: int
    encounter: Encounter
    veiled: bool
    """Is something among the lines that is still secret?"""
    entry: Entry


class LogLines:
    """The lines of the log of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._settled: list[LogLine] = []
        """What is settled, order by order."""
        self._shown: list[LogLine] = []
        """The same as it is shown: figures of one sort that came one order after another share a line."""
        self._made_of: list[LogLine] = []
        """The settled lines that those shown are made of."""
        self._ends: list[int] = []
        """For each line that is shown, how many settled ones it and those before it are made of."""
        self._is_shown_due = True
        """What is shown has still to follow what is settled."""
        self._marks: list[Mark] = []
        """One for each act whose lines are there, the latest last."""
        self._at = 0
        """The place on the step log up to which the lines go: where what is open began."""
        self._seen = session.step_log.position
        """Where the step log stood when the lines were last brought up to it."""
        self._after: Encounter = session.encounter
        """How the encounter stood there."""
        self._veiled = False
        self._open: list[LogLine] = []
        self._open_commands: Sequence[ResolvedCommand] = ()
        """Those that the lines of what is open are of."""
        self._anew()

    def follow(self, anew: bool = False) -> None:
        """Goes to where the step log stands now, forth or back; `anew`: its past may be another one, too."""
        step_log = self._session.step_log
        self._is_shown_due = True
        position = step_log.position
        end = settled_position(step_log, position)
        passed = range(min(position, self._seen), max(position, self._seen))
        self._seen = position
        if anew or any(n in passed for n in step_log.corrections()):
            self._anew()  # lines of the past read otherwise now
        elif end > self._at:
            self._grow(end)
        elif end < self._at:
            self._shrink(end)

    def _anew(self) -> None:
        """Begins with the latest entries."""
        step_log = self._session.step_log
        end = settled_position(step_log, step_log.position)
        start = end
        for _ in range(LATEST):
            start = entry_start(step_log, start)
        self._settled, self._marks, self._veiled = [], [], False
        self._at, self._after = start, corrected_state_at(step_log, start, step_log.position)
        self._grow(end)

    def _grow(self, end: int) -> None:
        """Takes in what was settled since."""
        fresh = self._just_settled() or self._recorded()
        if self._veiled and any(began(act.entry, PhaseBegan) for act in fresh):
            self._anew()  # what was chosen in secret is open now
            return
        for act in fresh:
            self._marks.append(Mark(act.entry.seat, len(self._settled), act.before, self._veiled, act.entry))
            self._settled += log(act.before, act.entry, self._session.rules, act.still_secret, act.outcome)
            self._after = act.after
            self._veiled = self._veiled or act.still_secret
        self._at = end
        if len(self._settled) > MOST_LINES:
            self._drop(len(self._settled) - LEFT_LINES)

    def _just_settled(self) -> list[AppliedCommand]:
        """What the last act of the table has settled, if nothing else is new."""
        settled = self._session.last_step.settled
        if settled is None or settled.entry.seat != self._at:
            return []
        before, entry, outcome = settled
        return [AppliedCommand(before, entry, outcome.encounter, entry.command.secret, outcome)]

    def _recorded(self) -> list[AppliedCommand]:
        """What the record says was settled since."""
        step_log = self._session.step_log
        return list(applied_commands(step_log, step_log.position, self._at, self._after))

    def _drop(self, lines: int) -> None:
        """The oldest lines go."""
        del self._settled[:lines]
        self._marks = [replace(mark, lines=mark.lines - lines) for mark in self._marks if mark.lines >= lines]

    def _shrink(self, end: int) -> None:
        """Forgets what was taken back."""
        reopened = False
        while self._marks and self._at > end:
            mark = self._marks.pop()
            del self._settled[mark.lines :]
            self._at, self._after, self._veiled = mark.at, mark.encounter, mark.veiled
            reopened = reopened or began(mark.entry, PhaseBegan)
        hidden = reopened and any(mark.entry.command.secret for mark in self._marks)
        few = len(self._marks) < FEWEST and (self._marks[0].at if self._marks else self._at) > 0
        if self._at != end or hidden or few:
            self._anew()

    def made_of(self, n: int) -> list[str]:
        """What the line of that index is made of: the order with its dice, each event, and what its clauses say."""
        lines, rules = self.lines(), self._session.rules
        one = lines[n]
        head = next((lines[at] for at in range(n, -1, -1) if lines[at].head), one)
        given = head.order or (head.text if head is not one else "")
        thrown = " (app) = rolled by the app" if "(app)" in given else ""
        events = [part.text for part in one.parts if part.text != one.text]
        clauses = [clause for id in one.cites if (clause := rules.clause(id)) is not None]
        return [
            *([f"> {given}{thrown}"] if given else []),
            *events,
            *(f"{clause.id} {clause.text}" for clause in clauses[:_MOST_CLAUSES]),
        ]

    def found(self, words: str, at: int, by: int) -> int | None:
        """The index of the next line with these words, from that one on, up or down; None if there is none."""
        lines, wanted = self.lines(), words.split()
        while 0 <= at < len(lines):
            if has_words(f"{lines[at].text} {' '.join(lines[at].cites)}", wanted):
                return at
            at += by
        return None

    def lines(self) -> list[LogLine]:
        """All lines, with what an open command has done so far."""
        commands = self._session.resolved_commands
        if commands is not self._open_commands:
            self._open, self._open_commands = open_log(commands, self._session.rules), commands
        if self._is_shown_due:
            self._show_settled()
            self._is_shown_due = False
        return self._shown + self._open

    def _show_settled(self) -> None:
        """Brings what is shown up to what is settled, where mostly some lines at the end are more, or fewer."""
        pairs = zip(self._made_of, self._settled, strict=False)
        shorter = min(len(self._made_of), len(self._settled))
        same = next((n for n, (was, now) in enumerate(pairs) if was is not now), shorter)
        kept = bisect_right(self._ends, same)
        del self._shown[kept:], self._ends[kept:]
        self._made_of = list(self._settled)
        for n in range(self._ends[-1] if self._ends else 0, len(self._settled)):
            line = self._settled[n]
            if line.begins == "turn":
                continue  # whose turn it is, the turn order shows
            both = joined(self._shown[-1], line) if self._shown and isinstance(line.event, Joined) else None
            if both is None:
                self._shown.append(line)
                self._ends.append(n + 1)
            else:
                self._shown[-1], self._ends[-1] = both, n + 1

    def clause_at(self, at: int | None) -> str:
        """The first clause that a line follows from; empty for no line, and for one that follows from none."""
        return "" if at is None else next(iter(self.lines()[at].cites), "")
