"""The own library of a folder of encounters as one table of it knows it, read when it is first asked for."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.figures.library import GameLibrary, OwnCondition
from referee.engine.figures.party import KeptGroup, KeptMember
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.games import rules_for
from referee.store.file import Folder
from referee.store.saves import has_library
from referee.text.harmless import clean

if TYPE_CHECKING:
    from referee.store.journal import Journal
    from referee.store.library import Library


T = TypeVar("T")


def session_of(journal: "Journal", saves: Path) -> Session:
    """An encounter in play, with the library of the folder of its saves. Refused or Damaged as `rules_for`."""
    rules = rules_for(journal)
    return Session(rules, journal, kept=OwnLibrary(saves, rules.name, journal.folder))


class OwnLibrary(GameLibrary):
    """What the library of a folder of encounters holds for one game; nothing, while it cannot be read.

    Its records are models that take a while to import: the first screen does without them.
    """

    def __init__(self, folder: Path, system: str, encounter: Folder | None = None) -> None:
        """folder: that of the saves; encounter: that of the encounter which is played, None if there is none."""
        self.folder, self.system, self.encounter = folder, system, encounter
        self.place = f" in the library of {clean(str(folder.absolute()))}"

    @cached_property
    def library(self) -> "Library":
        """The file that holds it."""
        from referee.store.library import Library

        return Library(self.folder)

    def encounter_called(self, id: str) -> str:
        """The name of the encounter with that id; `another encounter` if it is gone for good."""
        from referee.store.save_reader import names_by_id

        return names_by_id(Folder(self.folder)).get(id, "another encounter")

    def kinds(self) -> tuple[KeptKind, ...]:
        """The kinds of its figures."""
        return self._each("figures", lambda row: KeptKind(row.name, row.words, row.note, row.data))

    def parties(self) -> tuple[KeptGroup, ...]:
        return self._each(
            "parties",
            lambda row: KeptGroup(
                row.name,
                tuple(KeptMember(each.name, each.words) for each in row.members),
                tuple(row.table.items()),
                row.saved_in,
            ),
        )

    def conditions(self) -> tuple[OwnCondition, ...]:
        return self._each("conditions", lambda row: OwnCondition(row.name, row.text.partition("\n")[0], row.usual))

    def _each(self, table: str, make: Callable[[Any], T]) -> tuple[T, ...]:
        """The rows of a table, made once for each state of the file."""
        if not has_library(self.folder):
            return ()
        from referee.store.library_tables import TABLES

        try:
            rows = self.library.all(TABLES[table], self.system)
        except Problem:
            return ()
        return self.cached(table, lambda: tuple(map(make, rows)), rows)
