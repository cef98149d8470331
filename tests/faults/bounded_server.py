"""Server of bounded processes: forks one for each line that it reads, watches what it opens, and says how it ended."""

import gc
import json
import os
import resource
import signal
import stat
import sys
import tempfile
from contextlib import ExitStack, suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any

from referee import games as systems
from referee.cli.main import run
from tests.faults.bounded import MOST_SECONDS, PATIENCE
from tests.faults.received import Place
from tests.faults.received_pages import go

MOST_MEMORY = 3 << 30
FOLLOWED = 0.2
"""Seconds after which a command that goes on until Ctrl+C is interrupted."""
MOST_SAID = 1 << 22
"""Bytes of what a command prints that are looked at."""
HARMLESS_DEVICES = ("/dev/null", "/dev/urandom", "/dev/random", "/dev/tty", "/dev/ptmx")
LATE = ("library", "orders", "forecast", "help", "plain", "subcommands")
"""Modules of the command that are imported when they are needed: here they are at once."""


def serve() -> None:
    """Answers each line of standard input with one of standard output."""
    for name in LATE:
        import_module(f"referee.cli.{name}")
    for game in ("black_keep", "plain"):  # one in code, one in a file: what is imported for those is imported now
        systems.load(game)
    gc.freeze()
    for line in sys.stdin:
        print(json.dumps(bounded(json.loads(line))), flush=True)


def bounded(asked: dict[str, Any]) -> dict[str, Any]:
    """Does what is asked in a process of its own; how that ended."""
    with ExitStack() as stack:
        given, out, err, opened = (stack.enter_context(tempfile.TemporaryFile()) for _ in range(4))
        given.write(asked.get("stdin", "").encode())
        given.seek(0)
        child = os.fork()
        if child == 0:
            _end_with(asked, (given.fileno(), out.fileno(), err.fileno()), opened.fileno())
        _, status, used = os.wait4(child, 0)
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # processes that it left behind
        texts = dict(zip(("out", "err", "opened"), map(_text_of, (out, err, opened)), strict=True))
        return {"code": os.waitstatus_to_exitcode(status), "seconds": used.ru_utime + used.ru_stime, **texts}


def _text_of(file: Any) -> str:
    file.seek(0)
    return str(file.read(MOST_SAID).decode("utf-8", "surrogateescape"))


def _end_with(asked: dict[str, Any], streams: tuple[int, int, int], opened: int) -> None:
    """Does what is asked in this process, which ends then."""
    code = 71
    try:
        _prepare(Place(Path(asked["top"])), streams, opened)
        code = go(asked["page"]) if "page" in asked else _run(asked["words"])
    except BaseException:
        import traceback

        os.write(2, traceback.format_exc().encode("utf-8", "replace"))
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _prepare(place: Place, streams: tuple[int, int, int], opened: int) -> None:
    """Sets the bounds, and all that a program finds when it is started."""
    os.setsid()
    _limit_time()
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS * 2, MOST_SECONDS * 2 + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    sys.stdin, sys.stdout, sys.stderr = (
        TextIOWrapper(os.fdopen(number, "rb" if number == 0 else "wb", closefd=False), "utf-8", write_through=True)
        for number in range(3)
    )
    os.environ.update(place.environment)
    os.chdir(place.saves)
    sys.addaudithook(_Watch(place, opened))


def _run(words: list[str]) -> int:
    if words[0] == "follow":
        signal.signal(signal.SIGALRM, _interrupt)
        signal.setitimer(signal.ITIMER_REAL, FOLLOWED)
    return run(words)


def _interrupt(*_: object) -> None:
    _limit_time()
    raise KeyboardInterrupt


def _limit_time() -> None:
    """Lets the system end this process once the time is over, whatever it waits for."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)


class _Watch:
    """Notes files that are opened, and folders that are listed, outside the saves; and pipes and devices, unless they
    are opened so that nothing waits and no link is followed."""

    def __init__(self, place: Place, log: int) -> None:
        self._top, self._outside = str(place.top), str(place.outside)
        self._log = log

    def __call__(self, event: str, args: tuple[object, ...]) -> None:
        if event == "open" and isinstance(args[0], str | bytes | os.PathLike):
            flags = args[2] if isinstance(args[2], int) else 0
            self._opened(os.path.abspath(os.fsdecode(args[0])), flags)
        elif event in ("os.listdir", "os.scandir") and isinstance(args[0], str | bytes | os.PathLike):
            self._listed(os.path.abspath(os.fsdecode(args[0])))

    def _opened(self, path: str, flags: int) -> None:
        if not path.startswith((self._top, "/dev/")) or (flags & os.O_NOFOLLOW and os.path.islink(path)):
            return
        real = os.path.realpath(path)
        if real.startswith(self._outside):
            self._note(f"opens {real[len(self._top) + 1 :]} through a link")
            return
        try:
            mode = os.stat(real).st_mode
        except OSError:
            return
        if real in HARMLESS_DEVICES or stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return
        if flags & os.O_DIRECTORY:
            return  # refused at once
        if not flags & os.O_NONBLOCK or os.path.islink(path):
            self._note(f"opens {path.removeprefix(self._top)}, which is no file, so that it may wait")

    def _listed(self, path: str) -> None:
        real = os.path.realpath(path)
        if path.startswith(self._top) and real.startswith(self._outside):
            self._note(f"lists {real[len(self._top) + 1 :]} through a link")

    def _note(self, what: str) -> None:
        os.write(self._log, f"{what}\n".encode("utf-8", "surrogateescape"))


if __name__ == "__main__":
    serve()
