"""The command `import`: files of other programs come into the library, with a report."""

import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee import games as systems
from referee.cli.encounters import STANDARD_INPUT, bytes_of, file_name, saves_of
from referee.cli.printer import Printer
from referee.engine.problem import Refused, on_topic

if TYPE_CHECKING:
    from referee.imports.importing import Import
    from referee.store.library import Duplicates, Library
    from referee.store.library_record import Record


MOST_NOTES = 100
"""Notes of one file that are printed; JSON has all."""
QUIET = 1.0
"""Seconds before progress is shown, and between two of its lines."""


@on_topic("imports")
def import_(args: Namespace, printer: Printer) -> None:
    """Reads the files, tells what is in them, and puts it into the library: all of it, or nothing."""
    from referee.imports.importing import import_files
    from referee.store.library import Library
    from referee.store.library_tables import FIGURES

    library = Library(saves_of(args).folder)
    rules = systems.load(args.system)
    progress = _Progress(printer)
    files = [(Path(file_name(name)), _content(name)) for name in args.files]
    imports = import_files(files, rules, lambda: library.all(FIGURES, rules.name), progress)
    progress.done()
    brought = any(records for each in imports for records in each.tables().values())
    if brought and not args.dry_run:
        _put_in(library, imports, args, printer)
    for each in imports:
        if args.json:
            printer.data(each.report.data())
        else:
            printer.say(*_told(each))
    printer.complain(*library.doubts)
    if not brought:
        raise Refused("Nothing was imported.")
    if args.dry_run and not args.json:
        printer.say("Dry run: the library is unchanged.")


def _content(name: str) -> Callable[[], bytes]:
    """Reads a file, each time it is called; standard input once, and keeps it."""
    read = partial(bytes_of, name, follow_links=True)
    return lru_cache(maxsize=1)(read) if name == STANDARD_INPUT else read


def _told(each: "Import") -> Iterator[str]:
    yield f"{each.source}:"
    yield from each.report.lines(MOST_NOTES)


# -------------------------------------------------------------------- duplicates


def _put_in(library: "Library", imports: "list[Import]", args: Namespace, printer: Printer) -> None:
    """Puts the records into the library, once it is clear what becomes of those whose names are there."""
    from referee.library.records import already_in
    from referee.store.library import Duplicates
    from referee.store.library_tables import TABLES

    policy = Duplicates(args.on_duplicate) if args.on_duplicate else None
    if policy in (None, Duplicates.SKIP):  # else the library is read once only, as it is written
        there = [record for each in imports for record in already_in(library, each.tables())]
        if there and policy is None:
            policy = _asked(there, imports, args, printer)
        if policy is Duplicates.SKIP:
            _leave_out(imports, there)
    rows = {name: [record for each in imports for record in each.tables().get(name, ())] for name in TABLES}
    added = library.add_all({name: records for name, records in rows.items() if records}, policy)
    for name, done in added.items():
        replaced = set(done.replaced)
        for each in imports:
            for record in each.tables()[name]:
                if record.name in done.renamed:
                    each.report.note(record.name, "name", f"added to the library as {done.renamed[record.name]}.")
                elif policy is Duplicates.REPLACE and record.name in replaced:
                    each.report.note(record.name, "name", "it replaces the one in the library.")


def _leave_out(imports: "list[Import]", there: "list[Record]") -> None:
    """Removes the records that are to be skipped, with a note for each."""
    skipped = {id(record) for record in there}
    for each in imports:
        for records in each.tables().values():
            for record in records:
                if id(record) in skipped:
                    each.report.leave_out(record.name, "name", "already in the library, skipped.")
            records[:] = [record for record in records if id(record) not in skipped]


def _asked(there: "list[Record]", imports: "list[Import]", args: Namespace, printer: Printer) -> "Duplicates":
    """What to do with records whose names are taken, as the referee answers at the terminal. Refused without a
    terminal.
    """
    from referee.store.library import Duplicates
    from referee.text.phrases import listed

    names = listed(list(dict.fromkeys(record.name for record in there)))
    if args.json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused(f"Already in the library: {names}. Add --on-duplicate skip, replace or both.")
    for each in imports:
        printer.say(*_told(each))
    printer.prompt(f"Already in the library: {names}. Skip, replace, or keep both? [s/r/b]")
    answer = sys.stdin.readline().strip().lower()
    for policy in Duplicates:
        if answer and policy.value.startswith(answer):
            return policy
    raise Refused("Nothing was imported.")


class _Progress:
    """Says how far it is, once it has taken a second."""

    def __init__(self, printer: Printer) -> None:
        self.printer = printer
        self.last = time.monotonic()
        self.shown = False

    def at(self, what: str, number: int) -> None:
        if number % 16 or time.monotonic() - self.last < QUIET:
            return
        self.last, self.shown = time.monotonic(), True
        text = f"{what}: {number:,} records"
        if self.printer.err.isatty():
            self.printer.err.write(f"\r{self.printer.drawn(text)}\x1b[K")
            self.printer.err.flush()
        else:
            self.printer.complain(text)

    def done(self) -> None:
        """Clears the progress line."""
        if self.shown and self.printer.err.isatty():
            self.printer.err.write("\r\x1b[K")
            self.printer.err.flush()
