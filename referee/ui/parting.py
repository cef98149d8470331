"""Parting: how the app ends when the system or the terminal ends it, rather than the referee."""

import asyncio
import os
import select
import signal
import sys
import threading
from collections.abc import Callable

GRACE = 1.5
"""Seconds after which the program ends even if the terminal takes nothing any more; all is saved by then."""


def heed_signals(leave: Callable[[int, str], None]) -> None:
    """On SIGHUP, SIGTERM, SIGINT and SIGQUIT, leaves with the status that shells expect of it."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, _part, leave, number)


def never_stop() -> None:
    """Lets no terminal stop the program, as ctrl+z does; to be said again once the toolkit has begun."""
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)


def heed_terminal(descriptor: int, leave: Callable[[int, str], None]) -> None:
    """Leaves when the terminal is gone, also where nobody sends SIGHUP. Waits without costing anything."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        poll = select.poll()
        poll.register(descriptor, 0)  # no event but the end of it, which is always told
        poll.poll()
        if not loop.is_closed():
            end_anyway(128 + signal.SIGHUP)
            loop.call_soon_threadsafe(leave, 128 + signal.SIGHUP, "The terminal is gone.")

    if os.isatty(descriptor):
        threading.Thread(target=wait, name="terminal-watch", daemon=True).start()


def _part(leave: Callable[[int, str], None], number: int) -> None:
    end_anyway(128 + number)
    leave(128 + number, "")


def end_anyway(status: int) -> None:
    """Ends the program after a grace, should a terminal that takes nothing hold it."""
    timer = threading.Timer(GRACE, os._exit, (status,))
    timer.daemon = True
    timer.start()


def say(words: str) -> None:
    """The last words. A terminal that is gone takes none, and must not turn the status into another at the very end."""
    try:
        if words:
            print(words, file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.dup2(nowhere, sys.stderr.fileno())
