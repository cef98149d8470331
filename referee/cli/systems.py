"""System files from the command line: a new one, a check of one, and the list of all."""

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.parsers import see
from referee.cli.printer import Printer
from referee.engine.problem import Problem, Refused, quoted
from referee.script.systems import SUFFIX, read_own
from referee.store.file import CannotWrite, NameTaken, reason
from referee.text import clean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.rules.open_table.file.document import Mistake
    from referee.rules.open_table.file.system_file import SystemSource
    from referee.script.systems import Listed, SystemData


def system(args: Namespace, printer: Printer) -> int:
    """Does `system new`, `system check` or `system list`; returns the exit code."""
    if args.what == "new":
        return new(args.name, printer)
    return check_file(Path(args.file), printer) if args.what == "check" else listed(args, printer)


def new(name: str, printer: Printer) -> int:
    """Writes a system file into this folder: `plain` under that name, with every key in comments."""
    from referee.rules import registry
    from referee.rules.open_table.file.authoring import template
    from referee.rules.open_table.file.names import NAME

    if not NAME.fullmatch(name):
        raise Refused(f"A system name is up to 24 lowercase letters, digits or _, not {quoted(name)}.")
    if name in registry.titles():
        raise Refused(f"There is already a system called {name}. Choose another name.")
    path = Path(f"{name}{SUFFIX}")
    _write_new(path, template(name, registry.shipped("plain").decode("utf-8")))
    printer.say(f"{path} is written. Check it: referee system check {path}")
    return 0


def check_file(path: Path, printer: Printer) -> int:
    """Says what is wrong with a system file, at most 20 sentences; 1 if anything is."""
    from referee.rules import registry
    from referee.rules.open_table.file.authoring import check
    from referee.ui.input.own_keys import KEY_ACTIONS, taken_keys

    found = check(read_own(path), path.name, registry.coded(), taken_keys(KEY_ACTIONS), _sample_tried)
    printer.say(*found.errors)
    if found.left_off:
        printer.say(f"and {found.left_off} more.")
    printer.say(*(f"{warning} (a warning)" for warning in found.warnings))
    if found.errors or found.file is None:
        printer.complain(*see("systems"))
        return 1
    file = found.file
    counted = {
        "tracks": file.tracks,
        "traits": file.traits,
        "tests": file.tests,
        "conditions": file.conditions,
        "things": file.things,
        "actions": file.actions,
        "kinds": file.kinds,
    }
    numbers = ", ".join(_counted(len(values), what) for what, values in counted.items() if values)
    printer.say(f"{path.name} has no mistakes: {file.about.title}, {numbers}.")
    return 0


def _sample_tried(source: "SystemSource") -> "Iterator[Mistake]":
    """What is wrong with the sample of a system file: the first of its lines that an empty table refuses."""
    from referee.engine.record.history import MemoryStepLog
    from referee.engine.record.session import Session
    from referee.engine.state.encounter import Encounter
    from referee.rules.open_table.file.document import Mistake
    from referee.rules.open_table.ruleset import build
    from referee.script.run import run_line

    rules, path = build(source), ("system", "sample")
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
    begins = source.document.line(path)
    for line in rules.sample().splitlines():
        try:
            run_line(session, line)
        except Problem as problem:
            texts = [clean(text).strip() for text in source.document.text.split("\n")]
            at = next((n for n, text in enumerate(texts[begins - 1 :], begins) if text == line.strip()), begins)
            yield Mistake("E7", path, f"{quoted(line)} does not work: {problem}", at)
            return


def _counted(n: int, what: str) -> str:
    return f"{n} {what.removesuffix('s') if n == 1 else what}"


def listed(args: Namespace, printer: Printer) -> int:
    """Lists all games: in code, shipped as files, of installed packages, and in the folder of systems."""
    from referee.script.systems import listed as games
    from referee.script.systems import offered

    if args.names:
        printer.say(*(name for name, _ in offered()))
        return 0
    found = games()
    if args.json:
        printer.data([_fields(each) for each in found], indent=2)
    else:
        rows = [(f.name, f.title, f.where, f.trouble or f.blurb) for f in found]
        printer.table(("name", "title", "where", ""), rows)
        for game in found:
            printer.say(*(("", f"{game.title}: {clean(game.licence)}") if game.licence else ()))
    return 0


def _fields(game: "Listed") -> "SystemData":
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.trouble or game.blurb,
        "where": game.where,
        "playable": not game.trouble,
    }


def _write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet. NameTaken if it is; CannotWrite if the disk does not take it."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise NameTaken(f"There is already a file {clean(str(path), 80)}.") from error
    except OSError as error:
        raise CannotWrite(f"{clean(str(path), 80)} cannot be written: {reason(error)}.") from error
