"""Startup of the program on the terminal, from the shell's call to the exit status, with Textual's FPS and the garbage
collection tuned for a quick first screen.
"""

import gc
import os
import sys
from io import StringIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.script.topics import Lists
    from referee.store.saves import Saves


MISTAKE = 70
"""Exit status after a mistake of the program."""
_COLOURS = ("auto", "standard", "256", "truecolor", "windows")
"""Values of TEXTUAL_COLOR_SYSTEM that Textual knows; it ends at any other."""


def run(
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
    from referee.ui import shutdown

    if not (shutdown.is_in_browser() or (sys.stdin.isatty() and sys.stderr.isatty())):
        print("referee: the screen needs a terminal. Without one, use `referee NAME --plain`.", file=sys.stderr)
        return 2
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
        from referee.store.crash_report import sentence

        app.last_words.insert(0, sentence(details.getvalue()))
    for words in (*app.last_words, *app.unsaved):
        shutdown.say(f"referee: {words}")
    shutdown.say("")  # what is still to be printed to a terminal that is gone must not change the exit status
    if mistaken:
        return MISTAKE
    return 1 if app.unsaved else app.status or 0


def run_players(saves: "Saves", name: str, numbers: bool = False) -> int:
    """Runs the players' screen until it is left; returns the exit status."""
    tune_start()
    from rich.console import Console

    from referee.ui import shutdown
    from referee.ui.players.app import PlayersApp

    app = PlayersApp(saves, name, numbers)
    details = StringIO()
    app.error_console = Console(file=details, width=120)
    app.run()
    if details.getvalue():
        from referee.store.crash_report import sentence

        shutdown.say(f"referee: {sentence(details.getvalue())}")
        return MISTAKE
    return app.status


def tune_start() -> None:
    """Sets Textual's FPS and stops garbage collection. To be called before Textual is imported, which reads them."""
    if os.environ.get("TEXTUAL_COLOR_SYSTEM", "auto") not in _COLOURS:
        del os.environ["TEXTUAL_COLOR_SYSTEM"]
    os.environ.setdefault("TEXTUAL_FPS", "240")  # at the default of 60 a key waits up to 17 ms for the next frame
    gc.disable()  # a tenth of the start was spent collecting objects that are all in use


def tune_running() -> None:
    """Starts garbage collection again, of objects made from now on; does nothing if it was never stopped."""
    if gc.isenabled():
        return
    gc.freeze()
    gc.enable()
