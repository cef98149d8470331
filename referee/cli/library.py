"""The library from the command line: own figures, parties, conditions, plans."""

from argparse import Namespace
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

from referee import games as systems
from referee.campaign.difficulty import difficulty_of
from referee.campaign.plan import plan_in, read_plan
from referee.campaign.plan_run import game_of, played
from referee.cli.encounters import STANDARD_INPUT, bytes_of, file_name, saves_of, text_of
from referee.cli.printer import Printer
from referee.engine.problem import NotUnderstood, Problem, Refused, on_topic
from referee.library import records as library_records
from referee.library.columns import Entries
from referee.library.own_library import OwnLibrary
from referee.library.records import exported_fields, is_of_game, summary
from referee.library.search import Searchable
from referee.rules import registry
from referee.store.file import MOST_BYTES
from referee.store.library import Added, Duplicates, Library
from referee.store.library_record import KeptFigure, KeptPlan, Record
from referee.store.library_tables import CONDITIONS, FIGURES, PARTIES, PLANS, TABLES, LibraryTable
from referee.store.library_text import LONGEST_TEXT
from referee.store.save_problems import NoSuchSave
from referee.text.phrases import listed
from referee.text.quoting import quoted, short


@on_topic("library")
def library(args: Namespace, printer: Printer) -> None:
    """Does the subcommand of `referee library`."""
    do = {"ls": ls, "show": show, "add": add, "tag": tag, "remove": remove, "restore": restore, "export": export}
    done = do.get(args.what, import_)
    mine = Library(saves_of(args).folder)
    done(mine, args, printer)
    printer.complain(*mine.doubts)


def _tables(args: Namespace) -> tuple[str, ...]:
    return (args.table,) if args.table else tuple(TABLES)


def ls(library: Library, args: Namespace, printer: Printer) -> None:
    """Lists what there is, or what has these words and numbers."""
    tables = library_records.records_of(library, _tables(args), args.system or "")
    if args.system and args.table in (None, "figures"):
        kinds = library_records.game_kinds(systems.load(args.system))
        tables["figures"] = (*tables["figures"], *library_records.not_taken(kinds, tables["figures"]))
    words = " ".join((*args.words, args.filter)).strip()
    entries = {name: Entries(TABLES[name], rows, library) for name, rows in tables.items()}
    if words:
        tables = {name: Searchable(each).matching(words) for name, each in entries.items()}
    found = [(name, record) for name, rows in tables.items() for record in rows]
    if args.json:
        data = [
            {"in": name, "shipped": is_of_game(each), "used_in": entries[name].users(each), **exported_fields(each)}
            for name, each in found
        ]
        printer.data(data, indent=2)
        return
    if found:
        rows = [(r.name, r.source if is_of_game(r) else at, r.system, short(summary(r), 70)) for at, r in found]
        printer.table(("name", "in", "system", ""), rows)
    elif words:
        where = library.shown_folder
        printer.complain(f"Nothing in the library of {where} has {quoted(words, 60)}. All of it: referee library ls")
    else:
        printer.complain(
            f"The library of {library.shown_folder} is empty. "
            'During a fight, `keep g1 "Goblin boss"` saves a figure to it. '
            "--system NAME lists the figures of that game, too."
        )


def _one(library: Library, args: Namespace) -> tuple[LibraryTable[Any], Record]:
    """The record that is meant: in the table that is asked for, else in the only one that has it. Refused otherwise."""
    found = [name for name in _tables(args) if library.matching(TABLES[name], args.name, args.system or "")]
    if len(found) > 1:
        raise Refused(f"{short(args.name, 40)} is in {' and '.join(found)}. Say which: --in {found[0]}")
    if not found:
        where = library.shown_folder
        raise NoSuchSave(f"The library of {where} has no {quoted(args.name, 40)}. What it has: referee library ls")
    table: LibraryTable[Any] = TABLES[found[0]]
    return table, library.find(table, args.name, args.system or "")


def _of_games(library: Library, args: Namespace) -> Iterator[KeptFigure]:
    """The kinds that `add` means by that name, of one game or of all. NotUnderstood if that one has none of it."""
    for system in [args.system] if args.system else registry.names():
        with nullcontext() if args.system else suppress(NotUnderstood):
            kept = OwnLibrary(library.folder, system)
            if (kind := library_records.game_kind_named(args.name, system, kept)) is not None:
                yield kind


def show(library: Library, args: Namespace, printer: Printer) -> None:
    """Prints a record."""
    try:
        _, record = _one(library, args)
    except NoSuchSave:
        kinds = list(_of_games(library, args)) if args.table in (None, "figures") else []
        if not kinds:
            raise
        if args.json:
            told = [exported_fields(kind) for kind in kinds]
            printer.data(told if told[1:] else told[0], indent=2)
            return
        for number, kind in enumerate(kinds):
            if number:
                printer.say("")
            printer.say(*library_records.in_full(kind))
        return
    if args.json:
        printer.data(exported_fields(record), indent=2)
    else:
        printer.say(*library_records.in_full(record), *difficulty_of(library, record))


def add(library: Library, args: Namespace, printer: Printer) -> None:
    """Adds a figure, a party, a condition, or the plan of a file."""
    if args.table == "plans":
        printer.say(_told(library.add(PLANS, [_plan(library, args)], _duplicates(args))))
        return
    if not args.system:
        raise Refused("Say which game: --system NAME. `referee systems` lists them.")
    rules, words = systems.load(args.system), " ".join(args.words)
    kept = OwnLibrary(library.folder, rules.name)
    match args.table:
        case "parties":
            done = library.add(PARTIES, [library_records.party_from(rules, args.name, words, kept)], _duplicates(args))
        case "conditions":
            condition = library_records.condition_from(rules, args.name, words, args.note)
            done = library.add(CONDITIONS, [condition], _duplicates(args))
        case _:
            figure = library_records.figure_from(rules, args.name, words, args.note, kept)
            done = library.add(FIGURES, [figure], _duplicates(args))
    printer.say(_told(done))


def _plan(library: Library, args: Namespace) -> KeptPlan:
    """The plan of a file, with what it includes in it. Refused, naming file and line, if any of it cannot be done; also
    if its game is not found by its name later.
    """
    if not args.words:
        raise Refused("Type the file of the plan.")
    file = " ".join(args.words)
    is_input = file == STANDARD_INPUT
    read = plan_in(text_of(file), file_name(file)) if is_input else read_plan(Path(file).expanduser())
    rules = game_of(read, args.system or "").rules
    try:
        systems.find(rules.name)
    except Problem as problem:
        raise Refused(f"Put the file of {rules.title} into the folder of systems first.") from problem
    played(rules, read, OwnLibrary(library.folder, rules.name))
    text = "\n".join((f"system {rules.name}", *(line.text for line in read.lines if line.text)))
    if len(text) > LONGEST_TEXT:
        raise Refused(f"A plan of the library has at most {LONGEST_TEXT:,} characters; this one has {len(text):,}.")
    return KeptPlan(name=library_records.record_name(args.name), system=rules.name, text=text)


def tag(library: Library, args: Namespace, printer: Printer) -> None:
    """Gives a record these tags in place of those that it has."""
    table, record = _one(library, args)
    new = library.change(table, record, lambda was: was.tagged(" ".join(args.words)))
    printer.say(f"Tags of {new.name}: {', '.join(new.tags) or 'none'}.")


def remove(library: Library, args: Namespace, printer: Printer) -> None:
    """Takes a record out of the library; `restore` brings it back."""
    table, record = _one(library, args)
    library.remove(table, [record])
    printer.say(f"{record.name} was removed from the library. To bring it back: referee library restore NAME")


def restore(library: Library, args: Namespace, printer: Printer) -> None:
    """Brings a record back that was removed."""
    for name in _tables(args):
        table: LibraryTable[Any] = TABLES[name]
        try:
            printer.say(f"{library.restore(table, args.name, args.system or '')} is back in the library.")
            return
        except NoSuchSave:
            continue
    where = library.shown_folder
    raise Refused(f"Nothing called {quoted(args.name, 40)} was removed from the library of {where}.")


def export(library: Library, args: Namespace, printer: Printer) -> None:
    """Prints all of it, or a part, as text that `import_` reads."""
    printer.exact(library_records.written(library_records.records_of(library, _tables(args), args.system or "")))


def import_(library: Library, args: Namespace, printer: Printer) -> None:
    """Adds the records of an exported text."""
    records = library_records.read(bytes_of(args.file, MOST_BYTES, follow_links=True), short(args.file, 80))
    wanted = {
        name: tuple(record for record in rows if args.system in (None, record.system))
        for name, rows in records.items()
        if name in _tables(args)
    }
    done = library_records.put_in(library, wanted, _duplicates(args))
    printer.say(*(f"{name}: {_told(added)}" for name, added in done.items()))
    if not done:
        printer.say("There was nothing to import.")


def _duplicates(args: Namespace) -> Duplicates | None:
    return Duplicates(args.on_duplicate) if args.on_duplicate else None


def _told(done: Added) -> str:
    """What was added, replaced and skipped."""
    said = (("added", done.added), ("replaced", done.replaced), ("skipped", done.skipped))
    return "; ".join(f"{what} {listed(names)}" for what, names in said if names) or "nothing was added"
