"""Conditions from the command line: who bears what, since when, until when and by whom."""

from argparse import Namespace

from referee.cli.encounters import saves_of
from referee.cli.printer import Printer
from referee.dialogue.countdowns import countdowns_of
from referee.text.harmless import clean_name
from referee.text.quoting import short


def conditions(args: Namespace, printer: Printer) -> None:
    """Lists conditions, what ends first on top."""
    found = [*countdowns_of(saves_of(args), args.name or "", args.kind, args.players)]
    if args.json:
        printer.data([each.data for each in found], indent=2)
    elif not found:
        printer.complain(f"Nobody is {short(clean_name(args.kind), 40)}." if args.kind else "Nobody bears a condition.")
    else:
        heads = ["encounter", "who", "condition", "since", "until", "by"]
        rows = [[each.encounter, each.bearer, each.name, each.since, each.left, each.by] for each in found]
        first = 0 if args.name is None else 1
        printer.table(heads[first:], [row[first:] for row in rows])
