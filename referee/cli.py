"""The command: `referee`, `referee NAME`, and its subcommands, as they are typed."""

import os
import sys
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from difflib import get_close_matches
from typing import NoReturn

from referee.engine.problem import Problem, RulesBug
from referee.printer import Printer
from referee.shell import COMMANDS

OK, REFUSED, USAGE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141


def run(words: Sequence[str]) -> int:
    """Does what was typed; the exit code."""
    try:
        return _run(list(words))
    except OSError as error:
        # What reads the output has had enough, or takes no more; not even the interpreter's last flush may be written.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        Printer().complain(f"referee: {(error.strerror or 'the system refuses').lower()}.")
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED


def _run(words: list[str]) -> int:
    printer = Printer()
    shared = _Parser(add_help=False, allow_abbrev=False)
    shared.add_argument("--saves")
    try:
        known, rest = shared.parse_known_args(words)
        first = next((word for word in rest if not word.startswith("-")), None)
        parsed = (_commands() if first in COMMANDS else _playing()).parse_args(rest)
    except _Usage as problem:
        printer.complain(f"referee: {problem}{_meant(words)}", "Type `referee --help` for what can be typed.")
        return USAGE
    except SystemExit as done:  # --help and --version have printed what they print
        return int(done.code or 0)
    parsed.saves = known.saves
    try:
        return _act(parsed, printer)
    except Problem as problem:
        printer.complain(f"referee: {problem}")
    except RulesBug as bug:
        printer.complain(f"referee: a mistake in the rules of this game, not yours: {bug}. Nothing was changed by it.")
    return REFUSED


def _meant(words: list[str]) -> str:
    """The subcommand that was nearly typed."""
    near = get_close_matches(words[0], COMMANDS, 1) if words and words[0] not in COMMANDS else []
    return f"; did you mean {near[0]}?" if near else ""


def _act(parsed: Namespace, printer: Printer) -> int:
    if parsed.command == "play-at-table":
        return _table(parsed, printer)
    from referee import subcommands

    return subcommands.DO[parsed.command](parsed, printer)


def _table(parsed: Namespace, printer: Printer) -> int:
    """Plays: on the screen, or line by line."""
    from referee.store.saves import Saves, saves_folder

    saves = Saves(saves_folder(parsed.saves))
    if parsed.plain:
        if parsed.name is None:
            printer.complain("referee: --plain wants the name of an encounter; `referee ls` lists them.")
            return USAGE
        from referee.plain import play

        return play(saves, parsed.name, parsed.read_only, printer)
    if parsed.name is not None:
        saves.look(parsed.name)
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") in ("", "dumb"):
        printer.complain("referee: the screen needs a terminal; use `referee NAME --plain`, or `referee do NAME ...`.")
        return USAGE
    from referee.ui.app import run as run_app

    return run_app(saves, parsed.name, parsed.read_only)


# -------------------------------------------------------------------- what can be typed


class _Usage(Exception):
    """What was typed makes no sense."""


class _Parser(ArgumentParser):
    """A parser that leaves it to the command to say what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise _Usage(message)


def _playing() -> ArgumentParser:
    """`referee` and `referee NAME`."""
    lines = "\n".join(f"  {name:9} {does}" for name, does in COMMANDS.items())
    parser = _Parser(
        prog="referee",
        description="Runs a fight at a real table. Without a name, shows the shelf of all encounters.",
        epilog=f"subcommands (referee COMMAND --help tells more):\n{lines}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("name", nargs="?", metavar="NAME", help="the encounter to open, or how its name begins")
    parser.add_argument("--plain", action="store_true", help="line by line, for screen readers and simple terminals")
    parser.add_argument("--read-only", action="store_true", help="only to look at")
    parser.add_argument("--saves", metavar="DIR", help="where encounters are kept (or $REFEREE_SAVES)")
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and leave")
    parser.set_defaults(command="play-at-table")
    return parser


def _commands() -> ArgumentParser:
    """The subcommands."""
    parser = _Parser(prog="referee", allow_abbrev=False)
    subparsers = parser.add_subparsers(dest="command", parser_class=_Parser)
    subs = {name: subparsers.add_parser(name, description=f"{name}: {does}.") for name, does in COMMANDS.items()}
    for name in ("show", "do", "log", "check", "rename", "copy", "remove", "restore", "new"):
        subs[name].add_argument("name", metavar="NAME")
    for name in ("rename", "copy"):
        subs[name].add_argument("new", metavar="NEW", help="the other name")
    for name in ("ls", "show", "log", "play", "systems"):
        subs[name].add_argument("--json", action="store_true", help="as JSON")
    subs["new"].add_argument("--system", required=True, metavar="SYSTEM", help="`referee systems` lists them")
    subs["new"].add_argument("--sample", action="store_true", help="with the system's sample figures on the table")
    subs["do"].add_argument("lines", nargs="*", metavar="CMD", help="such as 'attack g1', '< 4', undo, 'help attack'")
    subs["play"].add_argument("file", metavar="FILE", help="a transcript; - for standard input")
    subs["roll"].add_argument("dice", nargs="+", metavar="EXPR", help="such as 3d6+2")
    subs["clauses"].add_argument("system", metavar="SYSTEM")
    subs["clauses"].add_argument("word", nargs="*", metavar="WORD")
    return parser


class _Version(Action):
    """Looks the version up only when it is asked for: that takes as long as the rest of the command line."""

    def __call__(self, parser: ArgumentParser, *typed: object) -> NoReturn:
        print(_version())
        parser.exit()


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"referee {version('referee')}"
    except PackageNotFoundError:
        return "referee (from a checkout)"
