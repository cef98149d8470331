"""Player: the program that plays an encounter, as its lock file says, and how it can be ended."""

import os
import re
import signal
import socket
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from referee.store.problem import CannotWrite, reason
from referee.text import clean

_HOLDER = re.compile(
    r"pid ([0-9]{1,9}) on ([!-~]{1,80})(?: at ([!-~]{1,80}?))?(?: since ([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8})Z)?\n"
)


class Player(NamedTuple):
    """A program that plays an encounter."""

    told: str
    """What it is, where it runs and since when, in words."""
    pid: int = 0
    """Its process id; 0 if it does not say that."""
    is_here: bool = False
    """It runs on this computer."""

    @property
    def is_running(self) -> bool:
        """Is there such a program still? One on another computer is taken to be there."""
        return not (self.is_here and self.pid) or _runs(self.pid)

    def end(self, at_once: bool = False) -> None:
        """Tells it to end, which saves what is left to save; or ends it at once. CannotWrite if that is not allowed."""
        if not (self.is_here and self.pid > 1) or self.pid == os.getpid():
            raise CannotWrite(f"It cannot be ended from here: {self.told}.")
        try:
            os.kill(self.pid, signal.SIGKILL if at_once else signal.SIGTERM)
        except ProcessLookupError:
            return
        except OSError as error:
            raise CannotWrite(f"It cannot be ended from here: {reason(error)}.") from error


def player_of(path: Path) -> Player | None:
    """The program that holds the lock of that path, as it says itself there; None if none does, or it is no more.

    It asks for no lock: whoever looks on must not keep the next player out, not for a moment.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        if not os.fstat(descriptor).st_size:
            return None
        found = holder_of(descriptor)
        return found if found.is_running else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def holder_of(descriptor: int) -> Player:
    """Who says in the lock file that it holds it, and since when; somebody else may have written there."""
    raw = b""
    with suppress(OSError):
        raw = os.pread(descriptor, 300, 0)
    found = _HOLDER.match(raw.decode("ascii", "replace"))
    if found is None:
        return Player("another program")
    pid, terminal, host, since = found.groups()
    where = "" if terminal == "no-terminal" else f" on {terminal}"
    is_here = host in (None, socket.gethostname())
    away = "" if is_here else f" at {host}"
    return Player(clean(f"another program (pid {pid}{where}{away}{_told(since)})"), int(pid), is_here)


def myself() -> str:
    """What this program writes into a lock that it holds."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return f"pid {os.getpid()} on {_terminal()} at {socket.gethostname()} since {now}\n"


def _terminal() -> str:
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            return os.ttyname(descriptor)
    return "no-terminal"


def _runs(pid: int) -> bool:
    """Is there a program of that number on this computer?"""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True  # somebody else's
    return True


def _told(since: str | None) -> str:
    """Since when, in the local time; nothing if the lock does not say, or says no time."""
    with suppress(ValueError, OverflowError, OSError):
        if since:
            return f", since {datetime.fromisoformat(since + '+00:00').astimezone():%Y-%m-%d %H:%M}"
    return ""
