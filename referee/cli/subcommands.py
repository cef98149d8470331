"""Subcommands: what can be done with encounters from the command line, without a screen."""

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace

from referee.cli.encounters import check, compact, copy, ls, remove, rename, repair, restore, saves_of, trash
from referee.cli.files import text_of
from referee.cli.help import help_
from referee.cli.imports import import_
from referee.cli.library import library
from referee.cli.plans import export, new
from referee.cli.printer import Printer
from referee.cli.systems import listed, system
from referee.engine.number import short
from referee.text import has_words

# -------------------------------------------------------------------- dice and rules


def roll(said: Namespace, printer: Printer) -> int:
    """Throws dice, for whatever the table needs them for."""
    from referee.engine.chance import AppDice
    from referee.engine.encounter import Encounter
    from referee.engine.notation import read_dice
    from referee.engine.roll_questions import Roll
    from referee.engine.term import total

    expression = read_dice(" ".join(said.dice))
    rolled = AppDice().roll(Encounter(system=""), Roll(key="roll", prompt="", pools=expression.pools))
    faces = " / ".join(" ".join(map(str, pool)) for pool in rolled.faces)
    thrown = f"{expression}: {faces}" if faces else str(expression)
    printer.say(f"{thrown} = {total(expression.reckon(rolled.faces))}")
    return 0


def clauses(said: Namespace, printer: Printer) -> int:
    """The rules of a game in their clauses, or those with all these words in them."""
    from referee.script import systems as games

    rules = games.load(said.system)
    found = [c for c in rules.clauses() if has_words(f"[{c.id}] {c.text}", said.word)]
    printer.say(*(f"[{c.id}] {c.text}" + ("" if c.source == "stated" else f" ({c.source})") for c in found))
    if rules.licence and found:
        printer.say("", rules.licence)
    if not found:
        printer.complain(f"No clause of {rules.title} has {short(' '.join(said.word).lower(), 40)!r} in it.")
    return 0 if found else 1


def play(said: Namespace, printer: Printer) -> int:
    """Plays a transcript; prints its log, and the first line that fails."""
    from referee.script import systems as games
    from referee.script.looking import told
    from referee.script.transcript import play as played_from
    from referee.words.log_line import fields

    played = played_from(text_of(said.file), games.load)
    for line in played.full_log if said.json or said.full else played.log:
        if said.json:
            printer.data(fields(line))
        else:
            printer.say(told(line))
    for failure in played.failures:
        printer.complain(f"{said.file}:{failure.line}: {failure.reason}")
    if not played.failures:
        printer.complain(f"{said.file}: all {played.checks} checks hold.")
    return 1 if played.failures else 0


# -------------------------------------------------------------------- one encounter


def show(said: Namespace, printer: Printer) -> int:
    """How it stands, or its board alone."""
    from referee.cli.show import facts, public_facts, show_encounter, show_map, show_public

    journal = saves_of(said).open(said.name, read_only=True)
    try:
        if said.players:
            if said.json:
                printer.data(public_facts(journal, said.numbers), indent=2)
            else:
                show_public(journal, said.numbers, printer)
            return 0
        printer.complain(*journal.notices)
        if said.json:
            printer.data(facts(journal), indent=2)
        elif said.map:
            show_map(journal, printer)
        else:
            show_encounter(journal, printer)
    finally:
        journal.close()
    return 0


def log(said: Namespace, printer: Printer) -> int:
    """What has happened, from the beginning."""
    from referee.script.looking import told
    from referee.script.whole_log import whole_log
    from referee.words.log_line import LogLine, fields

    journal = saves_of(said).open(said.name, read_only=True)
    try:
        printer.complain(*journal.notices)
        head = LogLine("")
        for line in whole_log(journal, full=said.json or said.full):
            head = line if line.head else head
            if said.json:
                printer.data(fields(line))
            else:
                once = line if line.head else replace(line, hand=line.hand and not head.hand)
                printer.say(f"{line.place:4}  {told(line)}" if line.head else f"        {told(once)}")
    finally:
        journal.close()
    return 0


def serve(said: Namespace, printer: Printer) -> int:
    """The players' view in browsers."""
    from referee.cli.serve import serve as served

    return served(said, printer)


def do(said: Namespace, printer: Printer) -> int:
    """Lines, done one after the other until one is refused; each is on the disk before its outcome is printed."""
    from referee.cli.orders import do_lines

    lines = text_of("-").splitlines() if said.lines == ["-"] else said.lines
    return do_lines(saves_of(said), said.name, lines, printer)


def follow(said: Namespace, printer: Printer) -> int:
    """Each act as it is done, or what the players may know of it."""
    from referee.cli.follow import follow as followed
    from referee.cli.follow import follow_for_players

    if said.players:
        return follow_for_players(saves_of(said), said.name, said.numbers, said.json, printer)
    return followed(saves_of(said), said.name, said.json, printer)


DO: dict[str, Callable[[Namespace, Printer], int]] = {
    "ls": ls,
    "new": new,
    "export": export,
    "import": import_,
    "help": help_,
    "show": show,
    "serve": serve,
    "do": do,
    "log": log,
    "follow": follow,
    "check": check,
    "repair": repair,
    "compact": compact,
    "play": play,
    "roll": roll,
    "systems": listed,
    "system": system,
    "library": library,
    "clauses": clauses,
    "rename": rename,
    "copy": copy,
    "remove": remove,
    "restore": restore,
    "trash": trash,
}
"""What each subcommand does."""
