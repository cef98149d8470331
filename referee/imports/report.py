"""Report of an import: what came of one file."""

from collections.abc import Iterator

from msgspec import Struct, field, to_builtins

from referee.text.harmless import clean, clean_name

LONGEST_WHY = 300
MOST_NOTES = 200_000
"""Notes that are kept of one file; whoever writes more of them is not read."""


class Note(Struct, frozen=True):
    """One thing that the referee should know of a record."""

    record: str
    """The name of the record, or its number from 1."""
    field: str
    why: str


class Report(Struct):
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

    def skip(self, record: str, about: str, why: str) -> None:
        """Counts a record that is skipped, with the reason as a note."""
        self.records += 1
        self.skipped += 1
        self.note(record, about, why)

    def leave_out(self, record: str, about: str, why: str) -> None:
        """Counts a record that was imported as skipped, with the reason as a note."""
        gone = min(self.imported, 1)  # a record may give several rows, and a row may come from no record
        self.imported -= gone
        self.skipped += gone
        self.note(record, about, why)

    def data(self) -> dict[str, object]:
        """The report for other programs."""
        found: dict[str, object] = to_builtins(self)
        return found

    def lines(self, most: int = 0) -> Iterator[str]:
        """The report as it is read; `most` notes of it, 0 for all."""
        one = "1 record" if self.records == 1 else f"{self.records} records"
        yield f"{self.format}: {one}, {self.imported} imported, {self.skipped} skipped."
        shown = self.notes[:most] if most else self.notes
        for note in shown:
            yield f"  {note.record}, {note.field}: {note.why}"
        if len(shown) < len(self.notes):
            yield f"  and {len(self.notes) - len(shown)} more; --json lists all of them."


class Notes(Struct, frozen=True):
    """The notes of one record."""

    report: Report
    record: str

    def add(self, about: str, why: str) -> None:
        """Adds a note about one of its fields."""
        self.report.note(self.record, about, why)

    def skip(self, about: str, why: str) -> None:
        """The record, which is counted already, is skipped, with the reason as a note."""
        self.report.skipped += 1
        self.add(about, why)

    def of(self, record: str) -> "Notes":
        """The notes of another record of the same file."""
        return Notes(self.report, record)
