"""Shutdown by a signal, because the terminal is gone, or by a mistake of the program: its crash report, and the last
message on standard error.
"""

import asyncio
import os
import signal
import stat
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path

from referee.store.file import Folder
from referee.store.system_calls import has_hung_up

GRACE = 1.5
"""Seconds after which the program ends even if the terminal takes nothing any more; all is saved by then."""


def is_in_browser() -> bool:
    """Does another program show this one in a browser?"""
    return os.environ.get("TEXTUAL_DRIVER", "").startswith("textual.drivers.web_driver:")


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


def say(words: str) -> None:
    """Prints to standard error. Where the terminal is gone, nothing is printed, and the exit status stays as it is."""
    try:
        if words:
            print(words, file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.dup2(nowhere, sys.stderr.fileno())


KEPT = 20
"""Reports that are kept; older ones are deleted."""


def write_report(details: str) -> Path | None:
    """The file that the details were written to; None if the disk does not take them."""
    folder = user_state_path("referee") / "crashes"
    path = folder / f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}-{os.getpid()}.txt"
    try:
        Folder(folder).make()
        Folder(folder).put(path.name, details.encode("utf-8", "replace"))
    except OSError:
        return None
    with suppress(OSError):
        for old in sorted(folder.glob("*.txt"))[:-KEPT]:
            old.unlink()
    return path


_written: set[str] = set()
"""What was reported in this run, so that a mistake in what is drawn with each key is reported once."""


def report_once(error: Exception) -> None:
    """Writes a report of a mistake that the program goes on after, if it is the first of its kind."""
    details = "".join(traceback.format_exception(error))
    if details not in _written:
        _written.add(details)
        write_report(details)


def sentence(details: str) -> str:
    """What the referee is told of a mistake of the program: where its details lie."""
    path = write_report(details)
    where = f"details are in {path}" if path is not None else "the details could not be saved"
    return f"a bug in Referee, not anything you did, stopped it. What was saved is safe; {where}."


def confessed(error: BaseException) -> str:
    """The same for an exception."""
    return sentence("".join(traceback.format_exception(error)))
