"""Subcommands: what can be done with encounters from the command line, without a screen."""

from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from referee.cli.encounters import (
    check,
    compact,
    copy,
    export,
    ls,
    new,
    remove,
    rename,
    repair,
    restore,
    saves_of,
    text_of,
    trash,
)
from referee.cli.imports import import_
from referee.cli.library import campaign, library
from referee.cli.printer import Printer
from referee.cli.systems import listed, system
from referee.engine.problem import Refused, on_topic, quoted
from referee.text import has_words


def help_(args: Namespace, printer: Printer) -> int:
    """Prints a topic, the usage of a subcommand, or what there is."""
    from referee.cli.help import help_ as helped

    return helped((args.topic or "").lower(), printer)


def completion(args: Namespace, printer: Printer) -> int:
    """Prints a completion script. Refused where the extra is missing that writes it."""
    from referee.script.topics import topic_names

    try:
        from referee.cli.completion import completion_script
    except ImportError as error:
        raise Refused(
            "Completion needs referee[shell]. To install it, in the checkout: .venv/bin/pip install -e '.[shell]'"
        ) from error
    printer.exact(completion_script(args.shell, (*topic_names(), "man")))
    return 0


# -------------------------------------------------------------------- dice and rules


def roll(args: Namespace, printer: Printer) -> int:
    """Throws dice that belong to no encounter."""
    from referee.engine.dice.chance import AppDice
    from referee.engine.dice.dice import read_dice
    from referee.engine.dice.roll_questions import Roll
    from referee.engine.events.event import total
    from referee.engine.questions.answer import Rolled
    from referee.engine.state.encounter import Encounter

    expression = read_dice(" ".join(args.dice))
    rolled = AppDice().throw(Encounter(system=""), Roll(key="roll", prompt="", pools=expression.pools))
    assert isinstance(rolled, Rolled)
    faces = " / ".join(" ".join(map(str, pool)) for pool in rolled.faces)
    thrown = f"{expression}: {faces}" if faces else str(expression)
    printer.say(f"{thrown} = {total(expression.reckon(rolled.faces))}")
    return 0


def clauses(args: Namespace, printer: Printer) -> int:
    """Prints the clauses of a game, all or those with all these words."""
    from referee.script import systems as games

    rules = games.load(args.system)
    found = [c for c in rules.clauses() if has_words(f"[{c.id}] {c.text}", args.word)]
    printer.say(*(f"[{c.id}] {c.text}" + ("" if c.source == "stated" else f" ({c.source})") for c in found))
    if rules.licence and found:
        printer.say("", rules.licence)
    if not found:
        printer.complain(f"No clause of {rules.title} mentions {quoted(' '.join(args.word).lower(), 40)}.")
    return 0 if found else 1


@on_topic("transcripts")
def play(args: Namespace, printer: Printer) -> int:
    """Plays a transcript; prints its log, and the first line that fails."""
    from referee.script import systems as games
    from referee.script.transcript import play as played_from
    from referee.words.log_line import fields, told

    played = played_from(text_of(args.file), games.load)
    for line in played.full_log if args.json or args.full else played.log:
        if args.json:
            printer.data(fields(line))
        else:
            printer.say(told(line))
    for failure in played.failures:
        printer.complain(f"{args.file}:{failure.line}: {failure.reason}")
    if not played.failures:
        printer.complain(f"{args.file}: all {played.checks} checks passed.")
    return 1 if played.failures else 0


# -------------------------------------------------------------------- one encounter


def show(args: Namespace, printer: Printer) -> int:
    """Prints how an encounter stands, or its board alone."""
    from referee.cli.printer import exported_fields, show_encounter, show_map, show_public, view_for_players

    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        if args.players:
            if args.json:
                printer.data(view_for_players(journal, args.numbers).data(), indent=2)
            else:
                show_public(journal, args.numbers, printer)
            return 0
        printer.complain(*journal.notices)
        if args.json:
            printer.data(exported_fields(journal), indent=2)
        elif args.map:
            show_map(journal, printer)
        else:
            show_encounter(journal, printer)
    return 0


def log(args: Namespace, printer: Printer) -> int:
    """Prints the log of an encounter from the beginning."""
    from referee.script.following import whole_log
    from referee.words.log_line import LogLine, fields, told, without_beginnings

    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        printer.complain(*journal.notices)
        lines = whole_log(journal, full=args.json or args.full)
        if args.json:
            for line in lines:
                printer.data(fields(line))
            return 0
        head, round_ = LogLine(""), 0
        for line in lines if args.full else without_beginnings(lines):
            head = line if line.head else head
            margin = f"R{line.round}" if line.round != round_ else ""
            round_ = line.round
            once = line if line.head else replace(line, hand=line.hand and not head.hand)
            number = str(line.place) if line.head else ""
            printer.say(f"{number:>4}  {margin:3} {'' if line.head else '  '}{told(once)}")
    return 0


def serve(args: Namespace, printer: Printer) -> int:
    """Serves the players' view to browsers."""
    from referee.cli.serve import serve as served

    return served(args, printer)


def do(args: Namespace, printer: Printer) -> int:
    """Does lines one after the other until one is refused; each is on the disk before its outcome is printed."""
    from referee.cli.orders import do_lines

    lines = text_of("-").splitlines() if args.lines == ["-"] else args.lines
    return do_lines(saves_of(args), args.name, lines, printer)


def odds(args: Namespace, printer: Printer) -> int:
    """Prints what may come of commands, and how likely each end is."""
    from referee.cli.orders import odds_of

    return odds_of(saves_of(args), args.name, args.lines, args.policy, args.seed, args.json, printer)


def follow(args: Namespace, printer: Printer) -> int:
    """Prints each act as it is done, or what the players may know of it."""
    from referee.cli.orders import follow as followed
    from referee.cli.orders import follow_for_players

    if args.players:
        return follow_for_players(saves_of(args), args.name, args.numbers, args.json, printer)
    return followed(saves_of(args), args.name, args.json, printer)


DO: dict[str, Callable[[Namespace, Printer], int]] = {
    "ls": ls,
    "new": new,
    "export": export,
    "import": import_,
    "completion": completion,
    "help": help_,
    "show": show,
    "serve": serve,
    "do": do,
    "odds": odds,
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
    "campaign": campaign,
    "clauses": clauses,
    "rename": rename,
    "copy": copy,
    "remove": remove,
    "restore": restore,
    "trash": trash,
}
"""What each subcommand does."""
