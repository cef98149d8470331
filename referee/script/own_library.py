"""The library as a table knows it: what it holds for one game, looked up while something is typed."""

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from referee.engine.contract.kinds import NOTE
from referee.engine.figures.details import pieces
from referee.engine.figures.kept import KeptGroup, KeptKind, KeptMember, OwnCondition
from referee.engine.problem import Problem

if TYPE_CHECKING:
    from referee.store.library import Library
    from referee.store.library_record import KeptFigure, LibraryTable, R

T = TypeVar("T")
LONGEST_NOTE = 1_200
"""Characters of its note that a figure of the library brings to the table."""


class OwnLibrary:
    """What the library of a folder of encounters holds for one game; nothing, while it cannot be read."""

    def __init__(self, folder: Path, system: str) -> None:
        self.folder = folder
        self.system = system
        self._made: dict[str, tuple[Any, Any]] = {}
        """By table: the rows that were read last, and what was made of them."""

    @cached_property
    def library(self) -> "Library":
        """The library itself. Imported when it is first asked for."""
        from referee.store.library import Library

        return Library(self.folder)

    def kinds(self) -> tuple[KeptKind, ...]:
        """The kinds of its figures."""
        from referee.store.library_record import FIGURES

        return self._each(FIGURES, lambda row: KeptKind(row.name, words_with_note(row), first_line(row.note), row.data))

    def parties(self) -> tuple[KeptGroup, ...]:
        """Its parties."""
        from referee.store.library_record import PARTIES

        return self._each(
            PARTIES,
            lambda row: KeptGroup(
                row.name, tuple(KeptMember(each.name, each.words) for each in row.members), tuple(row.table.items())
            ),
        )

    def conditions(self) -> tuple[OwnCondition, ...]:
        """Its conditions."""
        from referee.store.library_record import CONDITIONS

        return self._each(CONDITIONS, lambda row: OwnCondition(row.name, first_line(row.text), row.usual))

    def _each(self, table: "LibraryTable[R]", make: "Callable[[R], T]") -> tuple[T, ...]:
        """The rows of a table, made once for each state of the file."""
        try:
            rows = self.library.all(table, self.system)
        except Problem:
            return ()
        read, made = self._made.get(table.name, (None, ()))
        if read != rows:
            made = tuple(map(make, rows))
            self._made[table.name] = rows, made
        found: tuple[T, ...] = made
        return found


def first_line(text: str) -> str:
    """The first line of a text."""
    return text.partition("\n")[0]


def without_note(words: str) -> tuple[str, str]:
    """Words after `add` without their note, and the note; empty if there is none."""
    found = list(pieces(words))
    rest = " ".join(piece.text for piece in found if piece.key != NOTE.name)
    return rest, next((piece.value for piece in found if piece.key == NOTE.name and piece.value), "")


def words_with_note(figure: "KeptFigure") -> str:
    """What is typed after `add` for a figure, its note among it."""
    if not figure.note or " note=" in figure.words:
        return figure.words
    note = " ".join(figure.note.replace('"', "'").split())[:LONGEST_NOTE]
    return f'{figure.words} note="{note}"'
