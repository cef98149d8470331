"""New encounters, empty or from a plan, and encounters written as plans."""

import sys
from argparse import Namespace
from contextlib import closing
from typing import TYPE_CHECKING

from referee.cli.encounters import mind, no_command, quoted, saves_of
from referee.cli.files import text_of
from referee.cli.printer import Printer
from referee.cli.usage import Misused
from referee.engine.problem import Problem, Refused
from referee.store.save_folder import unmake

if TYPE_CHECKING:
    from referee.script.plan_file import Plan
    from referee.store.journal import Journal
    from referee.store.saves import Saves


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
    from referee.script.plan_file import plan_in
    from referee.script.plan_source import plan_called

    return plan_in(text_of(name), "standard input") if name == "-" else plan_called(saves, name)


def _begun(args: Namespace) -> "Journal":
    """A new encounter, perhaps with the sample of its system on the table."""
    from referee.engine.session import Session
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
