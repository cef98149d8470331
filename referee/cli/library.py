"""The library from the command line: what one has made, listed, told, added, removed, written and read."""

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli.encounters import saves_of
from referee.cli.printer import Printer
from referee.engine.number import short
from referee.engine.problem import Refused

if TYPE_CHECKING:
    from referee.store.library import Added, Duplicates, Library
    from referee.store.library_record import LibraryTable, Record


def library(said: Namespace, printer: Printer) -> int:
    """One of what can be done with it."""
    from referee.store.library import Library

    do = {"ls": ls, "show": show, "add": add, "remove": remove, "restore": restore, "export": export}
    done = do.get(said.what, import_)
    mine = Library(saves_of(said).folder)
    done(mine, said, printer)
    printer.complain(*mine.doubts)
    return 0


def _tables(said: Namespace) -> tuple[str, ...]:
    from referee.store.library_record import TABLES

    return (said.table,) if said.table else tuple(TABLES)


def ls(library: "Library", said: Namespace, printer: Printer) -> None:
    """Lists what there is."""
    from referee.script.library_facts import facts, summary
    from referee.script.library_text import records_of

    found = [
        (name, record)
        for name, rows in records_of(library, _tables(said), said.system or "").items()
        for record in rows
    ]
    if said.json:
        printer.data([{"in": name, **facts(record)} for name, record in found], indent=2)
    elif not found:
        printer.complain('The library is empty; at a table, `keep g1 "Goblin boss"` puts a figure into it.')
    else:
        rows = [(record.name, name, record.system, short(summary(record), 70)) for name, record in found]
        printer.table(("name", "in", "system", ""), rows)


def _one(library: "Library", said: Namespace) -> "tuple[LibraryTable[Any], Record]":
    """The record that is meant: in the table that is said, else in the only one that has it. Refused otherwise."""
    from referee.store.library_record import TABLES
    from referee.store.problem import NoSuchSave

    found = [name for name in _tables(said) if library.matching(TABLES[name], said.name, said.system or "")]
    if len(found) > 1:
        raise Refused(f"{short(said.name, 40)} is in {' and '.join(found)}; --in {found[0]} says which.")
    if not found:
        raise NoSuchSave(f"Nothing in the library is called {short(said.name, 40)!r}; `referee library ls` lists it.")
    table: LibraryTable[Any] = TABLES[found[0]]
    return table, library.find(table, said.name, said.system or "")


def show(library: "Library", said: Namespace, printer: Printer) -> None:
    """Tells all there is of one."""
    from referee.script.library_facts import facts, in_full

    _, record = _one(library, said)
    if said.json:
        printer.data(facts(record), indent=2)
    else:
        printer.say(*in_full(record))


def add(library: "Library", said: Namespace, printer: Printer) -> None:
    """Puts a figure, a party or a condition in."""
    from referee.script import library_words, systems
    from referee.store.library_record import CONDITIONS, FIGURES, PARTIES

    if not said.system:
        raise Refused("--system says of which game it is; `referee systems` lists them.")
    rules, words = systems.load(said.system), " ".join(said.words)
    match said.table:
        case "parties":
            done = library.add(PARTIES, [library_words.party_from(rules, said.name, words)], _duplicates(said))
        case "conditions":
            condition = library_words.condition_from(rules, said.name, words, said.note)
            done = library.add(CONDITIONS, [condition], _duplicates(said))
        case "plans":
            raise Refused("A plan is a file of orders: referee new NAME --from FILE.")
        case _:
            figure = library_words.figure_from(rules, said.name, words, said.note)
            done = library.add(FIGURES, [figure], _duplicates(said))
    printer.say(_told(done))


def remove(library: "Library", said: Namespace, printer: Printer) -> None:
    """Takes one out."""
    table, record = _one(library, said)
    library.remove(table, [record])
    printer.say(f"{record.name} is out of the library; `referee library restore` and its name fetches it back.")


def restore(library: "Library", said: Namespace, printer: Printer) -> None:
    """Fetches one back."""
    from referee.store.library_record import TABLES
    from referee.store.problem import NoSuchSave

    for name in _tables(said):
        table: LibraryTable[Any] = TABLES[name]
        try:
            printer.say(f"{library.restore(table, said.name, said.system or '')} is in the library again.")
            return
        except NoSuchSave:
            continue
    raise Refused(f"Nothing called {short(said.name, 40)!r} was removed from the library.")


def export(library: "Library", said: Namespace, printer: Printer) -> None:
    """Prints all of it, or a part, as text that `import_` reads."""
    from referee.script.library_text import records_of, written

    printer.exact(written(records_of(library, _tables(said), said.system or "")))


def import_(library: "Library", said: Namespace, printer: Printer) -> None:
    """Puts in what was exported."""
    from referee.script.library_text import put_in, read

    records = read(_file(said.file), short(said.file, 80))
    wanted = {
        name: tuple(record for record in rows if said.system in (None, record.system))
        for name, rows in records.items()
        if name in _tables(said)
    }
    done = put_in(library, wanted, _duplicates(said))
    printer.say(*(f"{name}: {_told(added)}" for name, added in done.items()))
    if not done:
        printer.say("Nothing was in it.")


def _duplicates(said: Namespace) -> "Duplicates | None":
    from referee.store.library import Duplicates

    return Duplicates(said.on_duplicate) if said.on_duplicate else None


def _told(done: "Added") -> str:
    """What was added, replaced and skipped."""
    from referee.engine.tags import listed

    said = (("added", done.added), ("replaced", done.replaced), ("left as it was", done.skipped))
    return "; ".join(f"{what} {listed(names)}" for what, names in said if names) or "nothing was added"


def _file(name: str) -> bytes:
    """All that is in a file, or comes from standard input. Refused or Damaged if it cannot be read, or is too long."""
    from referee.store.file import MOST_BYTES, read_plain

    try:
        raw = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else read_plain(Path(name).resolve())
    except FileNotFoundError as error:
        raise Refused(f"There is no file {short(name, 80)}.") from error
    except RuntimeError as error:
        raise Refused(f"{short(name, 80)} is a link in a circle.") from error
    if len(raw) > MOST_BYTES:
        raise Refused(f"Too long: {short(name, 80)}")
    return raw
