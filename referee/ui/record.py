"""Record: the latest of what happened, as the lines of the log; it grows with each act and is not made anew."""

from referee import words
from referee.engine.encounter import Encounter
from referee.engine.event import PhaseBegan
from referee.engine.history import corrected_at, entry_start, fold_over
from referee.engine.resolve import resolve
from referee.engine.session import Session
from referee.words import LogLine

LATEST = 60
"""Entries that the log begins with; those before are in the history."""
MOST_LINES = 600


class Record:
    """The lines of the log of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._settled: list[LogLine] = []
        self._at = 0
        """The place on the tape up to which the lines go."""
        self._after: Encounter = session.encounter
        """How the encounter stood there."""
        self._veiled = False
        """Is something among the lines that is still secret?"""
        self.rebuild()

    def rebuild(self) -> None:
        """Begins anew, after going back or forth."""
        tape = self._session.tape
        end = tape.position if tape.depth(tape.position) == 0 else entry_start(tape, tape.position)
        start = end
        for _ in range(LATEST):
            start = entry_start(tape, start)
        self._settled, self._at, self._after = [], start, corrected_at(tape, start, end)
        self._veiled = False
        self.grow()

    def grow(self) -> None:
        """Takes in what was settled since."""
        tape = self._session.tape
        end = tape.position if tape.depth(tape.position) == 0 else entry_start(tape, tape.position)
        if end <= self._at:
            return
        there = [entry for entry in self._session.entries(self._at) if entry.seat < end]
        if self._veiled and any(isinstance(event, PhaseBegan) for entry in there for event in entry.events or ()):
            self.rebuild()  # what was chosen in secret is open now
            return
        for entry, veil in zip(there, words.veiled(there), strict=True):
            self._settled += words.log(self._after, entry, self._session.rules, veil)
            self._after, _ = fold_over(self._after, [entry])
            self._veiled = self._veiled or veil
        self._settled = self._settled[-MOST_LINES:]
        self._at = end

    def lines(self) -> list[LogLine]:
        """All lines, with what an open command has done so far."""
        return self._settled + self._open()

    def _open(self) -> list[LogLine]:
        session, before = self._session, self._after
        out: list[LogLine] = []
        for n, entry in enumerate(session.open_commands):
            secret = entry.command.secret
            title = words.heading(entry, secret, before) + (" comes between" if n else "")
            out.append(LogLine(f"{title} ...", head=True, round=before.round))
            outcome = resolve(session.rules, before, entry.command, entry.items, entry.seat)
            out += [] if secret else words.happened(before, outcome.events, session.rules)
            before = outcome.encounter
        return out
