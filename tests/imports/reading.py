"""Imports in memory, for tests."""

from pathlib import Path

from referee import games as systems
from referee.imports.importing import Import, import_files
from referee.store.library_record import KeptFigure

SAMPLES = Path(__file__).parent / "samples"


class Quiet:
    """Nobody waits."""

    def at(self, what: str, number: int) -> None:
        """Says nothing."""


def imported(*files: str | tuple[str, bytes], system: str = "fifth", kept: tuple[KeptFigure, ...] = ()) -> list[Import]:
    """What these samples bring, or these contents under a name."""

    def load(file: str | tuple[str, bytes]) -> bytes:
        return (SAMPLES / file).read_bytes() if isinstance(file, str) else file[1]

    given = [(Path(file if isinstance(file, str) else file[0]), lambda file=file: load(file)) for file in files]
    return import_files(given, systems.load(system), lambda: kept, Quiet())


def one(file: str | tuple[str, bytes], system: str = "fifth") -> Import:
    """What one file brings."""
    return imported(file, system=system)[0]


def told(done: Import) -> dict[str, list[str]]:
    """The notes of a report: of each record, the fields with why."""
    out: dict[str, list[str]] = {}
    for note in done.report.notes:
        out.setdefault(note.record, []).append(f"{note.field}: {note.why}")
    return out


def figure(done: Import, name: str) -> KeptFigure:
    """The figure of that name."""
    return next(figure for figure in done.figures if figure.name == name)
