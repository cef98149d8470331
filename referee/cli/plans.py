"""Encounters begun from text, or written as text, from the command line."""

import sys
from argparse import Namespace
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cli.encounters import mind, no_command, quoted, saves_of
from referee.cli.printer import Printer
from referee.cli.usage import Misused
from referee.engine.number import short
from referee.engine.problem import Problem, Refused
from referee.store.file import read_plain
from referee.store.problem import reason
from referee.store.save_folder import unmake

if TYPE_CHECKING:
    from referee.script.plan_file import Plan
    from referee.store.journal import Journal
    from referee.store.saves import Saves


MOST_OF_A_FILE = 2_000_000
"""Bytes of a transcript or a plan."""


def text_of(name: str) -> str:
    """The text of a file, if it is one, and not too long. Refused otherwise."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(MOST_OF_A_FILE + 1)
        else:
            raw = read_plain(Path(name), called=short(name, 80))
    except FileNotFoundError as error:
        raise Refused(f"There is no file {short(name, 80)}.") from error
    except OSError as error:
        raise Refused(f"Cannot be read, {reason(error)}: {short(name, 80)}") from error
    if len(raw) > MOST_OF_A_FILE:
        raise Refused(f"Too long for a transcript or a plan: {short(name, 80)}")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"No UTF-8 text: {short(name, 80)}") from error


def new(args: Namespace, printer: Printer) -> int:
    """Makes an encounter: empty, with the sample of its system on the table, or as a plan prepares it."""
    no_command(args.name)
    with closing(_planned(args) if args.plan else _begun(args)) as journal:
        printer.say(f"{journal.name} is ready: referee {quoted(journal.name)}")
    return 0


def _planned(args: Namespace) -> "Journal":
    """A new encounter as a plan prepares it; nothing is made if a line of it is refused."""
    from referee.script.plan_run import begin

    saves = saves_of(args)
    if args.sample:
        raise Refused("A plan and the sample: only one of them can begin an encounter.")
    return begin(saves, args.name, _plan(saves, args.plan), args.system or "")


def _plan(saves: "Saves", name: str) -> "Plan":
    from referee.script.plan_file import plan_called, plan_in

    return plan_in(text_of(name), "standard input") if name == "-" else plan_called(saves, name)


def _begun(args: Namespace) -> "Journal":
    """A new encounter, perhaps with the sample of its system on the table."""
    from referee.engine.record.session import Session
    from referee.script import systems
    from referee.script.run import run_line

    if not args.system:
        raise Misused("the following arguments are required: --system, or --from with a plan")
    journal, rules = systems.begin(saves_of(args), args.name, args.system)
    try:
        if args.sample:
            session = Session(rules, journal)
            for line in rules.sample().splitlines():
                run_line(session, line)
        mind(journal)
    except Problem:
        journal.close()
        unmake(journal.folder)
        raise
    return journal


def export(args: Namespace, printer: Printer) -> int:
    """Prints an encounter as a plan: as it is to be read again into a file, harmless on a terminal."""
    from referee.script.plan_export import exported

    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        printer.complain(*journal.notices)
        text = exported(journal)
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        printer.say(*text.splitlines())
    else:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
    return 0
