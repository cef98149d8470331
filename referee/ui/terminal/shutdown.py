"""Shutdown: what ends the program when a signal comes, or when the terminal is gone."""

import asyncio
import os
import signal
import stat
import threading
from collections.abc import Callable

from referee.store.system_calls import has_hung_up

GRACE = 1.5
"""Seconds after which the program ends even if the terminal takes nothing any more; all is saved by then."""


def on_signals(leave: Callable[[int, str], None]) -> None:
    """Calls `leave` with exit status 128 + n on SIGHUP, SIGTERM, SIGINT and SIGQUIT, unless they are ignored.

    The loop's own handlers only wake it: they learn of a signal by a byte in a pipe, which is lost where the pipe is
    full, as it is when other threads have just woken a busy loop some hundred times.
    """
    loop = asyncio.get_running_loop()

    def handler(number: int, frame: object) -> None:
        loop.call_soon_threadsafe(_end, leave, number)

    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        if signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, _woken)
            signal.signal(number, handler)
            signal.siginterrupt(number, False)
    # A full pipe is no trouble then, and nothing to print on the screen.
    signal.set_wakeup_fd(signal.set_wakeup_fd(-1), warn_on_full_buffer=False)


def _woken() -> None:
    """Does nothing: what a signal means is done by the handler of Python itself."""


def never_stop() -> None:
    """Lets no terminal stop the program, as ctrl+z does; to be said again once the toolkit has begun."""
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)


def on_lost_terminal(descriptor: int, leave: Callable[[int, str], None]) -> None:
    """Calls `leave` when the terminal behind the descriptor is gone, also where nobody sends SIGHUP."""
    loop = asyncio.get_running_loop()

    def wait() -> None:
        has_hung_up(descriptor, None)
        if not loop.is_closed():
            end_anyway(128 + signal.SIGHUP)
            loop.call_soon_threadsafe(leave, 128 + signal.SIGHUP, "The terminal is gone.")

    if os.isatty(descriptor) or _is_fed(descriptor):
        threading.Thread(target=wait, name="terminal-watch", daemon=True).start()


def _is_fed(descriptor: int) -> bool:
    """Does another program write there, as one does that shows this one in a browser?"""
    mode = os.fstat(descriptor).st_mode
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _end(leave: Callable[[int, str], None], number: int) -> None:
    end_anyway(128 + number)
    leave(128 + number, "")


def end_anyway(status: int) -> None:
    """Ends the program with that status after GRACE seconds, in case writing to the terminal blocks."""
    timer = threading.Timer(GRACE, os._exit, (status,))
    timer.daemon = True
    timer.start()
