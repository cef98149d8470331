"""System files from the command line: a new one, a check of one, and the list of all."""

from argparse import Namespace
from pathlib import Path

from referee.cli.printer import Printer
from referee.engine.number import short
from referee.engine.problem import Problem, Refused
from referee.store import systems


def system(said: Namespace, printer: Printer) -> int:
    """One of the three."""
    if said.what == "new":
        return new(said.name, printer)
    return check_file(Path(said.file), printer) if said.what == "check" else listed(said.json, printer)


def new(name: str, printer: Printer) -> int:
    """Writes a system file into this folder: `plain` under that name, with every key in comments."""
    from referee.rules import registry
    from referee.rules.open_table.shipped import NAMES
    from referee.rules.open_table.symbols import NAME
    from referee.rules.open_table.template import template

    if not NAME.fullmatch(name):
        raise Refused(f"A system is called by up to 24 small letters, digits and _, not {short(name)!r}.")
    if name in (*registry.coded(), *NAMES):
        raise Refused(f"There is a system {name} already; take another name.")
    path = Path(f"{name}{systems.SUFFIX}")
    systems.write_new(path, template(name))
    printer.say(f"{path} is written; `referee system check {path}` says whether it is in order.")
    return 0


def check_file(path: Path, printer: Printer) -> int:
    """Says what is wrong with a system file, at most 20 sentences; 1 if anything is."""
    from referee.rules import registry
    from referee.rules.open_table.check import check

    found = check(systems.read(path), path.name, registry.coded())
    printer.say(*found.errors)
    if found.left_off:
        printer.say(f"and {found.left_off} more.")
    printer.say(*(f"{warning} (a warning)" for warning in found.warnings))
    if found.errors or found.file is None:
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
    numbers = ", ".join(f"{len(values)} {what}" for what, values in counted.items() if values)
    printer.say(f"{path.name} is in order: {file.about.title}, {numbers}.")
    return 0


def listed(as_json: bool, printer: Printer) -> int:
    """Lists all systems: those in code, those shipped as files, and those in the folder of systems."""
    rows = [*_coded(), *_shipped(), *_own()]
    if as_json:
        printer.data([dict(zip(("name", "title", "where"), row, strict=True)) for row in rows], indent=2)
    else:
        printer.table(("name", "title", "where"), rows)
    return 0


def _coded() -> list[tuple[str, str, str]]:
    from referee.rules import registry

    return [(name, title, "built in") for name, title in registry.SYSTEMS.items() if name in registry.coded()]


def _shipped() -> list[tuple[str, str, str]]:
    from referee.rules.open_table.check import read_system
    from referee.rules.open_table.shipped import NAMES, shipped

    return [(name, read_system(shipped(name), name).default.about.title, "shipped file") for name in NAMES]


def _own() -> list[tuple[str, str, str]]:
    from referee.rules.open_table.check import read_system

    rows: list[tuple[str, str, str]] = []
    for path in systems.files():
        try:
            about = read_system(systems.read(path), path.name).default.about
        except Problem as problem:
            rows.append((path.stem, "", str(problem)))
        else:
            rows.append((about.name, about.title, str(path)))
    return rows
