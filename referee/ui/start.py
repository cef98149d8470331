"""Start: how the app comes onto the terminal, and what it leaves there."""

import sys
from typing import TYPE_CHECKING

from referee.ui import pace

if TYPE_CHECKING:
    from referee.store.saves import Saves


def run(saves: "Saves", name: str | None, read_only: bool = False) -> int:
    """Runs the app until the referee leaves it; the status for the shell."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        print("referee: the screen needs a terminal; `referee NAME --plain` works without one.", file=sys.stderr)
        return 2
    pace.hurry()
    from referee.ui import parting
    from referee.ui.app import RefereeApp

    app = RefereeApp(saves, name, read_only)
    app.run()
    parting.say(f"referee: {app.parting_words}" if app.parting_words else "")
    return app.return_code or 0
