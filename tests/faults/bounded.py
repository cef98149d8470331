"""Commands and pages tried in processes of their own, each with bounds of time, of work and of memory.

Another program forks them (`bounded_server`): it is small, so that a fork takes it a third of the time.
"""

import atexit
import json
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.faults.received import Place

MOST_SECONDS = 20
"""Seconds of processor time that a command may take; one that works twice as long is ended. On a slow and busy machine
it takes half of that, or less.
"""
PATIENCE = 60
"""Seconds after which a command hangs. A busy machine may take as long for one that works for a second."""


class Outcome(NamedTuple):
    """What became of a command."""

    words: tuple[str, ...]
    code: int
    """Its exit code; the negative number of the signal that ended it."""
    out: str
    err: str
    seconds: float
    """Processor time of the command and of the processes that it started."""
    opened: str
    """What it opened that it should not have, a line each."""

    @property
    def ended_in(self) -> str:
        """How it ended, in words, if it did not end by itself; else empty."""
        if self.code == -signal.SIGALRM:
            return f"hangs: it was ended after {PATIENCE} seconds"
        if self.code < 0:
            return f"was ended by signal {-self.code} after {self.seconds:.1f} seconds of work"
        return ""


def command(place: Place, *words: str, stdin: str = "") -> Outcome:
    """Runs `referee` with these words in the folder of saves, as somebody does who has received it."""
    return _asked(place, words, {"stdin": stdin})


def visit(place: Place, page: str) -> Outcome:
    """Visits that page of `received_pages`; what is drawn is what it says."""
    return _asked(place, (page,), {"page": page})


def _asked(place: Place, words: tuple[str, ...], more: dict[str, str]) -> Outcome:
    server = _server()
    assert server.stdin is not None and server.stdout is not None
    server.stdin.write(json.dumps({"top": str(place.top), "words": words, **more}) + "\n")
    server.stdin.flush()
    return Outcome(words, **json.loads(server.stdout.readline()))


@cache
def _server() -> "subprocess.Popen[str]":
    started = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.bounded_server"],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdin is not None
    atexit.register(started.stdin.close)
    return started
