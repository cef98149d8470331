"""Subcommands: what can be done with encounters from the command line, without a screen."""

import sys
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing
from importlib import import_module
from shlex import join

from msgspec.structs import replace

from referee import games
from referee.cli import encounters
from referee.cli.import_files import import_
from referee.cli.printer import Printer
from referee.cli.system_files import listed, system
from referee.cli.usage import LOOPBACK
from referee.engine.contract.symbol_dice import FATE
from referee.engine.dice.chance import AppDice
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import total
from referee.engine.problem import Refused, on_topic
from referee.engine.questions.answer import Rolled
from referee.engine.state.encounter import Encounter
from referee.extras import missing
from referee.text.quoting import quoted
from referee.text.search import has_words
from referee.words.log_line import LogLine, fields, told, without_beginnings

Subcommand = Callable[[Namespace, Printer], int | None]
"""Does what was typed; returns the exit code, None for 0."""


def late(module: str, name: str) -> Subcommand:
    """The subcommand of that name in a module that is imported when it is typed: it needs much that others do not."""

    def done(args: Namespace, printer: Printer) -> int | None:
        do: Subcommand = getattr(import_module(f"referee.cli.{module}"), name)
        return do(args, printer)

    return done


# -------------------------------------------------------------------- dice and rules


def roll(args: Namespace, printer: Printer) -> None:
    """Throws dice that belong to no encounter."""
    expression = read_dice(" ".join(args.dice), (FATE,))
    rolled = AppDice().throw(Encounter(system=""), Roll(key="roll", prompt="", pools=expression.pools))
    assert isinstance(rolled, Rolled)
    pools = zip(expression.pools, rolled.faces, strict=True)
    faces = " / ".join(" ".join(pool.told(fell)) for pool, fell in pools)
    thrown = f"{expression}: {faces}" if faces else str(expression)
    printer.say(f"{thrown} = {total(expression.reckon(rolled.faces))}")


def clauses(args: Namespace, printer: Printer) -> int:
    """Prints the clauses of a game, all or those with all these words."""
    rules = encounters.game_of(args.system).rules
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
    from referee.dialogue.transcript import play as played_from

    played = played_from(encounters.text_of(args.file), games.load)
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


def log(args: Namespace, printer: Printer) -> None:
    """Prints the log of an encounter from the beginning."""
    from referee.dialogue.following import whole_log

    with closing(encounters.saves_of(args).open(args.name, read_only=True)) as journal:
        printer.complain(*journal.notices)
        lines = whole_log(journal, full=args.json or args.full)
        if args.json:
            for line in lines:
                printer.data(fields(line))
            return
        head, round_ = LogLine(""), 0
        for line in lines if args.full else without_beginnings(lines):
            head = line if line.head else head
            margin = f"R{line.round}" if line.round != round_ else ""
            round_ = line.round
            once = line if line.head else replace(line, hand=line.hand and not head.hand)
            number = str(line.place) if line.head else ""
            printer.say(f"{number:>4}  {margin:3} {'' if line.head else '  '}{told(once)}")


# -------------------------------------------------------------------- in browsers


@on_topic("serve")
def serve(args: Namespace, printer: Printer) -> None:
    """Serves the players' view to any browser, or the referee's own screen to one, until it is interrupted. Refused
    where the extra is missing, or the address cannot be had.
    """
    from secrets import token_urlsafe  # late: it loads OpenSSL

    try:
        from referee.cli.web_server import BrowserServer, address_of, listening_at
    except ImportError as error:
        raise missing("The browser view needs referee[web]", "web") from error
    saves = encounters.saves_of(args)
    save = saves.look(args.name)
    is_near = args.host in LOOPBACK
    if args.play and not is_near:
        raise Refused("--play works on this computer only: leave out --host.")
    # Other users of this computer must not play in the referee's place.
    token = "" if is_near and not args.play else token_urlsafe(16)
    how = [] if args.play else ["--players", *(["--numbers"] if args.numbers else [])]
    command = "exec " + join(
        [sys.executable, "-P", "-m", "referee", "--saves", str(saves.folder.absolute()), save.slug, *how]
    )
    with listening_at(args.host, args.port) as listening:
        address = f"{address_of(args.host, listening.getsockname()[1])}/{f'{token}/' if token else ''}"
        printer.say(*_notice(args, save.name, address))
        server = BrowserServer(command, save.name, token, 1 if args.play else args.viewers, not is_near)
        server.run(listening)


def _notice(args: Namespace, name: str, address: str) -> list[str]:
    """Where it is, and who may see it."""
    what = "your own screen" if args.play else "what the players may know"
    lines = [f"{name}, {what}: {address}"]
    if args.play:
        lines.append("Anyone with the full address can play in your place. Only this computer can open it.")
    elif args.host not in LOOPBACK:
        lines.append(
            "Anyone who can reach this computer and has the full address can watch. The connection is not encrypted."
        )
    else:
        lines.append("Only this computer can open this address. To open it to the network: --host 0.0.0.0")
    return [*lines, "Press Ctrl+C to stop."]


DO: dict[str, Subcommand] = {
    "ls": encounters.ls,
    "new": encounters.new,
    "export": encounters.export,
    "import": import_,
    "completion": late("completion", "completion"),
    "help": late("help", "help_"),
    "show": encounters.show,
    "conditions": late("conditions", "conditions"),
    "serve": serve,
    "do": late("orders", "do"),
    "odds": late("orders", "print_odds"),
    "report": late("orders", "report"),
    "forecast": late("forecast", "forecast_of"),
    "log": log,
    "follow": late("orders", "follow"),
    "check": encounters.check,
    "repair": encounters.repair,
    "play": play,
    "roll": roll,
    "systems": listed,
    "system": system,
    "theme": late("themes", "theme_"),
    "library": late("library", "library"),
    "campaign": late("campaign", "campaign"),
    "clauses": clauses,
    "rename": encounters.rename,
    "copy": encounters.copy,
    "remove": encounters.remove,
    "restore": encounters.restore,
    "trash": encounters.trash,
}
"""What each subcommand does."""
