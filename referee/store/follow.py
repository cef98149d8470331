"""Follow: what another program has written to a journal since it was opened for reading."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from referee.engine.problem import Problem
from referee.store.file import reason, stamp_of
from referee.store.journal_reader import UNSOUND, JournalReader
from referee.store.line import JOURNAL, Line


class News(NamedTuple):
    """What is new in a journal."""

    changed: bool = False
    anew: bool = False
    """It was read from its beginning again: what was known of its past does not count any more."""
    said: str = ""
    """What whoever looks on should know."""


class Follower:
    """Reads on where a reader of a journal stopped. It writes nothing and takes no lock."""

    def __init__(self, reader: JournalReader) -> None:
        self.reader = reader
        self._seen = stamp_of(reader.folder / JOURNAL)
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
        seen = stamp_of(self.reader.folder / JOURNAL)
        if seen is None and (moved := _moved_to(self.reader)) is not None:
            self.reader.move_to(moved)
            seen = stamp_of(moved / JOURNAL)
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
            pass  # opened anew it says what is the matter
        return self._opened_anew()

    def _opened_anew(self) -> News:
        try:
            self.reader.reopen()
        except Problem as problem:
            return News(said=f"{problem} This is the encounter as it last was.")
        said = "The journal was replaced or shortened by another program; it was opened again."
        return News(changed=True, anew=True, said=" ".join([said, *self.reader.notices]))


def _moved_to(reader: JournalReader) -> Path | None:
    """The folder beside its own in which the journal lies now, as after another name; None if it is in none."""
    mine = reader.file.identity
    if mine is None:
        return None
    try:
        with os.scandir(reader.folder.parent) as entries:
            beside = [Path(each.path) for each in entries if each.name[0] != "." and each.is_dir(follow_symlinks=False)]
    except OSError:
        return None
    return next((folder for folder in beside if (stamp_of(folder / JOURNAL) or ())[:2] == mine), None)
