"""The main function, from the shell's call to the exit status: a subcommand, the lines of `--plain`, or a screen."""

import gc
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, cast

from referee.cli.parsers import Misused, Parser, see_usage
from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS, commanding, playing
from referee.engine.mistake import RulesBug, reporters
from referee.engine.problem import Problem
from referee.store.save_problems import NotYetSafe

if TYPE_CHECKING:
    from referee.dialogue.topics import Lists
    from referee.store.saves import Saves

OK, REFUSED, USAGE, MISTAKE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 70, 130, 141
_COLOURS = ("standard", "256", "truecolor", "windows")
"""Values of TEXTUAL_COLOR_SYSTEM that Textual knows, besides `auto`; it ends at any other."""


def run(words: Sequence[str]) -> int:
    """Runs the program with these words; returns the exit code, one of the constants above."""
    reporters[:] = [_report]
    try:
        return _run(list(words))
    except OSError as error:
        # The reader of the output is gone; the interpreter's last flush must not be written to it either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return BROKEN_PIPE
        with suppress(OSError):
            Printer().complain(f"referee: {(error.strerror or 'a file could not be read or written').lower()}.")
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        from referee.ui.terminal.crash_report import confessed

        Printer().complain(f"referee: {confessed(error)}")
        return MISTAKE


def _report(error: Exception) -> None:
    """Writes a report of a mistake that the program goes on after."""
    from referee.ui.terminal.crash_report import report_once

    report_once(error)


def _run(words: list[str]) -> int:
    printer = Printer()
    shared = Parser(add_help=False, allow_abbrev=False)
    shared.add_argument("--saves")
    first = None
    try:
        known, rest = shared.parse_known_args(words)
        first = next((word for word in rest if not word.startswith("-")), None)
        # `referee --help show` tells of all of them.
        parser = commanding(first if first == rest[0] else "") if first in COMMANDS else playing()
        parsed = parser.parse_args(rest)
        parsed.saves = known.saves
        return _act(parsed, printer)
    except Misused as problem:
        more = see_usage(first) if first in COMMANDS else []
        printer.complain(f"referee: {problem}{_meant(words)}", *(more or ["For help: referee --help"]))
        return USAGE
    except SystemExit as done:  # --help and --version have printed what they print
        return int(done.code or 0)
    except Problem as problem:
        printer.complain(f"referee: {problem}{problem.reference('see: referee help')}")
        return OK if isinstance(problem, NotYetSafe) else REFUSED
    except RulesBug as bug:
        printer.complain(f"referee: {bug.confession}")
    return REFUSED


def _meant(words: list[str]) -> str:
    """The subcommand that was nearly typed."""
    from difflib import get_close_matches  # late: no start need wait for it

    near = get_close_matches(words[0], COMMANDS, 1) if words and words[0] not in COMMANDS else []
    return f". Did you mean {near[0]}?" if near else ""


def _act(parsed: Namespace, printer: Printer) -> int:
    if parsed.command == "play-at-table":
        return _table(parsed, printer)
    from referee.cli.subcommands import DO

    return DO[parsed.command](parsed, printer) or OK


def _table(parsed: Namespace, printer: Printer) -> int:
    """Plays: on the screen, or line by line."""
    from referee.store.saves import Saves, saves_folder

    saves = Saves(saves_folder(parsed.saves))
    if parsed.shared:
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    if parsed.players:
        return _look_on(saves, parsed, printer)
    if parsed.plain:
        if parsed.name is None:
            printer.complain("referee: --plain needs the name of an encounter. To list your encounters: referee ls")
            return USAGE
        from referee.cli.plain import play

        return play(saves, parsed.name, parsed.read_only, printer, parsed.take_over)
    if parsed.name is not None:
        saves.find(parsed.name)
    _import_asyncio()
    if not _has_screen():
        printer.complain("referee: the screen needs a terminal. Use `referee NAME --plain`, or `referee do NAME ...`.")
        return USAGE
    return run_app(saves, parsed.name, parsed.read_only, parsed.take_over, parsed.shared, _topic_lists)


def _topic_lists() -> "Lists":
    """The lists in topics of the help, made when a topic is read in the app."""
    from referee.cli.help import shell_lists

    return shell_lists()


def _look_on(saves: "Saves", parsed: Namespace, printer: Printer) -> int:
    """Shows the players' screen; returns the exit code."""
    if parsed.name is None or parsed.plain:
        printer.complain("referee: --players needs the name of an encounter. To print it: referee show NAME --players")
        return USAGE
    saves.find(parsed.name)
    _import_asyncio()
    if not _has_screen():
        printer.complain("referee: the screen needs a terminal. Use `referee show NAME --players`.")
        return USAGE
    return run_players(saves, parsed.name, parsed.numbers)


def _has_screen() -> bool:
    """True if a terminal or a browser can show a screen."""
    from referee.ui.terminal.browser import is_in_browser

    if is_in_browser():
        return True
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "") not in ("", "dumb")


def _import_asyncio() -> None:
    """Imports asyncio for a screen, which needs no TLS: to import that, too, takes a hundredth of the start."""
    if "asyncio" not in sys.modules and "ssl" not in sys.modules:
        cast("dict[str, object]", sys.modules)["ssl"] = None  # so Python says that a module cannot be imported
        import asyncio  # noqa: F401

        del sys.modules["ssl"]


def run_app(
    saves: "Saves",
    name: str | None,
    read_only: bool = False,
    take_over: bool = False,
    shared: bool = False,
    topic_lists: "Callable[[], Lists] | None" = None,
) -> int:
    """Runs the app until the referee leaves it; returns the exit status.

    `shared`: no file outside the folder of saves is read or written at the keys of whoever sits at the terminal.
    `topic_lists` makes the lists in topics of the help that only the shell can make.
    """
    from referee.ui.terminal.browser import is_in_browser
    from referee.ui.terminal.crash_report import sentence
    from referee.ui.terminal.last_message import say

    if not (is_in_browser() or (sys.stdin.isatty() and sys.stderr.isatty())):
        print("referee: the screen needs a terminal. Without one, use `referee NAME --plain`.", file=sys.stderr)
        return USAGE
    tune_start()
    from rich.console import Console

    from referee.ui.app import RefereeApp

    app = RefereeApp(saves, name, read_only, take_over, shared, on_ready=tune_running)
    app.topic_lists = topic_lists or app.topic_lists
    details = StringIO()
    # Textual prints its traceback there, several pages: they go into a crash report, not to the terminal.
    app.error_console = Console(file=details, width=120)
    app.run()
    app.put_away()
    mistaken = bool(details.getvalue()) and app.status is None
    if mistaken:
        app.last_words.insert(0, sentence(details.getvalue()))
    for words in (*app.last_words, *app.unsaved):
        say(f"referee: {words}")
    say("")  # what is still to be printed to a terminal that is gone must not change the exit status
    if mistaken:
        return MISTAKE
    return REFUSED if app.unsaved else app.status or OK


def run_players(saves: "Saves", name: str, numbers: bool = False) -> int:
    """Runs the players' screen until it is left; returns the exit status."""
    tune_start()
    from rich.console import Console

    from referee.ui.players.app import PlayersApp
    from referee.ui.terminal.crash_report import sentence
    from referee.ui.terminal.last_message import say

    app = PlayersApp(saves, name, numbers)
    details = StringIO()
    app.error_console = Console(file=details, width=120)
    tune_running()
    app.run()
    if details.getvalue():
        say(f"referee: {sentence(details.getvalue())}")
        return MISTAKE
    for problem in app.problems:
        say(f"referee: {problem}")
    return app.status


def tune_start() -> None:
    """Sets Textual's FPS and colours, stops garbage collection. Call before Textual is imported, which reads them."""
    if os.environ.get("TEXTUAL_COLOR_SYSTEM") not in _COLOURS:
        from referee.ui.terminal.colour_system import colour_system

        os.environ["TEXTUAL_COLOR_SYSTEM"] = colour_system(os.environ)
    if not os.environ.get("NO_COLOR", "no"):
        del os.environ["NO_COLOR"]  # empty, it says nothing; Textual takes it for set
    os.environ.setdefault("TEXTUAL_FPS", "240")  # at the default of 60 a key waits up to 17 ms for the next frame
    gc.disable()  # a tenth of the start was spent collecting objects that are all in use


def tune_running() -> None:
    """Starts garbage collection again, of objects made from now on; does nothing if it was never stopped."""
    if gc.isenabled():
        return
    gc.freeze()
    gc.enable()
