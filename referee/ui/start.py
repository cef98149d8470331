"""Start: how the app comes onto the terminal, and what it leaves there."""

import sys
from io import StringIO
from typing import TYPE_CHECKING

from referee.ui import pace

if TYPE_CHECKING:
    from referee.store.saves import Saves


MISTAKE = 70
"""The status after a mistake of the program."""


def run(
    saves: "Saves", name: str | None, read_only: bool = False, take_over: bool = False, shared: bool = False
) -> int:
    """Runs the app until the referee leaves it; the status for the shell.

    `shared`: no file outside the folder of saves is read or written at the keys of whoever sits at the terminal.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        print("referee: the screen needs a terminal; `referee NAME --plain` works without one.", file=sys.stderr)
        return 2
    pace.hurry()
    from rich.console import Console

    from referee.ui import parting
    from referee.ui.app import RefereeApp

    app = RefereeApp(saves, name, read_only, take_over, shared)
    details = StringIO()
    # The toolkit prints what ended it there: on the terminal that would be pages that nobody at a table can use.
    app.error_console = Console(file=details, width=120)
    app.run()
    app.put_away()
    if details.getvalue():
        from referee.store.crash_report import sentence

        app.parting_words.insert(0, sentence(details.getvalue()))
    for words in (*app.parting_words, *app.unsaved):
        parting.say(f"referee: {words}")
    if details.getvalue():
        return MISTAKE
    return 1 if app.unsaved else app.return_code or 0
