"""Reports: what came of an import, and all of it that was not understood, repaired or left out."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.text import clean, clean_name

LONGEST_WHY = 300
MOST_NOTES = 200_000
"""Notes that are kept of one file; whoever writes more of them is not read."""


@dataclass(frozen=True)
class Note:
    """One thing that the referee should know of a record."""

    record: str
    """The name of the record, or its number from 1."""
    field: str
    why: str


@dataclass
class Report:
    """What came of one file."""

    format: str
    records: int = 0
    imported: int = 0
    skipped: int = 0
    notes: list[Note] = field(default_factory=list)

    def note(self, record: str, about: str, why: str) -> None:
        """Adds a note; what it quotes of a file is made harmless."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(Note(clean_name(record) or "?", clean(about, 60), clean(why, LONGEST_WHY)))

    def data(self) -> dict[str, object]:
        """The report for other programs."""
        return {
            "format": self.format,
            "records": self.records,
            "imported": self.imported,
            "skipped": self.skipped,
            "notes": [{"record": note.record, "field": note.field, "why": note.why} for note in self.notes],
        }

    def lines(self, most: int = 0) -> Iterator[str]:
        """The report as it is read; `most` notes of it, 0 for all."""
        one = "1 record" if self.records == 1 else f"{self.records} records"
        yield f"{self.format}: {one}, {self.imported} imported, {self.skipped} skipped."
        shown = self.notes[:most] if most else self.notes
        for note in shown:
            yield f"  {note.record}, {note.field}: {note.why}"
        if len(shown) < len(self.notes):
            yield f"  and {len(self.notes) - len(shown)} notes more."


@dataclass(frozen=True)
class Notes:
    """The notes of one record."""

    report: Report
    record: str

    def add(self, about: str, why: str) -> None:
        """Adds a note about one of its fields."""
        self.report.note(self.record, about, why)

    def of(self, record: str) -> "Notes":
        """The notes of another record of the same file."""
        return Notes(self.report, record)
