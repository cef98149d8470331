"""Holder of a lock: the program that plays an encounter, which can be ended."""

import os
import platform
import signal
from contextlib import suppress
from datetime import UTC, datetime

from msgspec import Struct

from referee.store import system_calls
from referee.store.disk_errors import reason
from referee.store.file import Folder, closed_after
from referee.store.save_problems import CannotWrite, Damaged
from referee.text.harmless import clean
from referee.text.lazy_pattern import pattern

_HOLDER = pattern(
    r"pid ([0-9]{1,9}) on ([!-~]{1,80})(?: at ([!-~]{1,80}?))?(?: since ([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8})Z)?"
    r"(?: boot ([0-9a-f-]{1,40}))?\n"
)
HELD = ".held"
"""Ending of the file that stands for the lock on a disk without locks; it is there as long as the lock is held."""
FRESH = 5.0
"""Seconds after which such a file is still empty only if its program was killed."""
_LONGEST = 300
"""Maximum number of bytes that are read of a lock file."""


class Player(Struct, frozen=True):
    """A program that plays an encounter."""

    told: str
    """What it is, where it runs and since when, in words."""
    pid: int = 0
    """Its process id; 0 if it does not say that."""
    is_here: bool = False
    """It runs on this computer."""
    boot: str = ""
    """The boot id of its computer; empty if it does not say that."""

    @property
    def is_running(self) -> bool:
        """True while that program runs; a program on another computer is taken to run."""
        if not (self.is_here and self.pid):
            return True
        return self.boot in ("", system_calls.boot()) and system_calls.is_running(self.pid)

    def end(self, at_once: bool = False) -> None:
        """Tells it to end, which saves what is left to save; or ends it at once. CannotWrite if that is not allowed."""
        if not (self.is_here and self.pid > 1) or self.pid == os.getpid():
            raise CannotWrite(f"The other program cannot be ended from here: {self.told}.")
        try:
            os.kill(self.pid, signal.SIGKILL if at_once else signal.SIGTERM)
        except ProcessLookupError:
            return
        except OSError as error:
            raise CannotWrite(f"The other program cannot be ended from here: {reason(error)}.") from error


def player_of(folder: Folder, file: str) -> Player | None:
    """The program that holds a lock, as it says in the lock file; None if none does, or it does not run any more.

    Asks for no lock, so that looking never keeps the next player out.
    """
    for name in (file, file + HELD):
        with suppress(OSError, Damaged), closed_after(folder.open_plain(name)) as descriptor:
            if os.fstat(descriptor).st_size and (found := holder_of(descriptor)).is_running:
                return found
    return None


def holder_of(descriptor: int) -> Player:
    """Who says in the lock file that it holds it, and since when; somebody else may have written there."""
    raw = b""
    with suppress(OSError):
        raw = os.pread(descriptor, _LONGEST, 0)
    found = _HOLDER.match(raw.decode("ascii", "replace"))
    if found is None:
        return Player("another program")
    pid, terminal, host, since, boot = found.groups()
    where = "" if terminal == "no-terminal" else f" on {terminal}"
    is_here = host in (None, platform.node())
    away = "" if is_here else f" at {host}"
    return Player(clean(f"another program (pid {pid}{where}{away}{_told(since)})"), int(pid), is_here, boot or "")


def myself() -> str:
    """What this program writes into a lock that it holds."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    boot = f" boot {found}" if (found := system_calls.boot()) else ""
    return f"pid {os.getpid()} on {_terminal()} at {platform.node()} since {now}{boot}\n"


def _terminal() -> str:
    for descriptor in (0, 1, 2):
        with suppress(OSError):
            return os.ttyname(descriptor)
    return "no-terminal"


def _told(since: str | None) -> str:
    """Since when, in the local time; nothing if the lock does not say, or says no time."""
    with suppress(ValueError, OverflowError, OSError):
        if since:
            return f", since {datetime.fromisoformat(since + '+00:00').astimezone():%Y-%m-%d %H:%M}"
    return ""
