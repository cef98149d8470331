"""Crash report: the file about a mistake of the program."""

import os
import traceback
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from platformdirs import user_state_path

from referee.store.file import Folder

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
