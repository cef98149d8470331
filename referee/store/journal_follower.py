"""Follower of a journal that another program writes."""

from collections.abc import Callable

from msgspec import Struct

from referee.engine.problem import Problem
from referee.store.disk_errors import reason
from referee.store.journal_line import JOURNAL, Line
from referee.store.journal_reader import UNSOUND, JournalReader


class News(Struct, frozen=True):
    """What is new in a journal."""

    changed: bool = False
    anew: bool = False
    """True if the journal was read again from its beginning, so that earlier results no longer hold."""
    said: str = ""
    """What whoever looks on should know."""


class Follower:
    """Reads on where a reader of a journal stopped. It writes nothing and takes no lock."""

    def __init__(self, reader: JournalReader) -> None:
        self.reader = reader
        self._seen = reader.folder.stamp(JOURNAL)
        self._first = True
        """Nothing tells yet whether the file was as it is now when it was read."""

    @property
    def is_gone(self) -> bool:
        """At the last look there was no such file."""
        return self._seen is None

    def look(self, each: Callable[[Line], None] = lambda line: None) -> News:
        """What was written since the last look. Costs one stat while nothing was.

        each: called after each line that was read on, while the reader stands right behind it.
        """
        seen = self.reader.folder.stamp(JOURNAL)
        if seen is None and (moved := self.reader.file.moved()) is not None:
            self.reader.move_to(moved)
            seen = moved.stamp(JOURNAL)
        if seen == self._seen and not self._first:
            return News()
        gone = self._seen is not None and seen is None
        self._seen, self._first = seen, False
        if seen is None:
            return News(said="The encounter was removed; this is how it was at the end." if gone else "")
        try:
            return self._read_on(each)
        except OSError as error:
            return News(said=f"The journal cannot be read now: {reason(error)}.")

    def _read_on(self, each: Callable[[Line], None]) -> News:
        added = self.reader.file.added()
        try:
            if added is not None and self.reader.take_in(added, each):
                return News(changed=b"\n" in added)
        except (Problem, *UNSOUND):
            pass  # the reader says what is wrong when the journal is opened again
        return self._opened_anew()

    def _opened_anew(self) -> News:
        try:
            self.reader.reopen()
        except Problem as problem:
            return News(said=f"{problem} This is the encounter as it last was.")
        said = "The journal was replaced or shortened by another program; it was opened again."
        return News(changed=True, anew=True, said=" ".join([said, *self.reader.notices]))
